"""The command `redflags`: finds the command's own file, runs it, and turns errors into sentences.

Only the file of the command that is asked for is imported, so that `--help` costs nothing.

Exit codes: 0 done; 1 a gate or lint failed; 2 the words or the files were wrong; 3 some trials
could not be run.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

from harness.cli.exits import EXIT_FAILED_TRIALS, EXIT_WRONG

COMMANDS: Mapping[str, str] = {
    "demo": "Run the shipped scenarios with four scripted agents and print the report.",
    "run": "Run scenarios against agents and store what happened.",
    "score": "Score a stored run, recorded trajectories or golden cases again.",
    "report": "Print a run's rates, with intervals, and what was left out.",
    "show": "Print one trajectory with the evidence marked in place.",
    "lint": "Prove scenarios: check them, play their proofs, damage their expectations.",
    "schema": "Print the JSON Schema of the scenario file, for editors.",
    "runs": "List the runs of a store.",
}
PACKAGES = ("harness", "tools_mock", "judges", "traces", "scenarios")
_ANYWHERE = ("--debug", "--log-json")
_HELP = """Did the agent see the red flag in a tool's output, and did it change what it did?

Scenarios put a warning into what mocked tools answer; no call is ever executed. Begin with
`redflags demo`.

Exit codes: 0 done; 1 a gate or lint failed; 2 the words or the files were wrong; 3 some trials
could not be run.
"""


def main() -> None:
    """Run the command line of this process."""
    _check_packages()
    _say_what_can_be_said()
    words = sys.argv[1:]
    debug = "--debug" in words
    app = _application(words)
    try:
        app(args=_global_options_first(words), prog_name="redflags", standalone_mode=True)
    except KeyboardInterrupt:
        _say("interrupted")
        sys.exit(EXIT_FAILED_TRIALS)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if debug:
            raise
        sys.exit(_sentences(error))


def _say_what_can_be_said() -> None:
    """Let a stream that can't write a sign write its escape instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _sentences(error: Exception) -> int:
    """Say what is wrong, and give the exit code."""
    # Imported here: only errors need it, and it brings YAML and pydantic along.
    from harness.cli.errors import known

    found = known(error)
    if found is None:
        _say(f"{type(error).__name__}: {error} (this is a bug; --debug shows where)")
        return EXIT_FAILED_TRIALS
    for sentence in found.sentences:
        _say(sentence)
    return found.code


def _say(sentence: str) -> None:
    sys.stderr.write(f"redflags: {sentence}\n")


def _application(words: list[str]) -> typer.Typer:
    app = typer.Typer(
        help=_HELP,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    asked = next((word for word in words if word in COMMANDS), None)
    completing = "_REDFLAGS_COMPLETE" in os.environ
    for name, summary in COMMANDS.items():
        function = _command(name) if completing or name == asked else _stub
        app.command(name, short_help=summary)(function)
    return app


def _version(asked: bool) -> None:
    if asked:
        # Imported here: it is slow, and only this option needs it.
        from importlib.metadata import version as installed

        typer.echo(installed("redflags"))
        raise typer.Exit


def _options(
    debug: bool = typer.Option(False, "--debug", help="Log details, and show tracebacks."),
    log_json: bool = typer.Option(False, "--log-json", help="Log JSON lines to stderr."),
    version: bool = typer.Option(
        False, "--version", help="Print the version and end.", is_eager=True, callback=_version
    ),
) -> None:
    os.environ["REDFLAGS_DEBUG"] = "1" if debug else ""
    os.environ["REDFLAGS_LOG_JSON"] = "1" if log_json else ""


def _stub() -> None:
    """Stands for a command that was not asked for, in the list of commands."""


def _command(name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = import_module(f"harness.cli.{name}").command
    return function


def _global_options_first(words: list[str]) -> list[str]:
    """The words with the options that may stand anywhere moved to the front."""
    end = words.index("--") if "--" in words else len(words)
    moved = [word for word in words[:end] if word in _ANYWHERE]
    return [*moved, *(word for word in words[:end] if word not in _ANYWHERE), *words[end:]]


def _check_packages() -> None:
    """Say which foreign package stands in the way, where one of ours is shadowed."""
    root = Path(__file__).resolve().parents[2]
    for name in PACKAGES:
        spec = find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
        if [Path(place).resolve() for place in places] != [root / name]:
            where = places[0] if places else "nowhere"
            _say(
                f"the package {name!r} is found in {where}, not in {root}: another distribution "
                "of that name stands in the way; install redflags in an environment of its own"
            )
            sys.exit(EXIT_WRONG)


if __name__ == "__main__":
    main()
