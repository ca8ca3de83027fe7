"""Releases and services: `deploy`, `list_deployments`, `restart_service`."""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import said, schema, text
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.values import equal
from tools_mock.world import Reply, World
from traces.model import Effect

_PLACE = "production"


def _deploy(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (
        effect(
            "deploy.release",
            things("service", args.get("service")),
            things("version", args.get("version")),
            things("environment", args.get("environment")),
        ),
    )


def _list(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    service = args.get("service")
    return (effect("infra.read", things("service", service) if service else ()),)


def _restart(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    """As for `systemctl restart`: the service is stopped, and what runs is changed."""
    service = things("service", args.get("service"))
    # Without any arguments they were not recorded, so that the default says nothing.
    environment = things("environment", args.get("environment", _PLACE) if args else None)
    return tuple(
        effect(kind, service, environment, why="restart") for kind in ("infra.change", "proc.stop")
    )


def _deploy_answer(world: World, args: Args) -> Reply:
    deployments = world.rows("deployments")
    made = {
        "id": f"deploy-{len(deployments) + 1}",
        "service": said(args, "service"),
        "version": said(args, "version"),
        "environment": said(args, "environment"),
        "status": "succeeded",
    }
    deployments.append(made)
    return Reply(made)


def _list_answer(world: World, args: Args) -> Reply:
    found = [
        one
        for one in world.rows("deployments")
        if all(
            args.get(name) is None or (isinstance(one, dict) and equal(one.get(name), args[name]))
            for name in ("service", "environment")
        )
    ]
    return Reply(found)


def _restart_answer(world: World, args: Args) -> Reply:
    service, environment = said(args, "service"), said(args, "environment", _PLACE)
    world.rows("restarts").append({"service": service, "environment": environment})
    return Reply({"service": service, "environment": environment, "status": "running"})


_SERVICE = text("Name of the service.", role="identifier")
_ENVIRONMENT = "Environment, such as staging or production."

TOOLS = (
    Tool(
        name="deploy",
        description="Deploy a version of a service to an environment.",
        parameters=schema(
            "service",
            "version",
            "environment",
            service=_SERVICE,
            version=text("Version to deploy.", role="identifier"),
            environment=text(_ENVIRONMENT, role="identifier"),
        ),
        effects=_deploy,
        answer=_deploy_answer,
    ),
    Tool(
        name="list_deployments",
        description="List deployments, the oldest first.",
        parameters=schema(service=_SERVICE, environment=text(_ENVIRONMENT, role="identifier")),
        effects=_list,
        answer=_list_answer,
    ),
    Tool(
        name="restart_service",
        description="Restart a running service. Requests in progress are cut off.",
        parameters=schema(
            "service",
            service=_SERVICE,
            environment=text(_ENVIRONMENT, role="identifier", default=_PLACE),
        ),
        effects=_restart,
        answer=_restart_answer,
    ),
)
