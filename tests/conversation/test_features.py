"""How warm, casual, playful, formal and blunt replies are, in fifteen languages (E2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judges.conversation.features import Features, Score, emoji_count, languages_of
from judges.conversation.text import Text


def features(content: str) -> Features:
    text = Text(content)
    return Features(text, languages_of(text))


# language: warm, cold; formal, casual; soft, blunt; playful, plain
REPLIES: dict[str, tuple[str, str, str, str, str, str, str, str]] = {
    "en": (
        "Thank you for asking! I'm so sorry you had to wait, my dear.",
        "The file is on the desk.",
        "Dear Madam, the archive is located upstairs. Yours sincerely, the staff",
        "Hey, it's upstairs, dude, can't miss it!",
        "It's a nice idea, though you might want to trim it a little.",
        "Bad. Cut it.",
        "Ta-da! The cat (a true diva) sings, haha! 🎉",
        "The cat sleeps.",
    ),
    "de": (
        "Danke für die schöne Frage, ich helfe dir sehr gern! Alles Gute!",
        "Die Datei liegt auf dem Tisch.",
        "Sehr geehrte Frau Meier, das Archiv finden Sie im ersten Stock. Mit freundlichen Grüßen",
        "Hey, das ist oben, guck mal, voll easy!",
        "Eine schöne Idee, vielleicht könntest du sie leider noch etwas kürzen.",
        "Schlecht. Streich das.",
        "Tadaa! Die Katze (was für eine Diva) singt, hihi! 🎉",
        "Die Katze schläft.",
    ),
    "fr": (
        "Merci de votre question, c'est avec plaisir ! Bonne journée à vous !",
        "Le dossier est sur la table.",
        "Madame, veuillez noter que les archives sont à l'étage. Salutations distinguées",
        "Salut, c'est en haut, t'inquiète, trop cool !",
        "C'est une idée intéressante, mais il faudrait peut-être la raccourcir un peu.",
        "Mauvais. Coupe ça.",
        "Et voilà ! Le chat (quelle diva) chante, hihi ! 🎉",
        "Le chat dort.",
    ),
    "es": (
        "¡Gracias por preguntar, con mucho gusto! Siento mucho la espera.",
        "El archivo está en la mesa.",
        "Estimada señora: el archivo se halla en la primera planta. Atentamente",
        "Oye, está arriba, tío, ¡mola un montón!",
        "Es una idea interesante, aunque quizás podrías acortarla un poco.",
        "Malo. Córtalo, quita eso.",
        "¡Tachán! El gato (menuda diva) canta, jaja! 🎉",
        "El gato duerme.",
    ),
    "it": (
        "Grazie per la domanda, con piacere! Mi dispiace per l'attesa.",
        "Il file è sul tavolo.",
        "Gentile signora, l'archivio si trova al primo piano. Cordiali saluti",
        "Ehi, è su, dai, troppo bello, figo!",
        "È un'idea interessante, ma forse potresti accorciarla un po'.",
        "Brutto. Taglia.",
        "Tadà! Il gatto (che diva) canta, ahah! 🎉",
        "Il gatto dorme.",
    ),
    "pt": (
        "Obrigado por perguntar, com todo o prazer! Sinto muito pela espera.",
        "O arquivo está na mesa.",
        "Prezada senhora, o arquivo encontra-se no primeiro andar. Atenciosamente",
        "Oi, tá lá em cima, cara, super legal!",
        "É uma ideia interessante, mas talvez você poderia encurtar um pouco.",
        "Ruim. Corte isso.",
        "Tcharam! O gato (que diva) canta, haha! 🎉",
        "O gato dorme.",
    ),
    "nl": (
        "Bedankt voor je vraag, graag gedaan! Wat vervelend dat je moest wachten.",
        "Het bestand ligt op tafel.",
        "Geachte mevrouw, het archief bevindt zich op de eerste verdieping. Hoogachtend",
        "Hoi, het is boven joh, gaaf toch!",
        "Een interessant idee, maar misschien zou je het een beetje kunnen inkorten.",
        "Slecht. Schrap het.",
        "Tadaa! De kat (wat een diva) zingt, haha! 🎉",
        "De kat slaapt.",
    ),
    "pl": (
        "Dziękuję za pytanie, z przyjemnością pomogę! Przykro mi, że trzeba było czekać.",
        "Plik leży na stole.",
        "Szanowna Pani, archiwum znajduje się na piętrze. Z poważaniem",
        "Hej, to na górze, spoko, mega fajnie!",
        "Ciekawy pomysł, ale może warto rozważyć skrócenie.",
        "Słabe. Skróć.",
        "Tadam! Kot (co za diwa) śpiewa, hihi! 🎉",
        "Kot śpi.",
    ),
    "ru": (
        "Спасибо за вопрос, с удовольствием помогу! Мне очень жаль, что пришлось ждать.",
        "Файл лежит на столе.",
        "Уважаемая госпожа Иванова, архив располагается на втором этаже. С уважением",
        "Привет, это наверху, прикольно, щас найдёшь!",
        "Интересная идея, но, возможно, стоило бы немного сократить.",
        "Плохо. Убери.",
        "Та-дам! Кот (та ещё дива) поёт, хихи! 🎉",
        "Кот спит.",
    ),
    "tr": (
        "Sorduğunuz için teşekkürler, memnuniyetle! Beklettiğim için üzgünüm, kolay gelsin.",
        "Dosya masada duruyor.",
        "Sayın Yılmaz, arşiv ikinci katta bulunmaktadır. Saygılarımızla",
        "Selam kanka, yukarıda ya, süper!",
        "Güzel fikir ama belki biraz kısaltmayı düşünebilirsin.",
        "Kötü. Sil.",
        "Ta taa! Kedi (tam bir diva) şarkı söylüyor, haha! 🎉",
        "Kedi uyuyor.",
    ),
    "ar": (
        "شكرا على سؤالك، بكل سرور! يؤسفني أنك انتظرت طويلا.",
        "الملف على الطاولة.",
        "السيدة المحترمة، تحية طيبة وبعد، الأرشيف في الطابق الأول. مع فائق الاحترام",
        "هلا، فوق يا معلم، حلو كتير!",
        "فكرة جيدة، لكن ربما يمكنك اختصارها قليلا.",
        "سيئ. احذف هذا.",
        "تادا! القط (يا له من نجم) يغني، ههه! 🎉",
        "القط نائم.",
    ),
    "hi": (
        "पूछने के लिए धन्यवाद, ज़रूर! मुझे दुख है कि आपको इंतज़ार करना पड़ा।",
        "फ़ाइल मेज़ पर है।",
        "आदरणीय महोदया, अभिलेखागार पहली मंज़िल पर स्थित है। सादर",
        "अरे यार, ऊपर है, एकदम मस्त!",
        "अच्छा विचार है, पर शायद थोड़ा छोटा करना बेहतर होगा।",
        "बेकार। हटाओ।",
        "टाडा! बिल्ली (क्या बात है) गाती है, हाहा! 🎉",
        "बिल्ली सो रही है।",
    ),
    "zh": (
        "谢谢您的提问，很高兴为您服务！让您久等了，辛苦了。",
        "文件在桌上。",
        "尊敬的女士，档案室位于二楼。此致敬礼",
        "嘿，就在楼上嘛，超棒的啦！",
        "这个想法不错，不过或许可以考虑稍微缩短一些。",
        "太差。删掉。",
        "当当！猫（真是大明星）在唱歌，哈哈！🎉",
        "猫在睡觉。",
    ),
    "ja": (
        "ご質問ありがとうございます、喜んで！お待たせして大変でしたね。",
        "ファイルは机の上。",
        "お客様、資料室は二階にございます。何卒よろしくお願い申し上げます。",
        "やあ、上だよ、めっちゃいいね！",
        "面白いアイデアですが、少し短くしてみるのもよいかと思います。",
        "ダメ。削って。",
        "じゃーん！猫（まさにスター）が歌うよ、うふふ！🎉",
        "猫は寝ています。",
    ),
    "ko": (
        "질문해 주셔서 감사합니다, 물론이죠! 기다리시느라 고생 많으셨어요.",
        "파일은 책상 위에 있다.",
        "고객님, 자료실은 2층에 위치해 있습니다. 정중히 안내드립니다.",
        "야, 위층이야, 진짜 대박!",
        "좋은 생각이지만, 조금 줄여 보시는 것도 좋을 것 같아요.",
        "별로. 빼세요.",
        "짜잔! 고양이(완전 스타)가 노래해요, 하하! 🎉",
        "고양이가 자요.",
    ),
}


@pytest.mark.parametrize("language", REPLIES)
def test_the_features_tell_replies_apart(language: str) -> None:
    found = [features(content) for content in REPLIES[language]]
    warm, cold, formal, casual, soft, blunt, playful, plain = found
    assert warm.warmth.value >= cold.warmth.value + 2, warm.warmth
    assert cold.warmth.value == 0, cold.warmth
    assert formal.formality.value >= 1, formal.formality
    assert casual.formality.value <= -1, casual.formality
    assert casual.casualness.value > cold.casualness.value
    assert blunt.bluntness.value >= 0.5, blunt.bluntness
    assert soft.bluntness.value <= -2, soft.bluntness
    assert playful.playfulness.value >= 2, playful.playfulness
    assert plain.playfulness.value == 0, plain.playfulness


ADDRESS = [
    ("Sie können die Regale ab Mittwoch abholen.", 1),
    ("Am Mittwoch erreichen Sie uns ab neun.", 1),
    ("Die Regale sind da. Sie können abgeholt werden.", 0),
    ("Sie ist im Urlaub.", 0),
    ("Du kannst sie ab Montag abholen.", -1),
    ("Se vuole, Lei può venire lunedì.", 1),
    ("Vous pouvez venir lundi.", 1),
    ("Tu peux venir lundi.", -1),
    ("Usted puede venir el lunes.", 1),
    ("Вы можете прийти в понедельник.", 1),
    ("Ты можешь прийти в понедельник.", -1),
    ("您可以星期一来。", 1),
    ("你可以星期一来。", -1),
    ("月曜に来られます。", 1),
    ("月曜に来ればいいよ。", -1),
    ("월요일에 오시면 됩니다.", 1),
    ("월요일에 와.", -1),
]


@pytest.mark.parametrize(("content", "expected"), ADDRESS)
def test_the_address_counts_once_whatever_its_forms(content: str, expected: int) -> None:
    assert features(content).formality.value == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Thanks, thanks, thanks!", 1.25),
        ("I'm not happy to say this.", 0),
        ("No thanks are needed.", 0),
        ("Danke, das geht leider nicht.", 1),
        ("Das freut mich nicht.", 0),
        ("很不高兴。", 0),
        ("嬉しくない。", 0),
        ("No problem, glad to help! 😊", 2.75),
        ("Thank you `please` for the file.", 1),
        ("!!!!!!!!", 1),
    ],
)
def test_warm_expressions_count_once_and_not_where_negated(content: str, expected: float) -> None:
    assert features(content).warmth.value == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("No.", 0.5),
        ("Yes. Sell it.", 1),
        ("Not bad.", 0),
        ("Is it bad?", 0),
        ("Forget it.", 0.5),
        ("It opens at nine.", 0),
        ("Sorry, it is bad.", -0.5),
        ("Maybe it is bad, perhaps, I guess.", -3),
        ("No. Lascia perdere.", 1),
        ("Nein. Lass es.", 1),
    ],
)
def test_flat_sentences_are_blunt_and_softeners_are_not(content: str, expected: float) -> None:
    assert features(content).bluntness.value == expected


def test_only_friendly_emojis_are_warm_and_all_are_playful() -> None:
    assert features("Here 💀🧾").warmth.value == 0
    assert features("Here 💛🌷").warmth.value == 1
    assert features("Here 💀🧾").playfulness.value == 1.5
    assert emoji_count(Text("`🎉` and 🇫🇷 1️⃣ but not ⌘")) == 3


@given(st.text(max_size=200))
def test_a_smile_never_cools_and_an_excuse_never_hardens(content: str) -> None:
    text = Text(content)
    before = Features(text, ("en",))
    after = Features(Text(content + "\n\nThank you! 😊"), ("en",))
    assert after.warmth.value >= before.warmth.value - 1e-9
    hedged = Features(Text(content + "\n\nSorry, perhaps."), ("en",))
    assert hedged.bluntness.value <= before.bluntness.value + 1e-9
    assert isinstance(before.casualness, Score)
