"""Test, build and lint runners, which are harmless unless they are asked to rewrite files."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, program

HARMLESS = """pytest py.test tox nox nose2 nosetests behave robot green stestr coverage mypy
    pyright pylint flake8 bandit vulture pydocstyle pycodestyle pyflakes semgrep codespell jest
    vitest mocha ava karma cypress playwright tap c8 nyc tsc vue-tsc svelte-check webpack vite
    esbuild rollup parcel tsup swc phpunit phpstan psalm pest phpcs rspec minitest cucumber gcc
    g++ clang clang++ cc c++ ld ar cmake ninja meson ctest javac kotlinc scalac rustc
    golangci-lint staticcheck gotestsum tflint tfsec checkov trivy kubeval kubeconform conftest
    ansible-lint yamale markdownlint vale cspell commitlint actionlint dockerfilelint detekt
    checkstyle spotbugs xcodebuild luacheck buf protoc mkdocs sphinx-build doxygen hugo jekyll
    pandoc pdflatex latexmk"""
"""They test, check, compile or render, and leave at most build products behind."""

_FIXES = frozenset(
    {
        "--fix",
        "--write",
        "-w",
        "--in-place",
        "-i",
        "--fix-only",
        "-a",
        "-A",
        "--autocorrect",
        "--autocorrect-all",
        "--auto-correct",
        "--unsafe-fixes",
    }
)
_CHECKS = frozenset(
    {
        "--check",
        "--check-only",
        "-c",
        "--diff",
        "-l",
        "--list-different",
        "--dry-run",
        "-n",
        "--verify-no-changes",
        "-d",
    }
)


def _harmless(call: Call) -> str | None:
    return None


def _fixer(call: Call) -> str | None:
    """A linter that rewrites files when it is asked to."""
    if call.options.flags & _FIXES:
        _rewrites(call)
    return None


def _formatter(call: Call) -> str | None:
    """A formatter that rewrites files unless it is asked to check."""
    if not call.options.flags & _CHECKS:
        _rewrites(call)
    return None


def _rewrites(call: Call) -> None:
    for text in call.operands or ["."]:
        call.effect("fs.write", call.path(text, recursive=True))


def _ruff(call: Call) -> str | None:
    verb = call.operands[0] if call.operands else "check"
    call.options.operands = call.operands[1:]
    if verb == "format":
        return _formatter(call)
    if verb == "clean":
        call.effect("fs.delete", call.path(".ruff_cache", recursive=True))
        return None
    return _fixer(call)


PROGRAMS: dict[str, Program] = {
    **each(HARMLESS, program(_harmless)),
    **each(
        "eslint stylelint tslint standard biome oxlint rubocop swiftlint sqlfluff clang-tidy",
        program(_fixer, "-c --config --ext --format -f --rulesdir --max-warnings"),
    ),
    **each(
        "black isort docformatter pyupgrade ktlint spotless",
        program(_formatter, "--line-length --config -t --target-version --profile"),
    ),
    **each(
        "prettier gofmt goimports shfmt clang-format autopep8 yapf rustfmt terraform-docs stylua "
        "autoflake",
        program(_fixer, "--config --parser -style --style"),
    ),
    "ruff": program(
        _ruff, "--config --select --ignore --output-format --target-version --line-length --exclude"
    ),
    "configure": program(_harmless),
}
