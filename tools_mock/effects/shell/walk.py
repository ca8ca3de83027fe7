"""The statements of a parsed line, walked in the order in which they would run.

The tree gives lists, pipes and bodies; the words of a simple command are cut from the source text
by `shell_commands`. A pipe hands the text that a command would print, as far as it is known, to
the next one. A tree with errors is walked all the same, and an opaque effect stands beside.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tools_mock.effects.kinds import opaque
from tools_mock.effects.shell.commands import Redirection, Simple, cut
from tools_mock.effects.shell.marks import END, certain, display, unknown
from tools_mock.effects.shell.parse import Source
from tools_mock.effects.shell.run import redirected, run_argv, run_parts
from tools_mock.effects.shell.scan import cleaned, lifted
from tools_mock.effects.shell.state import LONGEST_SCRIPT, Reading, Shell, TooMuch
from tools_mock.effects.shell.types import ShellReading
from tools_mock.effects.shell.words import expand, expand_one

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_ROUNDS = 32
"""A loop over more known items is followed for so many, then once for an unknown one."""

_DEEPEST_NESTING = 60
_SIMPLE = frozenset(
    {
        "command",
        "declaration_command",
        "unset_command",
        "variable_assignment",
        "variable_assignments",
    }
)
_WALKED = {
    "command_substitution": "_command_substitution",
    "process_substitution": "_process_substitution",
    "compound_statement": "_compound_statement",
    "list": "_list",
    "pipeline": "_pipeline",
    "negated_command": "_negated_command",
    "subshell": "_subshell",
    "redirected_statement": "_redirected_statement",
    "if_statement": "_if_statement",
    "case_statement": "_case_statement",
    "for_statement": "_for_statement",
    "c_style_for_statement": "_c_style_for_statement",
    "while_statement": "_while_statement",
    "function_definition": "_function_definition",
    **dict.fromkeys(
        """test_command word number string raw_string ansi_c_string translated_string concatenation
        simple_expansion expansion arithmetic_expansion array regex string_content variable_name
        file_redirect herestring_redirect heredoc_redirect file_descriptor subscript
        binary_expression unary_expression postfix_expression ternary_expression
        parenthesized_expression extglob_pattern brace_expression""".split(),
        "_substitutions",
    ),
}
"""Which method walks which kind of node; a kind that is not here is walked child by child."""

_HANDING_DOWN = frozenset({"list", "pipeline", "negated_command", "redirected_statement"})
_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})


Tail = tuple[Redirection, ...]


def read_line(command: str, files: Mapping[str, str], cwd: str | None) -> ShellReading:
    """See `read_shell`."""
    reading = Reading(files)
    start = cleaned(cwd) if cwd else None
    shell = Shell(reading, run_script, run_argv, cwd=start)
    try:
        run_script(shell, cleaned(command))
    except TooMuch as bound:
        reading.effects[("bound",)] = opaque(str(bound))
    except RecursionError:
        # The bounds on nesting count shells and statements, not each frame of the interpreter.
        reading.effects[("bound",)] = opaque("nested too deeply to follow")
    moved = shell.cwd if shell.cwd != start else None
    return ShellReading(
        effects=tuple(reading.effects.values()),
        commands=tuple(reading.commands),
        written=tuple((path, text) for path, text in reading.written.items() if certain(text)),
        cwd=moved if moved and certain(moved) else None,
    )


def run_script(shell: Shell, text: str) -> str:
    """Run a script in a shell; gives what it would print, marked where nobody knows."""
    if len(text) > LONGEST_SCRIPT:
        raise TooMuch("the line is too long to follow")
    source = Source(lifted(text, shell.reading.documents), shell.reading)
    if source.tree.has_error:
        shell.opaque("a part of the line does not parse")
    printed = _Walk(shell, source).sequence(source.tree)
    traps, shell.traps = shell.traps, ()
    for script in traps:
        run_script(shell.subshell("trap"), script)
    return printed


class _Walk:
    def __init__(self, shell: Shell, source: Source) -> None:
        self.shell = shell
        self.source = source

    def fork(self, why: str = "", *, stdin: str | None = None) -> _Walk:
        return _Walk(self.shell.subshell(why, stdin=stdin), self.source)

    def statement(self, node: Node, tail: Tail = ()) -> str:
        """Run one statement; gives what it prints.

        `tail` are redirections that the grammar hangs on a list or a pipe, but that belong to its
        last command.
        """
        kind = node.type
        if kind in _SIMPLE:
            return self._simple(self.source.of(node), tail)
        if tail and kind not in _HANDING_DOWN:
            return self._with_redirections(node, tail)
        name = _WALKED.get(kind)
        walk: Callable[..., str] | None = getattr(self, name) if name else None
        reading = self.shell.reading
        reading.nesting += 1
        if reading.nesting > _DEEPEST_NESTING:
            raise TooMuch("nested too deeply to follow")
        try:
            if tail and walk:
                return walk(node, tail)
            return walk(node) if walk else self.sequence(node)
        finally:
            reading.nesting -= 1

    def sequence(self, node: Node) -> str:
        """Run the statements below a node one after the other, up to an `exit`."""
        printed = []
        children = node.named_children
        for index, child in enumerate(children):
            if child.type == "comment":
                continue
            if index and not self.shell.where and not self.shell.after:
                self.shell.after = "after ;"
            printed.append(_line(self.statement(child)))
            if child.type == "command" and self._leaves(child):
                break
        return "".join(printed)

    def _leaves(self, node: Node) -> bool:
        first, *rest = self.source.of(node).split(None, 2) or [""]
        return first in ("exit", "return") or (
            first == "exec" and bool(rest) and rest[0][0] not in "<>&0123456789"
        )

    def _command_substitution(self, node: Node) -> str:
        self.shell.capture(self.source.of(node).removeprefix("$(").strip("`").removesuffix(")"))
        return ""

    def _process_substitution(self, node: Node) -> str:
        text = self.source.of(node)
        self.shell.connect(text[2:].removesuffix(")"), text[0])
        return ""

    def _substitutions(self, node: Node) -> str:
        """Conditions and words have no effect, but for the substitutions in them."""
        if node.type in _SUBSTITUTIONS:
            return self.statement(node)
        stack = [node]
        while stack:
            for child in stack.pop().named_children:
                if child.type in _SUBSTITUTIONS:
                    self.statement(child)
                else:
                    stack.append(child)
        return ""

    def _compound_statement(self, node: Node) -> str:
        if self.source.between(node.start_byte, node.start_byte + 2) == "((":
            return self._substitutions(node)
        return self.sequence(node)

    def _list(self, node: Node, tail: Tail = ()) -> str:
        printed = ""
        last = node.children[-1]
        for child in node.children:
            if child.is_named:
                printed += _line(self.statement(child, tail if child == last else ()))
            elif not self.shell.where:
                self.shell.after = f"after {child.type}"
        return printed

    def _pipeline(self, node: Node, tail: Tail = ()) -> str:
        parts = [child for child in node.named_children if child.type != "comment"]
        text = self.shell.stdin
        for index, child in enumerate(parts):
            inner = self.fork(stdin=text)
            if index and not inner.shell.where:
                inner.shell.after = "after |"
            text = inner.statement(child, tail if index == len(parts) - 1 else ())
        return text or ""

    def _negated_command(self, node: Node, tail: Tail = ()) -> str:
        return self.statement(node.named_children[-1], tail) if node.named_children else ""

    def _subshell(self, node: Node) -> str:
        return self.fork().sequence(node)

    def _redirected_statement(self, node: Node, tail: Tail = ()) -> str:
        body = node.child_by_field_name("body")
        if body is None or body.type == "redirected_statement" or body.type in _SIMPLE:
            return self._simple(self.source.of(node), tail)
        own, *rest = cut(self.source.between(body.end_byte, node.end_byte))
        printed = self.statement(body, (*own.redirections, *tail))
        if own.words:
            # Where the grammar lacks a construct, a command may hang on the redirection before it.
            rest = [Simple(own.assignments, own.words), *rest]
        return printed + "".join(run_parts(self.shell, parts) for parts in rest)

    def _simple(self, source: str, tail: Tail) -> str:
        commands = cut(source)
        commands[-1].redirections += tail
        return "".join(run_parts(self.shell, parts) for parts in commands)

    def _with_redirections(self, body: Node, redirections: Tail) -> str:
        shell, before = self.shell, self.shell.stdin

        def run(stdin: str | None) -> str:
            shell.stdin = stdin
            try:
                return self.statement(body)
            finally:
                shell.stdin = before

        return redirected(shell, redirections, run)

    def _if_statement(self, node: Node) -> str:
        """Run the conditions in turn and each branch on its own."""
        branches: list[_Walk] = []
        printed: list[str] = []
        in_condition, branch = True, None
        for child in node.children:
            if child.type == "then":
                in_condition, branch = False, self.fork()
                branches.append(branch)
            elif child.type in ("elif_clause", "else_clause"):
                other = self.fork()
                branches.append(other)
                printed.append(
                    other._if_statement(child)
                    if child.type == "elif_clause"
                    else other.sequence(child)
                )
            elif child.is_named and child.type != "comment":
                walk = self if in_condition or branch is None else branch
                printed.append(walk.statement(child))
        self.shell.adopt(branch.shell for branch in branches)
        return _either(printed)

    def _case_statement(self, node: Node) -> str:
        subject, branches, printed = "", [], []
        for child in node.named_children:
            if child.type != "case_item":
                subject = expand_one(self.source.of(child), self.shell)
                continue
            patterns, body = self._case_item(child)
            if certain(subject) and not any(_fits(subject, one) for one in patterns):
                continue
            branch = self.fork()
            branches.append(branch)
            printed += [branch.statement(statement) for statement in body]
            if certain(subject):
                break
        self.shell.adopt(branch.shell for branch in branches)
        return _either(printed)

    def _case_item(self, node: Node) -> tuple[list[str], list[Node]]:
        patterns: list[str] = []
        body: list[Node] = []
        behind = False
        for child in node.children:
            if child.type == ")":
                behind = True
            elif behind and child.is_named:
                body.append(child)
            elif child.is_named:
                patterns.append(display(expand_one(self.source.of(child), self.shell)))
        return patterns, body

    def _for_statement(self, node: Node) -> str:
        name, body, items = "", None, []
        for child in node.named_children:
            if child.type == "variable_name" and not name:
                name = self.source.of(child)
            elif child.type in ("do_group", "compound_statement"):
                body = child
            elif child.type != "comment":
                items += expand(self.source.of(child), self.shell)
        if not any(child.type == "in" for child in node.children):
            items = self.shell.variable("@") or [unknown("$@")]
        return self._rounds(name, items, body)

    def _rounds(self, name: str, items: list[str], body: Node | None) -> str:
        if body is None:
            return ""
        if len(items) > MOST_ROUNDS:
            items = [*items[:MOST_ROUNDS], unknown(f"${name}")]
        printed = ""
        for item in items:
            self.shell.assign(name, [item])
            printed += self.statement(body)
        return printed

    def _c_style_for_statement(self, node: Node) -> str:
        body = node.child_by_field_name("body")
        for child in node.named_children:
            if child != body:
                self._substitutions(child)
            if child.type == "variable_assignment":
                name = self.source.of(child.named_children[0])
                self.shell.assign(name, [unknown(f"${name}")])
        return self.statement(body) if body else ""

    def _while_statement(self, node: Node) -> str:
        """Run the condition and the body: for each line where `read` takes known ones."""
        body = node.child_by_field_name("body")
        conditions = [
            child
            for child in node.named_children
            if child.type not in ("do_group", "comment") and child != body
        ]
        lines = self.shell.stdin if self._reads_lines(conditions) else None
        rounds = [self.shell.stdin] if lines is None else _lines(lines)
        printed = ""
        before = self.shell.stdin
        for line in rounds:
            self.shell.stdin = line
            for condition in conditions:
                self.statement(condition)
            printed += self.statement(body) if body else ""
        self.shell.stdin = before
        return printed

    def _reads_lines(self, conditions: list[Node]) -> bool:
        return any("read" in cut(self.source.of(c))[0].words for c in conditions)

    def _function_definition(self, node: Node) -> str:
        body = node.child_by_field_name("body")
        name = node.child_by_field_name("name")
        if name is not None and body is not None:
            self.shell.functions[self.source.of(name)] = self.source.of(body)
        return ""


def _line(printed: str) -> str:
    """What nobody knows ends its line, so that what is printed next begins one."""
    return f"{printed}\n" if printed.endswith(END) else printed


def _fits(subject: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(subject, pattern)


def _either(printed: list[str]) -> str:
    """What one of several branches prints."""
    texts = [text for text in printed if text]
    return texts[0] if len(texts) == 1 else unknown() if texts else ""


def _lines(text: str) -> list[str]:
    lines = text.replace("\0", "\n").splitlines()
    if len(lines) > MOST_ROUNDS:
        return [*lines[:MOST_ROUNDS], unknown("line")]
    return lines or [unknown("line")]
