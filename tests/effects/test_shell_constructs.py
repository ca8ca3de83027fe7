"""However the constructs of the shell are put together, no command in them is overlooked."""

from __future__ import annotations

import re
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from tools_mock.effects.shell.reader import read_shell

COMMANDS = (
    "rm NAME",
    "/bin/rm -f NAME",
    "'rm' \"NAME\"",
    "r\"m\" \\\n $'NAME'",
    "\\rm NAME",
    "sudo rm -- NAME",
    "A=1 rm NAME >/dev/null 2>&1",
    ">/dev/null rm NAME",
    "! rm NAME </dev/null",
    "time rm NAME <<<x",
    "env A=1 nohup rm NAME 2>/dev/null >&2",
)
ON_ONE_LINE = (
    "{0} && {1}",
    "{0}; {1}",
    "{0} || {1}",
    "{0} | {1}",
    "{0} |& {1}",
    "echo $({0})",
    'export X="$({0}; {1})"',
    "cat <({0}) > >({1})",
    "[[ -n $({0}) && a == b* ]]",
    'echo "${{X:-$({0})}}"',
    "Y=(a $({0}))",
    "echo $(( $({0}) + 1 ))",
    "({0}; {1}) | cat",
    "{{ {0}; {1}; }} > /dev/null",
    "! {{ {0}; }}",
    "for i in a 'b c'; do {0}; {1}; done",
    "for ((i=0; i<3; i++)); do {0}; done",
    "if {0}; then {1}; else {0}; fi",
    "if [ -f x ]; then {0}; elif {1}; then true; fi | cat",
    "while {0}; do {1}; done < f",
    "until {0}; do {1}; done",
    "case $x in a|b) {0} ;; (c) {1};; *) ;; esac",
    "select z in a b; do {0}; done",
)
ON_MORE_LINES = (
    "echo a\\ b \"c (d\" 'e'\\''f' # {{g\n{0}",
    "{0}\n{1}",
    "{0} &\n{1}",
    "{0}\n\n# rm no\n{1}",
    "if {0}\nthen\n{1}\nfi",
    "for i in a\ndo {0} # c\ndone\n{1}",
    "case $x in\n  a)\n    {0}\n    ;;\n  *) {1}\nesac",
    "{{\n{0}\n{1}\n}} || exit_not",
    "f() {{\n{0}\n}}\nf\n{1}",
    "function g {{ {0}; }}\ng; {1}",
    "cat <<'E' && {0}\nit's (a `b\nE\n{1}",
    'cat > f <<E; {0}\nplain "text\nE\n{1}',
    "cat <<A <<-B | cat\n1\nA\n2\n\tB\n{0}\n{1}",
    "sh <<'E'\n{0}\n{1}\nE",
    "({0}\n{1}\n) | cat\n  command true 2>&1",
)


def combined(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def filled(template: str, first: str, second: str) -> str:
        if "\n" in first + second and template in ON_ONE_LINE:
            template = "{0}\n{1}"
        if "<<" in template and ("\n" in first or "E\n" in second):
            template = "{0}\n{1}"
        return (
            template.replace("{0}", first)
            .replace("{1}", second)
            .replace("{{", "{")
            .replace("}}", "}")
        )

    return st.builds(filled, st.sampled_from(ON_ONE_LINE + ON_MORE_LINES), children, children)


scripts = st.recursive(st.sampled_from(COMMANDS), combined, max_leaves=20)


@given(scripts)
def test_no_command_in_any_construct_is_overlooked(script: str) -> None:
    numbers = count(1)
    script = re.sub("NAME", lambda _: f"u{next(numbers)}", script)
    found = {
        str(thing.value)
        for effect in read_shell(script).effects
        if effect.kind == "fs.delete"
        for thing in effect.on
    }
    assert found == {f"u{number}" for number in range(1, next(numbers))}
