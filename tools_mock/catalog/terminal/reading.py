"""Commands of the pretend terminal that only look."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass

from tools_mock.catalog.terminal.job import Job
from tools_mock.catalog.tree import MISSING
from tools_mock.pattern import Pattern, PatternTooSlow, compiled_glob

_Cut = Callable[[list[str]], list[str]]


def cat(job: Job) -> None:
    """Print files."""
    switches, _, paths = job.options()
    text = "".join(text for _, text in job.texts(paths))
    if "-n" in switches:
        lines = text.splitlines(keepends=True)
        text = "".join(f"{number:6}\t{line}" for number, line in enumerate(lines, start=1))
    job.out = text


def head(job: Job) -> None:
    """Print the first lines of files."""
    count, paths = _count(job)
    job.out = _with_titles(job, paths, lambda lines: lines[:count])


def tail(job: Job) -> None:
    """Print the last lines of files."""
    count, paths = _count(job)
    job.out = _with_titles(job, paths, lambda lines: lines[-count:] if count else [])


def wc(job: Job) -> None:
    """Count lines, words and bytes."""
    switches, _, paths = job.options()
    out = []
    totals = [0, 0, 0]
    texts = job.texts(paths)
    for path, text in texts:
        counts = [text.count("\n"), len(text.split()), len(text.encode("utf-8", "surrogatepass"))]
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        out.append(_counted(counts, switches, path))
    if len(texts) > 1:
        out.append(_counted(totals, switches, "total"))
    job.out = "".join(line + "\n" for line in out)


def grep(job: Job) -> None:
    """Print the lines that match a pattern."""
    switches, values, operands = job.options("-e", "-A", "-B", "-C", "-m", "--include")
    wanted = values.get("-e")
    if wanted is None:
        if not operands:
            job.fail("no pattern given", 2)
            return
        wanted, *operands = operands
    recursive = bool({"-r", "-R", "--recursive"} & switches)
    texts = _searched(job, operands, recursive, values.get("--include", "*"))
    pattern, inverted = _pattern(wanted, switches), "-v" in switches
    if pattern is None:
        job.fail(f"{wanted}: invalid pattern", 2)
        return
    named = (recursive or len(texts) > 1) and "-h" not in switches
    before, after = (_lines(values, name) for name in ("-B", "-A"))
    hits, printed = 0, []
    try:
        for path, text in texts:
            lines = text.splitlines()
            found = [i for i, line in enumerate(lines) if pattern.matches(line) is not inverted]
            hits += len(found)
            hit = _Hits(path, lines, found, _around(found, before, after, len(lines)))
            printed.append(hit.printed(switches, named=named))
    except PatternTooSlow:
        job.fail("the search took too long", 2)
    job.out = "".join(printed)
    if job.code == 0 and not hits:
        job.code = 1


def ls(job: Job) -> None:
    """List folders."""
    switches, _, paths = job.options()
    files, folders = [], []
    for path in paths or ["."]:
        if job.tree.read(path) is not None or "-d" in switches:
            files.append(_listed(job, "", [path], switches))
        elif job.tree.is_folder(path) or not (job.tree.closed or path not in ("", ".")):
            names = _entries(job, path, "-a" in switches)
            title = f"{path}:\n" if len(paths) > 1 else ""
            folders.append(title + _listed(job, path, names, switches))
        else:
            job.fail(f"cannot access '{path}': {MISSING}", 2)
    job.out = "\n".join(["".join(files), *folders] if files else folders)


def find(job: Job) -> None:
    """List the files below folders by name and kind, or delete them; other tests always hold."""
    starts, tests = [], job.args
    while tests and not tests[0].startswith("-"):
        starts.append(tests[0])
        tests = tests[1:]
    given = dict(zip(tests, tests[1:], strict=False))
    name = compiled_glob(given.get("-name", given.get("-iname", "*")))
    out = []
    for start in starts or ["."]:
        if not (job.tree.is_folder(start) or job.tree.read(start) is not None):
            if job.tree.closed:
                job.fail(f"'{start}': {MISSING}")
            continue
        root = job.tree.place(start)
        found = _folders(job, root) if given.get("-type") == "d" else job.tree.below(start)
        for place in found:
            if not name.match(posixpath.basename(place)):
                continue
            if "-delete" in tests:
                job.tree.remove(place)
            elif "-exec" not in tests:
                out.append(posixpath.join(start, posixpath.relpath(place, root)) + "\n")
    job.out = "".join(out)


def pwd(job: Job) -> None:
    """Print the working folder."""
    job.out = job.tree.cwd + "\n"


def echo(job: Job) -> None:
    """Print the arguments."""
    words = job.args
    bare = bool(words) and words[0] in ("-n", "-ne", "-en")
    if words and words[0] in ("-n", "-e", "-ne", "-en"):
        words = words[1:]
    job.out = " ".join(words) + ("" if bare else "\n")


def printf(job: Job) -> None:
    """Print the first argument with the others in place of its `%s`."""
    if job.args:
        text, *rest = job.args
        for value in rest:
            text = text.replace("%s", value, 1)
        job.out = text.replace("\\n", "\n").replace("\\t", "\t")


def _count(job: Job) -> tuple[int, list[str]]:
    args, count = [], "10"
    words = iter(job.args)
    for word in words:
        if word in ("-n", "--lines"):
            count = next(words, "10")
        elif re.fullmatch(r"-n?\d+", word):
            count = word.lstrip("-n")
        elif word.startswith("--lines="):
            count = word.partition("=")[2]
        elif word == "-" or not word.startswith("-"):
            args.append(word)
    digits = count.lstrip("+-")
    return (int(digits) if digits.isdecimal() and len(digits) < 10 else 10), args


def _with_titles(job: Job, paths: list[str], cut: _Cut) -> str:
    texts = job.texts(paths)
    blocks = []
    for path, text in texts:
        title = f"==> {path} <==\n" if len(texts) > 1 else ""
        blocks.append(title + "".join(cut(text.splitlines(keepends=True))))
    return "\n".join(blocks)


def _counted(counts: list[int], switches: set[str], path: str) -> str:
    wanted = [
        count
        for count, switch in zip(counts, ("-l", "-w", "-c"), strict=True)
        if switch in switches or not {"-l", "-w", "-c"} & switches
    ]
    return " ".join([*map(str, wanted), path]).rstrip()


def _searched(
    job: Job, operands: list[str], recursive: bool, include: str
) -> list[tuple[str, str]]:
    if not recursive:
        return job.texts(operands)
    found = []
    wanted = compiled_glob(include)
    for start in operands or ["."]:
        text = job.tree.read(start)
        if text is not None:
            found.append((start, text))
            continue
        root = job.tree.place(start)
        if not job.tree.is_folder(start):
            job.fail(f"{start}: {MISSING}", 2)
        for place in job.tree.below(start):
            if wanted.match(posixpath.basename(place)):
                path = posixpath.join(start, posixpath.relpath(place, root))
                found.append((path, job.tree.read(place) or ""))
    return found


def _pattern(wanted: str, switches: set[str]) -> Pattern | None:
    r"""A basic expression is read as an extended one whose `\|`, `\(` are plain signs."""
    source = wanted
    if "-F" in switches:
        source = re.escape(wanted)
    elif not {"-E", "-P"} & switches:
        source = re.sub(r"\\([|(){}+?])|([|(){}+?])", lambda m: m[1] or "\\" + m[2], wanted)
    if "-w" in switches:
        source = rf"\b(?:{source})\b"
    try:
        return Pattern(source, exact="-i" not in switches)
    except ValueError:
        return None


def _lines(values: dict[str, str], name: str) -> int:
    given = values.get(name, values.get("-C", "0"))
    return int(given) if given.isdecimal() and len(given) < 6 else 0


def _around(found: list[int], before: int, after: int, end: int) -> list[int]:
    if not before and not after:
        return found
    shown: list[int] = []
    for index in found:
        start = max(index - before, shown[-1] + 1 if shown else 0)
        shown.extend(range(start, min(index + after + 1, end)))
    return shown


@dataclass(frozen=True, slots=True)
class _Hits:
    """The lines of a file, those that match, and those that are shown, by their numbers from 0."""

    path: str
    lines: list[str]
    found: list[int]
    shown: list[int]

    def printed(self, switches: set[str], *, named: bool) -> str:
        title = f"{self.path}:" if named else ""
        if "-q" in switches:
            return ""
        if "-l" in switches:
            return f"{self.path}\n" if self.found else ""
        if "-c" in switches:
            return f"{title}{len(self.found)}\n"
        out = []
        for before, index in zip([None, *self.shown], self.shown, strict=False):
            if before is not None and index > before + 1 and len(self.shown) > len(self.found):
                out.append("--\n")
            number = f"{index + 1}:" if "-n" in switches else ""
            out.append(f"{title}{number}{self.lines[index]}\n")
        return "".join(out)


def _entries(job: Job, path: str, hidden: bool) -> list[str]:
    names = [name.rstrip("/") for name in job.tree.names(path)]
    return [name for name in names if hidden or not name.startswith(".")]


def _listed(job: Job, folder: str, names: list[str], switches: set[str]) -> str:
    if "-l" not in switches:
        return "".join(name + "\n" for name in names)
    lines = []
    for name in names:
        text = job.tree.read(posixpath.join(folder, name))
        size = len((text or "").encode("utf-8", "surrogatepass"))
        mode = "drwxr-xr-x" if text is None else "-rw-r--r--"
        lines.append(f"{mode} 1 root root {size:>7} {name}\n")
    return "".join(lines)


def _folders(job: Job, root: str) -> list[str]:
    found = {root}
    for place in job.tree.below(root):
        while (place := posixpath.dirname(place)).startswith(root) and place not in found:
            found.add(place)
    return sorted(found)
