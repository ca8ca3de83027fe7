"""The one-way order of the packages, and what the command line may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ORDER = ("traces", "tools_mock", "judges", "harness")
"""From the ground floor up: a package imports itself and what stands before it."""
DATA = "scenarios"
REASON = "imported here"


def _modules() -> dict[str, ast.Module]:
    found = {}
    for package in ORDER:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


MODULES = _modules()


def _targets(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield whole if whole in MODULES else str(node.module)


def _imports(tree: ast.Module) -> set[str]:
    return {target for node in ast.walk(tree) for target in _targets(node)}


def test_imports_run_one_way() -> None:
    wrong = []
    for name, tree in MODULES.items():
        rank = ORDER.index(name.split(".")[0])
        for target in _imports(tree):
            top = target.split(".")[0]
            if top in ORDER and ORDER.index(top) > rank:
                wrong.append(f"{name} imports {target}")
            if top == DATA and ORDER[rank] != "harness":
                wrong.append(f"{name} imports the data of {target}")
            if top in ("tests", "benchmarks"):
                wrong.append(f"{name} imports {target}")
    assert not wrong


def test_no_module_is_part_of_a_circle() -> None:
    graph = {name: {t for t in _imports(tree) if t in MODULES} for name, tree in MODULES.items()}
    state: dict[str, int] = {}
    circles = []

    def visit(name: str, way: tuple[str, ...]) -> None:
        if state.get(name) == 2:
            return
        if state.get(name) == 1:
            circles.append(" -> ".join((*way[way.index(name) :], name)))
            return
        state[name] = 1
        for target in sorted(graph[name] - {name}):
            visit(target, (*way, name))
        state[name] = 2

    for name in graph:
        visit(name, ())
    assert not circles


def test_packages_hold_a_docstring_and_import_nothing() -> None:
    for package in (*ORDER, DATA):
        for path in (ROOT / package).rglob("__init__.py"):
            body = ast.parse(path.read_text(encoding="utf-8")).body
            assert len(body) == 1 and isinstance(body[0], ast.Expr), path


def test_an_import_inside_a_function_says_why() -> None:
    silent = []
    for package in ORDER:
        for path in sorted((ROOT / package).rglob("*.py")):
            lines = path.read_text(encoding="utf-8").splitlines()
            for function in ast.walk(ast.parse("\n".join(lines))):
                if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                for node in ast.walk(function):
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        above = "\n".join(lines[max(0, node.lineno - 6) : node.lineno - 1])
                        if REASON not in above.casefold():
                            silent.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not silent


def test_source_files_stay_small() -> None:
    large = [
        f"{path.relative_to(ROOT)}: {count} lines"
        for package in ORDER
        for path in (ROOT / package).rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 400
    ]
    assert not large


HEAVY = ("langchain", "langchain_core", "langgraph", "sqlmodel", "sqlalchemy", "openai", "httpx")


def _loaded_by(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split("\n")[-2].split())


def test_help_loads_nothing_heavy() -> None:
    code = (
        "sys.argv = ['redflags', '--help']\n"
        "from harness.cli.app import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    loaded = _loaded_by(code)
    assert not loaded & {*HEAVY, "pydantic", "yaml", "rich", "structlog", "jsonschema", "sqlglot"}


@pytest.mark.parametrize("module", ["lint", "score"])
def test_lint_and_score_load_neither_a_database_nor_a_model_framework(module: str) -> None:
    assert not _loaded_by(f"import harness.cli.{module}") & set(HEAVY)


def test_report_loads_no_model_framework() -> None:
    loaded = _loaded_by("import harness.cli.report")
    assert not loaded & (set(HEAVY) - {"sqlmodel", "sqlalchemy"})
