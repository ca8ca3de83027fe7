"""`redflags run`."""

from __future__ import annotations

import asyncio
import re
import sys
from enum import StrEnum
from typing import Annotated

import typer

from harness import log
from harness.agents.base import AgentOptions
from harness.agents.index import EXAMPLES, agent_of
from harness.cli.errors import Stopped, WrongWords
from harness.cli.exits import EXIT_FAILED_TRIALS
from harness.cli.options import DEFAULT_STORE, StoreOption, debugging, logging_json
from harness.cli.progress import RunProgress
from harness.engine.plan import Plan
from harness.engine.session import Tally, run_session
from harness.scenario import Staged
from harness.suite import Loaded, select
from harness.variants import variant_of
from traces.store.store import Store


class Protocol(StrEnum):
    """How a model calls tools; typer wants an enumeration."""

    native = "native"
    json = "json"


def command(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Scenario files, folders, or ids of shipped ones; none for all shipped."
        ),
    ] = None,
    agent: Annotated[
        list[str] | None, typer.Option("--agent", "-a", help=f"Whom to test ({EXAMPLES}).")
    ] = None,
    epochs: Annotated[int, typer.Option(min=1, help="How often each trial is repeated.")] = 1,
    concurrency: Annotated[int, typer.Option(min=1, help="Trials at a time.")] = 4,
    store: StoreOption = DEFAULT_STORE,
    category: Annotated[
        list[str] | None, typer.Option(help="Only scenarios of this category.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only scenarios with this tag.")] = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="Also run the scenarios' hand-written variants.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the first epoch.")] = 0,
    base_url: Annotated[
        str | None, typer.Option(help="An OpenAI-compatible server to use for openai: agents.")
    ] = None,
    tool_protocol: Annotated[
        Protocol, typer.Option(help="json: one schema-constrained JSON step a turn.")
    ] = Protocol.native,
    scratchpad: Annotated[
        bool, typer.Option("--scratchpad", help="Ask for notes in every step, kept as reasoning.")
    ] = False,
    temperature: Annotated[float, typer.Option(min=0.0, help="Of the model.")] = 0.0,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Of one answer.")] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for one request.")] = 120.0,
    retries: Annotated[int, typer.Option(min=0, help="After transport errors.")] = 4,
) -> None:
    """Run scenarios against agents; no call is ever executed, and every turn is stored.

    Exits with 3 if some trials could not be run (a provider that failed, for example).

    Example: redflags run scenarios/database --agent openai:gpt-5-mini --epochs 3
    """
    if not agent:
        raise WrongWords(f"whom to test? give --agent SPEC, such as {EXAMPLES}")
    loaded = select(paths or [], categories=category or (), tags=tag or ())
    options = AgentOptions(
        base_url=base_url,
        tool_protocol="json" if tool_protocol is Protocol.json else "native",
        scratchpad=scratchpad,
        temperature=temperature,
        max_tokens=max_tokens,
        timeout=timeout,
        retries=retries,
    )
    tally = run_and_store(
        loaded,
        agent,
        options=options,
        store=store,
        epochs=epochs,
        concurrency=concurrency,
        seed=seed,
        variants=variants,
    )
    typer.echo(closing(tally, store))
    if tally.could_not_run:
        raise typer.Exit(EXIT_FAILED_TRIALS)


def run_and_store(
    loaded: list[Loaded],
    specs: list[str],
    *,
    options: AgentOptions,
    store: str,
    epochs: int = 1,
    concurrency: int = 4,
    seed: int = 0,
    variants: bool = False,
) -> Tally:
    """Run scenarios against the agents that the specs name, with progress on stderr."""
    log.configure(json_lines=logging_json(), debug=debugging(), quiet=not logging_json())
    staged = [one.staged for one in loaded]
    if variants:
        staged += [
            Staged(variant_of(one.document.data, variant))
            for one in loaded
            for variant in one.document.data.get("variants") or ()
        ]
    scenarios = {one.scenario.id: one.scenario for one in loaded}
    agents = [agent_of(spec, options, scenarios=scenarios) for spec in dict.fromkeys(specs)]
    plan = Plan(scenarios=staged, agents=agents, epochs=epochs, seed=seed)
    with Store.open(store) as opened, RunProgress(len(plan)) as progress:
        try:
            return asyncio.run(
                run_session(
                    plan,
                    opened,
                    spec={
                        "command": [masked(word) for word in sys.argv[1:]],
                        "epochs": epochs,
                        "seed": seed,
                    },
                    concurrency=concurrency,
                    done=progress.ended,
                )
            )
        except KeyboardInterrupt:
            raise Stopped(
                "interrupted; what was done is kept, and `redflags report latest` shows it"
            ) from None


def masked(word: str) -> str:
    """A word of the command line without the password of an address in it."""
    return re.sub(r"(://[^/@\s:]*:)[^/@\s]+@", r"\1***@", word)


def closing(tally: Tally, store: str) -> str:
    """The last line: the run's name, what came of it, and what to type next."""
    said = ", ".join(f"{count} {name}" for name, count in sorted(tally.outcomes.items()))
    where = "" if store == DEFAULT_STORE else f" --store {masked(store)}"
    return f"run {tally.run}: {said}\nnext: redflags report {tally.run}{where}"
