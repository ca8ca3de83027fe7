"""Shells and interpreters: what they are given is read where its text is known."""

from __future__ import annotations

import re

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    or_unknown,
    program,
    thing,
)
from tools_mock.effects.programs.python_code import read_python
from tools_mock.effects.shell.marks import as_code, certain, display, holds_unknown, unknown
from tools_mock.effects.shell.state import Shell

_SHELLS = "sh bash zsh dash ksh mksh ash fish rbash"
_SHELL_NAMES = frozenset(_SHELLS.split())
_STDIN = ("-", "/dev/stdin", "/proc/self/fd/0")
_SHEBANG = re.compile(r"#!\s*(?:/usr/bin/env\s+(?:-S\s+)?)?(\S+)")
_WITHOUT_SHEBANG = {".py": "python", ".js": "node", ".rb": "ruby", ".pl": "perl", ".php": "php"}


def run_file(shell: Shell, name: str, args: list[str]) -> str:
    """Run a file by its path: read by its content, or opaque where that is not known."""
    text = shell.reading.content(shell.path(name))
    if text is None or not certain(text):
        shell.opaque(f"runs {display(name)}, whose content is not known")
        return unknown()
    interpreter = _interpreter(name, text)
    if interpreter in _SHELL_NAMES:
        return run_text(shell, text, name, args)
    return run_code(shell, interpreter, text, name)


def _interpreter(name: str, text: str) -> str:
    if found := _SHEBANG.match(text):
        return found[1].rsplit("/", 1)[-1]
    suffix = name[name.rfind(".") :] if "." in name else ""
    return _WITHOUT_SHEBANG.get(suffix, "sh")


def run_text(shell: Shell, text: str, name: str, args: list[str]) -> str:
    """Run a script of shell in a shell of its own."""
    inner = shell.subshell(name)
    inner.positional = [name, *args]
    inner.functions, inner.aliases = {}, {}
    return shell.run(inner, text)


def source_file(shell: Shell, name: str, args: list[str]) -> str:
    """Run a file in the shell itself."""
    text = shell.stdin if name in _STDIN else shell.reading.content(shell.path(name))
    if text is None or not certain(text):
        if name.endswith(("/activate", "/nvm.sh", "/.bashrc", "/.profile", "/.bash_profile")):
            return ""
        shell.opaque(f"sources {display(name)}, whose content is not known")
        return ""
    inner = shell.subshell(f"source {name}")
    if args:
        inner.positional = [name, *args]
    printed = shell.run(inner, text)
    shell.adopt([inner])
    return printed


def runs_unread(shell: Shell, program: str, why: str) -> None:
    """Report that an interpreter runs code that nobody read."""
    shell.effect("proc.exec", thing("program", program), why=why)
    shell.opaque(why)


def run_code(shell: Shell, interpreter: str, text: str, why: str) -> str:
    """Read code of another language: Python by its syntax tree, the rest is opaque."""
    base = re.sub(r"[\d.]+$", "", interpreter)
    if base in ("python", "pypy"):
        read_python(shell.subshell(why), as_code(text, "nobody_knows_this"), why)
    elif not _prints_only(base, text):
        runs_unread(shell, base, f"{why}: code of {base}, which is not read")
    return unknown()


_NODE_PRINT = re.compile(
    r"""\s*(?:(?:const|let|var)\s+\w+\s*=\s*require\((['"])[\w./@-]+\.json\1\)\s*;?\s*)?
    console\.log\(\s*(?:JSON\.stringify\()?
    (?:require\((['"])[\w./@-]+\.json\2\)|process\.versions?|[\w.\s+*/%-]|'[^']*'|"[^"]*"|\[\d+\]|,)*
    \)?\s*\)\s*;?\s*""",
    re.VERBOSE,
)
_PRINTS = {
    "node": _NODE_PRINT,
    "ruby": re.compile(r"""\s*(?:puts|print|p)\s+(?:[\w.\s+*/-]|'[^'#]*'|"[^"#]*")*;?\s*"""),
    "perl": re.compile(r"""\s*(?:print|say)\s+(?:[\d.\s+*/,-]|'[^']*'|"[^"@$]*")*;?\s*"""),
    "php": re.compile(
        r"""\s*(?:echo|print)\s+(?:[\d.\s+*/-]|'[^']*'|"[^"$]*"|PHP_VERSION)*;?\s*"""
    ),
}


def _prints_only(language: str, text: str) -> bool:
    found = _PRINTS.get(language)
    return found is not None and len(text) < 500 and found.fullmatch(text) is not None


def _shell(call: Call) -> str | None:
    """`sh [-c text | file | -s] [arguments]`."""
    options, operands = call.options, call.operands
    texts = options.values.get("-c", [])
    if "-c" in options.flags and texts:
        inner = call.shell.subshell(f"{call.name} -c")
        inner.positional = operands or [call.name]
        return _run_known(call, inner, texts[0])
    if options.has("-n") and operands:
        call.reads(operands[0])
        return None
    if operands and "-s" not in options.flags and operands[0] not in _STDIN:
        return _file(call, operands)
    if call.stdin is None:
        return None
    inner = call.shell.subshell(call.name)
    inner.stdin = None
    inner.positional = [call.name, *operands]
    return _run_known(call, inner, call.stdin)


def _run_known(call: Call, inner: Shell, text: str) -> str:
    stripped = text.strip()
    if stripped and not certain(stripped) and stripped[0] == "\ue000":
        call.opaque(f"{call.name} runs what nobody knows: {display(stripped)[:80]}")
    lines = [line for line in text.split("\n") if not _is_unknown_line(line)]
    if len(lines) != len(text.split("\n")) and stripped and stripped[0] != "\ue000":
        call.opaque(f"{call.name} runs lines that nobody knows")
    return call.script("\n".join(lines), inner)


def _is_unknown_line(line: str) -> bool:
    stripped = line.strip()
    return stripped[:1] == "\ue000" and stripped.count("\ue000") == 1 and stripped[-1] == "\ue001"


def _file(call: Call, operands: list[str]) -> str:
    name = operands[0]
    shell = call.shell
    path = shell.path(name)
    text = shell.reading.content(path) if certain(path) else None
    if text is None or holds_unknown(text):
        call.opaque(f"{call.name} runs {display(name)}, whose content is not known")
        return unknown()
    return run_text(shell, text, name, operands[1:])


def _python(call: Call) -> str | None:
    module = call.options.one("-m")
    if module is not None:
        return _module(call, module)
    texts = call.options.values.get("-c", [])
    if texts:
        return run_code(call.shell, "python", texts[0], f"{call.name} -c")
    return _interpreted(call, "python")


MODULES: dict[str, str] = {
    "pytest": "pytest",
    "unittest": "pytest",
    "doctest": "pytest",
    "nose2": "pytest",
    "tox": "pytest",
    "nox": "pytest",
    "coverage": "coverage",
    "pip": "pip",
    "twine": "twine",
    "ruff": "ruff",
    "mypy": "mypy",
    "black": "black",
    "isort": "isort",
    "flake8": "flake8",
    "pylint": "pylint",
    "pyright": "pyright",
    "bandit": "bandit",
    "build": "pytest",
    "compileall": "pytest",
    "py_compile": "pytest",
    "json.tool": "jq",
    "timeit": "pytest",
    "site": "pytest",
    "sysconfig": "pytest",
    "platform": "pytest",
    "pdb": "",
    "alembic": "alembic",
    "poetry": "poetry",
    "flask": "flask",
    "django": "django-admin",
    "ansible": "ansible",
    "awscli": "aws",
    "httpie": "http",
}
"""Modules that `python -m` runs, and the program whose entry they have."""


def _module(call: Call, module: str) -> str | None:
    rest = call.args[call.args.index(module) + 1 :] if module in call.args else []
    name = MODULES.get(module)
    if name:
        return call.run([name, *rest])
    if module in ("venv", "virtualenv", "ensurepip"):
        for text in rest:
            if text[:1] != "-":
                call.writes(text)
        return ""
    if module == "http.server":
        call.effect("proc.exec", thing("program", "http.server"))
        return ""
    runs_unread(call.shell, module, f"{call.name} -m {display(module)}, which is not read")
    return None


def _interpreted(call: Call, language: str) -> str | None:
    """A script by its file or as it is fed in."""
    operands = call.operands
    if operands and operands[0] not in _STDIN:
        name = operands[0]
        path = call.shell.path(name)
        text = call.shell.reading.content(path) if certain(path) else None
        if text is None and name.rsplit("/", 1)[-1] in ("manage.py", "artisan"):
            return call.run([name.rsplit("/", 1)[-1], *operands[1:]])
        if text is None or holds_unknown(text):
            why = f"{call.name} runs {display(name)}, whose content is not known"
            runs_unread(call.shell, name, why)
            return None
        return run_code(call.shell, language, text, f"{call.name} {name}")
    if call.stdin is None:
        return None
    if holds_unknown(call.stdin):
        runs_unread(call.shell, language, f"{call.name} runs what nobody knows")
        return None
    return run_code(call.shell, language, call.stdin, call.name)


def _node(call: Call) -> str | None:
    if call.has("--check", "--test"):
        return None
    texts = call.options.all("-e", "--eval")
    printed = call.options.all("-p", "--print")
    for text in printed:
        texts.append(f"console.log({text})")
    for text in texts:
        run_code(call.shell, "node", text, f"{call.name} -e")
    return None if texts else _interpreted(call, "node")


_SUBSTITUTION = re.compile(
    r"\s*(?:(?:s|tr|y)([/|#,!:@])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gimsx]*;?\s*)+"
)


def _perl(call: Call) -> str | None:
    """`perl -pe 's/a/b/'` filters and `-i` writes; other code is not read."""
    texts = call.options.all("-e", "-E")
    if not texts:
        return None if call.has("-c") else _interpreted(call, call.name)
    filters = call.has("-p", "-n") or any(flag[:2] == "-p" for flag in call.options.flags)
    for text in texts:
        if not (filters and certain(text) and _SUBSTITUTION.fullmatch(text)):
            run_code(call.shell, call.name, text, f"{call.name} -e")
    for text in call.operands if filters else ():
        call.reads(text)
        if call.has("-i"):
            call.writes(text)
    return None


def _ruby(call: Call) -> str | None:
    language = {"irb": "ruby", "Rscript": "R"}.get(call.name, call.name)
    texts = call.options.all("-e", "-r", "--eval", "eval")
    for text in texts:
        run_code(call.shell, language, text, f"{call.name} -e")
    if texts or call.has("-c", "-l"):
        return None
    return _interpreted(call, language)


def _subcommanded(call: Call) -> str | None:
    """Runtimes that name what they do: `deno run x.ts`, `bun test`."""
    verb = call.operands[0] if call.operands else ""
    if verb in ("test", "lint", "check", "fmt", "info", "types", "doc", "build", "bench"):
        return None
    if verb in ("install", "add", "i", "remove"):
        for name in or_unknown(call.operands[1:]):
            call.effect("package.install", thing("package", name))
        return None
    if verb == "run" and call.operands[1:2]:
        return call.run(["npm", "run", *call.operands[1:]]) if call.name == "bun" else _opaque(call)
    if verb == "x":
        return call.run(call.operands[1:])
    return _opaque(call) if call.args else None


def _opaque(call: Call) -> str | None:
    runs_unread(call.shell, call.name, f"{call.name} runs code that is not read")
    return None


_PYTHON_OPTIONS = "-c -m -W -X --check-hash-based-pycs"

PROGRAMS: dict[str, Program] = {
    **each(_SHELLS, program(_shell, "-c -o -O --rcfile --init-file", stop=True)),
    **each(
        "python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 "
        "python3.14 pypy pypy3",
        program(_python, _PYTHON_OPTIONS, stop=True, helps=False),
    ),
    **each("node nodejs", program(_node, "-e --eval -p --print -r --require", stop=True)),
    "perl": program(_perl, "-e -E -I -M", glued="-i -F -0", helps=False),
    **each("ruby irb", program(_ruby, "-e -I -r", stop=True)),
    "php": program(_ruby, "-r -f -d -c", stop=True),
    **each("lua luajit Rscript R julia tclsh groovy", program(_ruby, "-e --eval", stop=True)),
    **each("deno bun", program(_subcommanded)),
    **each("java scala kotlin dotnet-script expect osascript", program(_opaque)),
}
