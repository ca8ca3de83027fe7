"""What command lines would have done: the corpus, what must not change it, and hostile text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tools_mock.effects.kinds import KINDS, READS
from tools_mock.effects.programs import output, runners
from tools_mock.effects.programs.call import Program
from tools_mock.effects.programs.registry import PROGRAMS
from tools_mock.effects.shell import run as shell_run
from tools_mock.effects.shell import state as shell_state
from tools_mock.effects.shell.reader import ShellReading, read_shell
from tools_mock.effects.shell.state import Reading, Shell
from traces.model import Effect, Thing

CORPUS = Path(__file__).parent / "corpus_shell"
ROWS: list[tuple[str, dict[str, Any]]] = [
    (path.stem, row)
    for path in sorted(CORPUS.glob("*.yaml"))
    for row in yaml.safe_load(path.read_text(encoding="utf-8"))
]
PLAIN = [
    row["line"]
    for _, row in ROWS
    if "\n" not in row["line"]
    and row["line"]
    and not row["line"].startswith(("#", "exit", "exec"))
    and not row["line"].endswith(("&&", "'unterminated", "("))
]

_MARKS = {"whole": "", "pattern": "*", "prefix": "^", "unknown": "?"}


def written(thing: Thing) -> str:
    """`name=value`, with `*`, `^`, `?` for what is not whole and `/` for recursive."""
    sign = _MARKS[thing.known] + ("/" if thing.recursive else "")
    return f"{thing.name}{sign}={'' if thing.known == 'unknown' else thing.value}"


def noted(effect: Effect) -> str:
    if effect.kind == "opaque":
        return f"opaque({' '.join(effect.could)})"
    return " ".join([effect.kind, *map(written, effect.on)])


def effects(line: str, **known: Any) -> list[str]:
    return sorted(noted(effect) for effect in read_shell(line, **known).effects)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(row["line"], row["is"], id=f"{name}-{number}")
        for number, (name, row) in enumerate(ROWS)
    ],
)
def test_a_line_has_the_effects_that_an_operator_would_name(line: str, expected: list[str]) -> None:
    assert effects(line) == sorted(expected)


def test_the_corpus_is_large_and_names_no_line_twice() -> None:
    lines = [row["line"] for _, row in ROWS]
    assert len(lines) >= 600
    assert len(lines) == len(set(lines))


def test_every_kind_of_the_corpus_is_in_the_vocabulary() -> None:
    found = {text.split(" ", 1)[0].split("(", 1)[0] for _, row in ROWS for text in row["is"]}
    assert found - {"opaque"} <= KINDS


ONLY_READS = (
    frozenset(output.HARMLESS.split())
    | frozenset(output.READERS.split())
    | frozenset(runners.HARMLESS.split())
    | frozenset(
        """ack ag base32 base64 basename configure cut dasel dir dircolors dirname du egrep exa eza
        fgrep fx gojq grep head htmlq ip6tables-save iptables-save jq lesspipe ll ls lsd
        luarocks mlr ncdu opam pcregrep pg_config pg_isready pg_lsclusters pup
        realpath rg rgrep seq shasum ssh-add ssh-agent ssh-keyscan starship tail thefuck tr tree
        ugrep vdir xmllint xq zgrep zoxide""".split()
    )
)
"""Programs that have no line in which they change something, since they can't."""


@pytest.fixture(scope="module")
def seen() -> tuple[set[str], set[str]]:
    """The programs that the corpus calls with an effect that changes something, and without."""
    changing: set[str] = set()
    harmless: set[str] = set()
    running: list[list[Any]] = []
    add, run_program = Reading.add, shell_run._run_program

    def adding(reading: Reading, effect: Effect) -> None:
        if effect.kind not in READS:
            for call in running:
                call[1] = True
        add(reading, effect)

    def running_program(shell: Shell, name: str, entry: Program, args: list[str]) -> str:
        running.append([name, False])
        try:
            return run_program(shell, name, entry, args)
        finally:
            name, changed = running.pop()
            (changing if changed else harmless).add(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shell_state.Reading, "add", adding)
        patch.setattr(shell_run, "_run_program", running_program)
        for _, row in ROWS:
            read_shell(row["line"], files={"/nowhere": ""})
    return changing, harmless


def test_every_program_of_the_tables_has_a_line_in_which_it_is_harmless(
    seen: tuple[set[str], set[str]],
) -> None:
    assert set(PROGRAMS) - seen[1] == set()


def test_every_program_that_can_change_something_has_a_line_in_which_it_does(
    seen: tuple[set[str], set[str]],
) -> None:
    assert set(PROGRAMS) - ONLY_READS - seen[0] == set()
    assert set(PROGRAMS) >= ONLY_READS
    assert not ONLY_READS & seen[0]


lines = st.sampled_from(PLAIN)


@given(
    lines, st.sampled_from(["cd /tmp && cd - >/dev/null; ", "true; ", "set -e\n", "echo hi && "])
)
def test_a_harmless_prefix_changes_nothing(line: str, prefix: str) -> None:
    assert set(effects(prefix + line)) == set(effects(line))


simple = st.sampled_from(
    [
        "rm -rf /srv/data",
        "git push --force origin main",
        "psql shop -c 'drop table x'",
        "kubectl delete pod x -n prod",
        "aws s3 rm s3://b/x --recursive",
        "frobnicate --all",
        "ls -la",
        "terraform destroy",
        "find /srv -name '*.log' -delete",
        "docker compose down -v",
    ]
)


@given(
    st.lists(
        st.sampled_from(
            ["sudo ", "env A=1 ", "command ", "exec ", "nohup ", "time ", "/usr/bin/nice -n 5 "]
        ),
        max_size=3,
    ),
    st.sampled_from(["", "\\"]),
    simple,
)
def test_wrappers_before_a_command_change_nothing(
    wrappers: list[str], escape: str, line: str
) -> None:
    assert set(effects("".join(wrappers) + escape + line)) == set(effects(line))


@given(lines, st.sampled_from([" ; true", " && echo ok", " || true", "\nls", " & wait", " # x"]))
def test_a_benign_suffix_hides_nothing(line: str, suffix: str) -> None:
    assert set(effects(line + suffix)) >= set(effects(line))


@given(simple.filter(lambda line: "psql" not in line), st.data())
def test_quoting_and_white_space_change_nothing(line: str, data: st.DataObject) -> None:
    words = []
    for word in line.split(" "):
        how = data.draw(st.sampled_from(["", "double", "single", "ansi", "backslash"]))
        if "'" in word or "*" in word or not word:
            words.append(word)
        elif how == "double":
            words.append(f'"{word}"')
        elif how == "single":
            words.append(f"'{word}'")
        elif how == "ansi":
            words.append("$'" + "".join(f"\\x{ord(char):02x}" for char in word) + "'")
        elif how == "backslash":
            words.append("".join(f"\\{char}" for char in word))
        else:
            words.append(word)
    gap = data.draw(st.sampled_from([" ", "  ", "\t", " \\\n ", "\u00a0", "\u3000"]))
    assert effects(gap.join(words)) == effects(line)


@given(simple)
def test_a_line_inside_of_another_shell_has_the_same_effects(line: str) -> None:
    quoted = line.replace("'", "'\\''")
    for outer in (f"sh -c '{quoted}'", f"eval '{quoted}'", f"cat <<'E' | sh\n{line}\nE\n"):
        assert set(effects(outer)) == set(effects(line))


@given(
    st.sampled_from(["DROP TABLE x", "drop table x", "Drop  Table x -- c", "/* c */ drop table x"])
)
def test_the_case_and_the_comments_of_sql_change_nothing(sql: str) -> None:
    assert effects(f'psql shop -c "{sql}"') == ["db.schema_change table=x host?= database=shop"]


@given(st.text(max_size=200))
def test_no_text_raises(text: str) -> None:
    assert isinstance(read_shell(text), ShellReading)


TOKENS = """( ) { } $( ${ ` " ' $(( )) (( <<E E [[ ]] case in esac ;; if then fi for do done while
    rm x ; && || | & {a,b} {1..9} * ? [a] !( f() X=1 $X eval sh -c xargs find -exec sudo psql <( >(
    > >> < <<< # $' $[ function select ! 2>&1 git push""".split()


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([*TOKENS, "\\", "\n", " ", "\0", "\ud800", "\ue000\ue001"]), max_size=60
    )
)
def test_no_heap_of_tokens_raises(tokens: list[str]) -> None:
    assert isinstance(read_shell(" ".join(tokens)), ShellReading)
    assert isinstance(read_shell("".join(tokens)), ShellReading)


WORDS = sorted({word for line in PLAIN for word in line.split()})


@given(
    st.sampled_from(sorted(PROGRAMS)),
    st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=6),
    st.sampled_from(["{}", "echo '{}' | {}", "{} <<< '{}'"]),
)
def test_no_program_raises_whatever_its_arguments(name: str, words: list[str], form: str) -> None:
    line = " ".join([name, *words])
    assert isinstance(read_shell(form.replace("{}", line)), ShellReading)


HOSTILE = {
    "a megabyte of one letter": "a" * 1_000_000,
    "a megabyte of commands": "rm x;" * 200_000,
    "ten thousand brackets": "(" * 10_000 + "rm x" + ")" * 10_000,
    "ten thousand substitutions": "$(" * 10_000 + "rm x" + ")" * 10_000,
    "closing brackets only": ")" * 100_000,
    "closing brackets, few": ")" * 3_900,
    "open quotes and substitutions": '"$(' * 30_000,
    "backticks": "`" * 50_000,
    "many here-documents": "".join(f"cat <<E{n}\nx\nE{n}\n" for n in range(3000)),
    "a growing variable": "X=aaaaaaaaaa;" + "X=$X$X;" * 60 + "rm $X",
    "a function that calls itself": "f(){ f; f; }; f",
    "braces times braces": "rm " + "{a,b}" * 40,
    "a long sequence": "rm {1..999999999}",
    "loops in loops": "for a in {1..30}; do " * 6 + "rm x;" + "done;" * 6,
    "nested eval": "eval " * 5_000 + "rm x",
    "nested find": "find . -exec " * 8_000,
    "nested if": "if " * 20_000,
    "pipes": "cat|" * 20_000 + "cat",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_bounded_time(name: str) -> None:
    start = time.process_time()
    reading = read_shell(HOSTILE[name])
    assert time.process_time() - start < 2.0
    assert reading.effects


def test_nul_and_lone_surrogates_are_read_around() -> None:
    assert effects("rm\0 -rf\0 /srv") == ["fs.delete path/=/srv"]
    assert effects("rm \ud800x") == ["fs.delete path=\ufffdx"]
    assert effects("rm /srv/\ue000a\ue001") == ["fs.delete path=/srv/\ufffda\ufffd"]


@pytest.mark.parametrize("text", ["-{\U000f3650\u00bd$", 'R\u00e5{\U000f4af4C"\U000fb731'])
def test_characters_that_crash_the_scanner_of_the_grammar_never_reach_it(text: str) -> None:
    for _ in range(300):
        assert isinstance(read_shell(text, files={"/nowhere": ""}), ShellReading)


def test_a_backslash_that_begins_a_line_begins_a_command() -> None:
    assert effects("echo hi\n\\rm -rf /srv\n\\rm x") == [
        "fs.delete path/=/srv",
        "fs.delete path=x",
    ]


def test_what_is_certain_in_a_broken_line_is_reported_beside_the_doubt() -> None:
    assert effects("rm -rf /srv; echo 'oops") == ["fs.delete path/=/srv", "opaque(*)"]


def test_a_script_that_is_known_is_read_by_its_content() -> None:
    files = {
        "/repo/clean.sh": "cd /srv\nrm -rf $1\n",
        "m.sql": "drop table x;",
        "x.py": "import os\nos.remove('a')",
    }
    assert effects("bash clean.sh data", files=files) == ["fs.delete path/=/srv/data"]
    assert effects("cd /repo && ./clean.sh data", files=files) == ["fs.delete path/=/srv/data"]
    assert effects("source /repo/clean.sh data; rm x", files=files) == [
        "fs.delete path/=/srv/data",
        "fs.delete path=/srv/x",
    ]
    assert effects("psql shop -f m.sql", files=files) == [
        "db.schema_change table=x host?= database=shop",
        "fs.read path=m.sql",
    ]
    assert effects("python x.py", files=files) == ["fs.delete path=a"]
    assert effects("bash other.sh", files=files) == ["opaque(*)"]


def test_a_file_of_which_two_are_known_by_its_name_is_not_guessed() -> None:
    files = {"/a/run.sh": "ls", "/b/run.sh": "rm x"}
    assert effects("bash run.sh", files=files) == ["opaque(*)"]
    assert effects("cd /b; bash run.sh", files=files) == ["fs.delete path=/b/x"]


@given(st.text(max_size=80), st.text(max_size=20))
def test_no_content_of_a_file_and_no_directory_raises(text: str, directory: str) -> None:
    marked = f"rm x \ue006{text}\ue001 \ue000{text}"
    for line in ("bash x.sh", "psql -f x.sh", "python x.sh", ". ./x.sh", "cat x.sh | sh"):
        assert read_shell(line, files={"x.sh": marked, "": text}, cwd=directory).commands


@pytest.mark.parametrize("digits", ["\u00b2", "\u0663", "9" * 5000, "1_0", "nan"])
def test_odd_numbers_are_no_numbers(digits: str) -> None:
    for line in (
        "stripe refunds create --amount N",
        "echo a | xargs -n N rm",
        "a=(x); rm ${a[N]}",
        "shift N; echo $N {N..3} 2>&N",
        "curl -d amount=N https://api.stripe.com/v1/refunds",
    ):
        assert isinstance(read_shell(line.replace("N", digits)), ShellReading)


def test_a_line_tells_which_files_it_leaves_and_where_it_stands() -> None:
    reading = read_shell("cd /srv && echo 'rm x' > a.sh && date > b")
    assert reading.written == (("/srv/a.sh", "rm x\n"),)
    assert reading.cwd == "/srv"
    assert read_shell("(cd /srv); ls").cwd is None


def test_a_known_directory_is_joined_to_paths() -> None:
    assert effects("rm -rf data ../x /etc/y", cwd="/srv/app") == [
        "fs.delete path/=/etc/y",
        "fs.delete path/=/srv/app/data",
        "fs.delete path/=/srv/x",
    ]
    assert effects("git reset --hard", cwd="/srv/app") == ["vcs.discard path=/srv/app ref=HEAD"]


def test_commands_are_listed_without_their_wrappers() -> None:
    reading = read_shell("sudo -u x env A=1 git push && ssh db1 'rm *.log'")
    found = [([word.text for word in command.argv], command.why) for command in reading.commands]
    assert found == [
        (["git", "push"], "sudo, env"),
        (["rm", "*.log"], "after &&, ssh db1"),
    ]
    assert reading.commands[1].argv[1].known == "pattern"


def test_an_effect_says_where_it_stands() -> None:
    first, second = read_shell("true && sudo psql shop -c 'drop table x; drop table y'").effects
    assert first.why == "after &&, sudo, psql -c, statement 1"
    assert second.why == "after &&, sudo, psql -c, statement 2"


def test_what_a_line_does_not_say_is_there_as_unknown() -> None:
    assert effects("git push") == ["vcs.push remote?= branch?= ref?="]
    assert effects("stripe refunds create --charge ch_1") == ["money.move charge=ch_1 amount?="]
    assert effects("npm publish") == ["deploy.release package?= environment?="]


def test_readings_are_kept_for_the_next_time() -> None:
    assert read_shell("rm -rf /srv/kept") is read_shell("rm -rf /srv/kept")
