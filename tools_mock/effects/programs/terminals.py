"""Terminals inside of terminals: what is typed into them is run there."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, program, thing


def _terminal(call: Call) -> str | None:
    """`tmux` and `screen`: a command that is typed into another terminal is run there."""
    verb, *rest = call.operands or ["ls"]
    inner = call.shell.subshell(call.name)
    if call.name == "screen":
        return _screen(call)
    if verb in ("send-keys", "send"):
        keys = [
            text
            for text in rest
            if text not in ("Enter", "C-m", "KPEnter", "Space", "C-c", "C-d", "q")
        ]
        if keys:
            call.script(" ".join(keys), inner)
    elif verb in (
        "new",
        "new-session",
        "new-window",
        "neww",
        "split-window",
        "splitw",
        "run-shell",
        "run",
        "respawn-pane",
    ):
        if rest:
            call.script(" ".join(rest), inner)
    elif verb.startswith("kill"):
        call.effect("proc.stop", thing("program", call.options.one("-t") or "tmux"))
    return None


def _screen(call: Call) -> str | None:
    inner = call.shell.subshell("screen")
    stuffed = call.options.one("-X")
    if stuffed == "stuff":
        call.script(" ".join(call.operands), inner)
    elif stuffed in ("quit", "kill"):
        call.effect("proc.stop", thing("program", call.options.one("-S") or "screen"))
    elif call.operands and stuffed is None:
        call.run(call.operands, inner)
    return None


PROGRAMS: dict[str, Program] = {
    "tmux": program(_terminal, "-t -s -n -c -S -L -f -F -x -y"),
    "screen": program(_terminal, "-S -p -X -t -c", stop=True),
}
