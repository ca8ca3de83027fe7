"""Python in a command line: well-known calls with literal arguments are read from its syntax tree.

Code that only computes and prints has no effect. What is neither known as harmless nor as an
effect makes the whole opaque, beside the effects that are certain.
"""

from __future__ import annotations

import ast

from tools_mock.effects.shell.marks import UNKNOWN, as_thing, certain, unknown
from tools_mock.effects.shell.state import Shell
from traces.model import Thing

_LONGEST = 50_000

HARMLESS_MODULES = frozenset(
    """sys json math re datetime time random statistics itertools functools collections string
    textwrap decimal fractions operator typing dataclasses enum hashlib base64 binascii uuid
    platform pprint csv copy heapq bisect calendar locale unicodedata difflib struct zlib
    os.path argparse io contextlib warnings inspect ast tokenize traceback zoneinfo""".split()
)
READING_MODULES = frozenset(
    {"os", "pathlib", "glob", "shutil", "subprocess", "tempfile", "sqlite3"}
)
"""Modules of which some calls have an effect; the others are judged by name below."""

HARMLESS_CALLS = frozenset(
    """print len str int float bool repr sorted sum min max abs round range enumerate zip map filter
    list dict set tuple any all isinstance type format ord chr hex bin id hash reversed next iter
    input dir vars super divmod pow slice bytes bytearray hasattr
    os.getcwd os.listdir os.environ.get os.getenv os.walk os.scandir os.stat os.cpu_count os.getpid
    os.uname os.access os.readlink os.get_terminal_size glob.glob glob.iglob
    shutil.which shutil.disk_usage pathlib.Path Path""".split()
)
"""Functions without an effect. Calls into `HARMLESS_MODULES`, `os.path` and on values are too."""

MUTATING_METHODS = frozenset(
    """unlink rmdir rename replace write_text write_bytes touch mkdir chmod symlink_to
    execute executescript executemany commit system popen run call check_call
    check_output Popen send post put patch delete request urlopen sendmail send_message
    connect save destroy drop remove""".split()
)
"""Methods that may have an effect on a value of unknown type."""

_DELETING = {
    "os.remove": False,
    "os.unlink": False,
    "os.rmdir": False,
    "os.removedirs": False,
    "shutil.rmtree": True,
}
_COMMANDS = frozenset(
    """os.system os.popen subprocess.run subprocess.call subprocess.check_call
    subprocess.check_output subprocess.Popen subprocess.getoutput subprocess.getstatusoutput
    os.execvp os.execv os.spawnvp""".split()
)
_MOVING = frozenset({"os.rename", "os.replace", "shutil.move"})
_COPYING = frozenset({"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree"})
_PATH_METHODS = {"unlink": "fs.delete", "rmdir": "fs.delete", "touch": "fs.write"}
_PATH_METHODS |= {"write_text": "fs.write", "write_bytes": "fs.write", "mkdir": "fs.write"}
_PATH_METHODS |= {"read_text": "fs.read", "read_bytes": "fs.read"}


def read_python(shell: Shell, code: str, why: str) -> None:
    """Report what Python code would do; `why` says where it stands."""
    if len(code) > _LONGEST:
        _unread(shell, f"{why}: code too long to follow")
        return
    try:
        tree = ast.parse(code.strip("\n"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        _unread(shell, f"{why}: Python that does not parse")
        return
    reader = _Reader(shell, why)
    reader.names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            reader.call(node)
    if reader.undecided:
        _unread(shell, f"{why}: Python calls {', '.join(sorted(reader.undecided)[:3])}")


def _unread(shell: Shell, why: str) -> None:
    shell.effect("proc.exec", Thing(name="program", value="python"), why=why)
    shell.opaque(why)


class _Reader:
    def __init__(self, shell: Shell, why: str) -> None:
        self.shell = shell
        self.why = why
        self.imported: dict[str, str] = {}
        self.known: dict[str, str] = {}
        self.defined: set[str] = set()
        self.undecided: set[str] = set()

    def names(self, tree: ast.AST) -> None:
        """Imports, literal variables and functions that the code defines itself."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self._import(alias.name, alias.asname or alias.name.split(".")[0], alias.name)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    source = f"{node.module or ''}.{alias.name}"
                    self._import(node.module or "", alias.asname or alias.name, source)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                self.defined.add(node.name)
            elif isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                if isinstance(target, ast.Name):
                    text = self.text(node.value)
                    repeated = target.id in self.known
                    self.known[target.id] = unknown(target.id) if repeated else text

    def _import(self, module: str, name: str, source: str) -> None:
        self.imported[name] = name if name == source.split(".")[0] else source
        root = module.split(".")[0]
        if module not in HARMLESS_MODULES and root not in HARMLESS_MODULES | READING_MODULES:
            self.undecided.add(f"import {module}")

    def text(self, node: ast.expr | None) -> str:
        """The text that an expression stands for, marked where nobody knows."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float):
            return str(node.value)
        if isinstance(node, ast.Name):
            return self.known.get(node.id, unknown(node.id))
        if isinstance(node, ast.JoinedStr):
            return "".join(map(self.text, node.values))
        if isinstance(node, ast.FormattedValue):
            return self.text(node.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.text(node.left) + self.text(node.right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return f"{self.text(node.left)}/{self.text(node.right)}"
        if isinstance(node, ast.Call) and self.name(node.func).endswith(("Path", "path.join")):
            return "/".join(map(self.text, node.args)) or "."
        if isinstance(node, ast.Call) and self.name(node.func).endswith("expanduser"):
            return self.text(node.args[0]) if node.args else unknown()
        return unknown("expression")

    def name(self, node: ast.expr) -> str:
        """The dotted name of a function, imports resolved; empty for a computed one."""
        if isinstance(node, ast.Name):
            return self.imported.get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            head = self.name(node.value)
            return f"{head}.{node.attr}" if head else ""
        return ""

    def call(self, node: ast.Call) -> None:
        """Report one call."""
        name = self.name(node.func)
        args = [*node.args, *(k.value for k in node.keywords if k.arg in ("path", "args", "src"))]
        if name in _DELETING:
            self._on("fs.delete", args[:1], recursive=_DELETING[name])
        elif name in _COMMANDS:
            self._command(args[0] if args else None)
        elif name in _MOVING:
            self._on("fs.delete", args[:1], recursive=True)
            self._on("fs.write", args[1:2])
        elif name in _COPYING:
            self._on("fs.read", args[:1], recursive=name.endswith("tree"))
            self._on("fs.write", args[1:2], recursive=name.endswith("tree"))
        elif name in ("open", "io.open"):
            self._open(node)
        elif name in ("os.makedirs", "os.mkdir", "os.truncate", "os.chmod"):
            self._on("fs.write", args[:1])
        elif isinstance(node.func, ast.Attribute) and not self._is_harmless(name):
            self._method(node.func, node, name)
        elif not self._is_harmless(name):
            self.undecided.add(name or "a computed function")

    def _is_harmless(self, name: str) -> bool:
        if not name:
            return False
        module = name.rsplit(".", 1)[0]
        return (
            name in HARMLESS_CALLS
            or name in self.defined
            or module in HARMLESS_MODULES
            or (module.split(".")[0] in HARMLESS_MODULES and module.split(".")[0] in self.imported)
        )

    def _method(self, function: ast.Attribute, node: ast.Call, name: str) -> None:
        """A method: of a path, of a value, or of something that nobody knows."""
        kind = _PATH_METHODS.get(function.attr)
        text = self.text(function.value)
        is_path = isinstance(function.value, ast.Call) and self.name(function.value.func).endswith(
            "Path"
        )
        if kind and (is_path or UNKNOWN not in text):
            self.shell.effect(kind, as_thing("path", self.shell.path(text)), why=self.why)
        elif function.attr in ("rename", "replace") and is_path:
            self._on("fs.delete", [function.value], recursive=True)
            self._on("fs.write", node.args[:1])
        elif function.attr in MUTATING_METHODS and not isinstance(function.value, ast.Constant):
            self.undecided.add(name or f".{function.attr}")
        elif name.split(".")[0] in READING_MODULES and name not in HARMLESS_CALLS:
            if not name.startswith("os.path."):
                self.undecided.add(name)

    def _on(self, kind: str, nodes: list[ast.expr], *, recursive: bool = False) -> None:
        for node in nodes:
            path = as_thing("path", self.shell.path(self.text(node)), recursive=recursive)
            self.shell.effect(kind, path, why=self.why)

    def _open(self, node: ast.Call) -> None:
        modes = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "mode")]
        mode = self.text(modes[0]) if modes else "r"
        if not certain(mode) or set(mode) & set("wax+"):
            self._on("fs.write", node.args[:1])
        else:
            self._on("fs.read", node.args[:1])

    def _command(self, node: ast.expr | None) -> None:
        """`os.system("…")`, `subprocess.run([…])`."""
        if isinstance(node, ast.List | ast.Tuple):
            words = [self.text(element) for element in node.elts]
            self.shell.start(self.shell, words)
            return
        text = self.text(node)
        if text[:1] == UNKNOWN or not text:
            self.undecided.add("a command that nobody knows")
        else:
            self.shell.run(self.shell.subshell(), text)
