"""The pretend terminal: what a command line prints, by the files and tables of the state.

Plain lines of a few well-known commands are answered from the state and change it, so that what
was written can be read back. Any other command succeeds and prints nothing. Of a line that is not
plain (loops, substitutions), the commands are answered one after the other.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping

from tools_mock.catalog.sql.console import sql_reply
from tools_mock.catalog.terminal import changing, reading
from tools_mock.catalog.terminal.job import Job
from tools_mock.catalog.terminal.line import LineReader, NotPlain, Pipeline, Simple
from tools_mock.catalog.tree import MISSING, Tree
from tools_mock.effects.shell.reader import read_shell
from tools_mock.world import Reply, World

DEEPEST = 8
"""Scripts within scripts that are followed."""
MOST_PIPELINES = 500
"""Pipelines of a line that are answered."""
LONGEST_OUTPUT = 400_000


def shell_reply(world: World, command: str, *, cwd: str | None = None) -> Reply:
    """What the terminal prints for a line; a last line tells an exit code that is not 0."""
    session = _Session(world, Tree(world, cwd))
    session.run(command)
    text = "".join(session.printed).rstrip("\n")
    if session.code:
        text = f"{text}\n[exit code: {session.code}]".lstrip("\n")
    return Reply(text)


class _Session:
    def __init__(self, world: World, tree: Tree) -> None:
        self.world = world
        self.tree = tree
        self.printed: list[str] = []
        self.code = 0
        self.depth = 0
        self._length = 0

    def run(self, text: str) -> None:
        variables = {"HOME": "/root", "PWD": self.tree.cwd, "USER": "root"}
        self.depth += 1
        try:
            pipelines = LineReader(text, variables).pipelines()
        except NotPlain:
            self._one_by_one(text)
        else:
            for pipeline in pipelines[:MOST_PIPELINES]:
                failed = self.code != 0
                if (pipeline.after == "&&" and failed) or (pipeline.after == "||" and not failed):
                    continue
                self._pipe(pipeline)
        finally:
            self.depth -= 1

    def _one_by_one(self, text: str) -> None:
        for command in read_shell(text).commands[:MOST_PIPELINES]:
            words = [word.text for word in command.argv]
            if words and all(word.known == "whole" for word in command.argv):
                job = Job(words[0], words[1:], self.world, self.tree)
                self._do(job)
                self._print(job.out)
                self._print("".join(line + "\n" for line in job.err))
                self.code = job.code

    def _pipe(self, pipeline: Pipeline) -> None:
        piped: str | None = None
        for simple in pipeline.commands:
            piped = self._command(simple, piped)
        self._print(piped or "")

    def _command(self, simple: Simple, piped: str | None) -> str:
        """Run one command; gives what it hands on."""
        words = [
            word
            for one in simple.words
            for word in (self.tree.expand(one.text) if one.pattern else [one.text])
        ]
        job = Job(words[0] if words else "", words[1:], self.world, self.tree, piped)
        if simple.stdin is not None:
            job.stdin = simple.stdin
        if simple.source is not None:
            job.stdin = self.tree.read(simple.source)
            if job.stdin is None:
                job.program = "sh"
                job.fail(f"{simple.source}: {MISSING}")
        if job.code == 0:
            self._do(job)
        complaints = "".join(line + "\n" for line in job.err)
        if simple.merged:
            job.out += complaints
        elif not simple.hushed:
            self._print(complaints)
        self.code = job.code
        for target, appends in simple.outputs:
            before = (self.tree.read(target) or "") if appends else ""
            if not target.startswith("/dev/"):
                self.tree.write(target, before + job.out)
            job.out = ""
        return job.out

    def _do(self, job: Job) -> None:
        while job.program in _WRAPPERS:
            _unwrap(job)
        name = posixpath.basename(job.program)
        job.program = name
        if name == "cd":
            self._change_folder(job)
        elif name in _SHELLS:
            self._script(job)
        elif name in _CLIENTS:
            self._sql(job)
        elif name == "git":
            job.out = _from_state(self.world, job.args)
        elif name in _PROGRAMS:
            _PROGRAMS[name](job)

    def _change_folder(self, job: Job) -> None:
        target = next((word for word in job.args if not word.startswith("-")), "~")
        if self.tree.closed and not self.tree.is_folder(target):
            job.program = "cd"
            job.fail(f"{target}: {MISSING}")
        else:
            self.tree.cwd = self.tree.place(target)

    def _script(self, job: Job) -> None:
        """`sh -c text`, `sh file`, or a script that is piped in."""
        switches, values, operands = job.options("-c")
        text = values.get("-c", job.stdin if not operands else None)
        if text is None and operands:
            text = self.tree.read(operands[0])
            if text is None:
                job.fail(f"{operands[0]}: {MISSING}", 127)
        if text is not None and self.depth < DEEPEST:
            self.code = 0
            self.run(text)
            job.code = self.code

    def _sql(self, job: Job) -> None:
        _, values, operands = job.options(*_SQL_OPTIONS)
        path = values.get("-f", values.get("--file"))
        given = [values[name] for name in ("-c", "--command", "-e", "--execute") if name in values]
        if job.program.startswith("sqlite") and len(operands) > 1:
            given.append(" ".join(operands[1:]))
        if path is not None:
            text = self.tree.read(path)
            if text is None:
                job.fail(f"error: {path}: {MISSING}")
                return
            given.append(text)
        reply = sql_reply(self.world, "\n".join(given) if given else job.stdin or "")
        job.out = f"{reply.value}\n" if reply.value else ""
        job.code = 1 if reply.error else 0

    def _print(self, text: str) -> None:
        room = LONGEST_OUTPUT - self._length
        if text and room > 0:
            self.printed.append(text[:room])
            self._length += len(text)


def _unwrap(job: Job) -> None:
    """Take off `sudo`, `env` and their kin with their options."""
    valued = _WRAPPERS[job.program]
    rest = list(job.args)
    while rest and (rest[0].startswith("-") or "=" in rest[0]):
        option = rest.pop(0)
        if option in valued and rest:
            rest.pop(0)
    if job.program == "timeout" and rest:
        rest.pop(0)
    job.program, job.args = (rest[0], rest[1:]) if rest else ("", [])


def _from_state(world: World, args: list[str]) -> str:
    """`git status` prints `state.git.status`, and so on for its other commands."""
    kept = world.state.get("git")
    command = next((word for word in args if not word.startswith("-")), "")
    text = kept.get(command, "") if isinstance(kept, dict) else ""
    return f"{str(text).rstrip()}\n" if text else ""


def _false(job: Job) -> None:
    job.code = 1


_WRAPPERS: Mapping[str, frozenset[str]] = {
    "sudo": frozenset({"-u", "-g", "-h"}),
    "env": frozenset({"-u", "-C"}),
    "nohup": frozenset(),
    "time": frozenset(),
    "command": frozenset(),
    "timeout": frozenset({"-s", "-k"}),
    "nice": frozenset({"-n"}),
}
_SHELLS = frozenset({"sh", "bash", "zsh", "dash"})
_CLIENTS = frozenset({"psql", "mysql", "mariadb", "sqlite3"})
_SQL_OPTIONS = (
    *("-c", "--command", "-e", "--execute", "-f", "--file", "-h", "--host", "-d", "--dbname"),
    *("-U", "--username", "-u", "--user", "-p", "--port", "-P", "-D", "--database", "-v"),
)
_PROGRAMS: Mapping[str, Callable[[Job], None]] = {
    "cat": reading.cat,
    "less": reading.cat,
    "more": reading.cat,
    "head": reading.head,
    "tail": reading.tail,
    "wc": reading.wc,
    "grep": reading.grep,
    "ls": reading.ls,
    "find": reading.find,
    "pwd": reading.pwd,
    "echo": reading.echo,
    "printf": reading.printf,
    "false": _false,
    "rm": changing.rm,
    "rmdir": changing.rmdir,
    "mkdir": changing.mkdir,
    "touch": changing.touch,
    "tee": changing.tee,
    "cp": changing.cp,
    "mv": changing.mv,
}
