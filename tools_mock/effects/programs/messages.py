"""Mail and other words to people."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, or_unknown, program, thing


def _mail(call: Call) -> str | None:
    """`mail -s subject person`: everyone who is named gets it."""
    if call.has("-H", "-e") and not call.operands:
        return None
    if call.name in ("swaks", "sendemail", "sendgrid"):
        people = call.options.all("--to", "-t", "--cc", "--bcc")
    elif call.name in ("sendmail", "msmtp", "ssmtp"):
        people = call.operands or _headers(call.stdin)
    else:
        people = [*call.operands, *call.options.all("-c", "-b")]
    for name in call.options.all("-a", "-A", "--attach"):
        call.reads(name)
    for person in or_unknown([one for text in people for one in text.split(",") if one]):
        call.effect("message.send", thing("to", person))
    return ""


def _headers(text: str | None) -> list[str]:
    lines = (text or "").splitlines()
    return [line[3:].strip() for line in lines[:20] if line.lower().startswith("to:")]


def _message(call: Call) -> str | None:
    """`wall`, `write`, `slack`, `telegram-send`: words to people."""
    where = call.options.one("-c", "--channel", "--to", "-t")
    if where is None and call.name in ("write", "slackcat", "signal-cli"):
        where = next((text for text in call.operands if text not in ("send", "-u")), None)
    call.effect("message.send", thing("channel", where))
    return None


PROGRAMS: dict[str, Program] = {
    **each(
        "mail mailx Mail mutt neomutt sendmail msmtp ssmtp s-nail",
        program(
            _mail,
            "-s --subject -a -A --attach -c -b -r -S -i -e --to --from --cc --bcc --body -f "
            "--header",
        ),
    ),
    **each(
        "swaks sendemail sendgrid",
        program(_mail, "-t --to --cc --bcc -f --from -s --server --header --body -a --attach"),
    ),
    **each(
        "wall write slack slackcat telegram-send signal-cli notify matrix-commander apprise",
        program(_message, "-c --channel --to -t -m --message -u -b --body -T --title"),
    ),
}
