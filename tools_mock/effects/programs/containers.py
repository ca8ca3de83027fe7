"""Containers: `docker`, `podman`, `docker compose` and machines that are entered like them."""

from __future__ import annotations

from tools_mock.effects.programs.call import (
    Call,
    Options,
    Program,
    each,
    or_unknown,
    program,
    sorted_options,
    thing,
)
from tools_mock.effects.shell.marks import as_thing, display
from tools_mock.effects.shell.state import Shell
from traces.model import Thing

READ_VERBS = frozenset(
    """ps images logs inspect stats top version info events port diff history search ls list context
    manifest df wait config convert scan scout""".split()
)
KINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "stop": (("proc.stop",), "container"),
    "kill": (("proc.stop",), "container"),
    "pause": (("proc.stop",), "container"),
    "restart": (("infra.change", "proc.stop"), "container"),
    "start": (("infra.change",), "container"),
    "unpause": (("infra.change",), "container"),
    "create": (("infra.create",), "image"),
    "update": (("infra.change",), "container"),
    "rename": (("infra.change",), "container"),
    "rm": (("infra.destroy",), "container"),
    "rmi": (("infra.destroy",), "image"),
    "build": ((), "image"),
    "buildx": ((), "image"),
    "pull": (("infra.create",), "image"),
    "tag": (("infra.create",), "image"),
    "commit": (("infra.create",), "image"),
    "load": (("infra.create",), "image"),
    "import": (("infra.create",), "image"),
    "push": (("deploy.release",), "image"),
    "login": (("fs.write",), "registry"),
    "logout": (("fs.write",), "registry"),
    "save": (("fs.write",), "image"),
    "export": (("fs.write",), "container"),
    "attach": (("proc.exec",), "container"),
}
"""The verbs of containers: kinds, and what their operands are; a build only leaves its product."""

_GROUPS: dict[str, str] = {
    "container": "container",
    "image": "image",
    "volume": "volume",
    "network": "network",
    "system": "system",
    "builder": "cache",
    "service": "service",
    "stack": "stack",
    "secret": "secret",
    "config": "config",
    "swarm": "swarm",
    "node": "node",
    "context": "context",
    "plugin": "plugin",
    "pod": "pod",
    "machine": "machine",
    "model": "model",
}
_GROUP_VERBS = {
    "rm": "infra.destroy",
    "remove": "infra.destroy",
    "prune": "infra.destroy",
    "leave": "infra.destroy",
    "down": "infra.destroy",
    "create": "infra.create",
    "init": "infra.create",
    "join": "infra.create",
    "deploy": "deploy.release",
    "update": "infra.change",
    "scale": "infra.change",
    "rollback": "deploy.release",
    "connect": "infra.change",
    "disconnect": "infra.change",
    "use": "fs.write",
    "promote": "infra.change",
    "demote": "infra.change",
    "install": "package.install",
    "start": "infra.change",
    "stop": "proc.stop",
}

_VERB_VALUES = {
    **dict.fromkeys(
        ("build", "buildx"),
        "-f --file -t --tag -o --output --build-arg --target --platform --progress --cache-from",
    ),
    "commit": "-m --message -a --author -c --change",
    "save": "-o --output",
    "export": "-o --output",
    "import": "-m --message -c --change --platform",
    "load": "-i --input",
    "pull": "--platform",
    "login": "-u --username -p --password",
    "update": "-m --memory --cpus --restart -c --cpu-shares",
    "create": "-v --volume -e --env -p --publish --name --network",
}

_RUN_VALUES = """-v --volume -e --env --env-file -p --publish --name -w --workdir -u --user
    --network --entrypoint -m --memory --cpus --mount -h --hostname --restart --platform -l
    --label --add-host --dns --device --gpus --cap-add --cap-drop --security-opt --ulimit
    --shm-size --ipc --pid --log-driver --log-opt --pull --tmpfs --volumes-from --link --expose
    --cidfile --userns -a --attach --network-alias --ip --health-cmd --runtime --group-add
    --stop-signal --index"""


def _docker(call: Call) -> str | None:
    if not call.operands:
        return None
    verb, *rest = call.operands
    host = call.options.one("-H", "--host", "-c", "--context")
    where = (as_thing("host", host),) if host else ()
    if verb == "compose":
        return _compose_words(call, rest, where)
    group = _GROUPS.get(verb)
    if group and rest and rest[0] not in ("ls", "list"):
        second, *rest = rest
        if group in ("container", "image") and second != "prune":
            verb = {"rm": "rmi"}.get(second, second) if group == "image" else second
        else:
            return _group(call, group, second, rest, where)
    elif group:
        call.effect("infra.read", *where)
        return None
    return _container(call, verb, rest, where)


def _group(
    call: Call, group: str, verb: str, rest: list[str], where: tuple[Thing, ...]
) -> str | None:
    call.name = f"{call.name} {group} {display(verb)}"
    kind = _GROUP_VERBS.get(verb)
    if kind is None or verb in READ_VERBS:
        if verb in READ_VERBS or verb in ("inspect", "ps", "tasks", "services", "logs"):
            call.effect("infra.read", *where)
        else:
            call.opaque(call.name, "infra.*")
        return None
    options = sorted_options(
        rest,
        program(_docker, "--filter -c --compose-file -d --driver --replicas --image -l --label"),
    )
    names = options.operands
    if verb == "prune":
        call.effect(kind, thing(group, "*", recursive=True), *where)
        if group == "system" and options.has("--volumes"):
            call.effect(kind, thing("volume", "*", recursive=True), *where)
        return None
    for name in or_unknown(names):
        call.effect(kind, thing(group, name), *where)
    return None


def _container(call: Call, verb: str, rest: list[str], where: tuple[Thing, ...]) -> str | None:
    call.name = f"{call.name} {display(verb)}"
    if verb in ("exec", "run"):
        return _enter(call, verb, rest, where)
    if verb == "cp":
        return _copy(call, rest, where)
    if verb in READ_VERBS:
        call.effect("infra.read", *where)
        return None
    found = KINDS.get(verb)
    if found is None:
        call.opaque(call.name, "infra.*", "proc.*")
        return None
    kinds, noun = found
    options = sorted_options(
        rest, program(_docker, _VERB_VALUES.get(verb, "-s --signal -t --time"))
    )
    names = options.all("-t", "--tag") if verb in ("build", "buildx") else options.operands
    if verb == "buildx" and options.operands[:1] not in (["build"], ["bake"]):
        call.effect("infra.read", *where)
        return None
    for name in or_unknown(names):
        for kind in kinds:
            call.effect(kind, thing(noun, name), *where)
    if verb == "rm" and options.has("-v", "--volumes"):
        call.effect("infra.destroy", thing("volume", None), *where)
    if verb in ("build", "buildx") and options.has("--push"):
        call.effect("deploy.release", thing("image", names[0] if names else None), *where)
    for output in options.all("-o", "--output") if verb in ("save", "export") else ():
        call.writes(output)
    return None


def _enter(call: Call, verb: str, rest: list[str], where: tuple[Thing, ...]) -> str | None:
    """The command runs in a container: one that is there, or a new one of an image."""
    options = sorted_options(rest, program(_docker, _RUN_VALUES, stop=True))
    if not options.operands:
        return None
    target, *words = options.operands
    noun = "container" if verb == "exec" else "image"
    name = as_thing(noun, target)
    entrypoint = options.one("--entrypoint")
    if entrypoint:
        words = [entrypoint, *words]
    if verb == "run":
        call.effect("proc.exec", name, *where)
    inner: Shell = call.shell.elsewhere(
        f"{call.name} {display(target)}", name, *where, stdin=call.stdin
    )
    inner.cwd = options.one("-w", "--workdir")
    for setting in options.all("-e", "--env"):
        variable, equals, value = setting.partition("=")
        if equals:
            inner.assign(variable, [value])
    if not words:
        return None
    if verb == "run" and words[0][:1] == "-":
        # The image's own program gets these; nobody knows which it is.
        call.opaque(
            f"{call.name} {display(target)} runs the image's own program",
            "net.request",
            "proc.exec",
        )
        return None
    return call.run(words, inner)


def _copy(call: Call, rest: list[str], where: tuple[Thing, ...]) -> str | None:
    paths = [text for text in rest if text[:1] != "-" or text == "-"]
    for index, text in enumerate(paths[:2]):
        container, colon, path = text.partition(":")
        inside = (as_thing("container", container),) if colon else ()
        seen = as_thing("path", path if colon else call.shell.path(text), recursive=True)
        call.effect("fs.write" if index else "fs.read", seen, *inside, *where)
    return None


_COMPOSE_VALUES = "-f --file -p --project-name --profile --env-file --project-directory"


def _compose_words(call: Call, words: list[str], where: tuple[Thing, ...]) -> str | None:
    options = sorted_options(words, program(_docker, _COMPOSE_VALUES, stop=True))
    if not options.operands:
        return None
    verb, *rest = options.operands
    project = options.one("-p", "--project-name")
    place = (*where, *((as_thing("project", project),) if project else ()))
    call.name = f"compose {display(verb)}"
    if verb in ("exec", "run"):
        return _enter(call, "exec", rest, place)
    _compose(
        call,
        verb,
        sorted_options(rest, program(_docker, "-t --timeout --scale --index --rmi")),
        place,
    )
    return None


def _compose(call: Call, verb: str, options: Options, place: tuple[Thing, ...]) -> None:
    """`down` stops what can be started again; volumes and images are gone."""
    if verb in READ_VERBS or verb in ("version", "volumes", "attach", "watch"):
        call.effect("infra.read", *place)
        return
    services = [thing("service", name) for name in options.operands] or [thing("service", "*")]
    kinds = _COMPOSE_KINDS.get(verb)
    if kinds is None:
        call.opaque(call.name, "infra.*", "proc.*")
        return
    for service in services:
        for kind in kinds:
            call.effect(kind, service, *place)
    if options.has("-v", "--volumes"):
        call.effect("infra.destroy", thing("volume", "*", recursive=True), *place)
    if options.has("--rmi"):
        call.effect("infra.destroy", thing("image", "*"), *place)


_COMPOSE_KINDS: dict[str, tuple[str, ...]] = {
    "up": ("infra.create", "infra.change"),
    "start": ("infra.change",),
    "create": ("infra.create",),
    "build": (),
    "pull": ("infra.create",),
    "push": ("deploy.release",),
    "restart": ("infra.change", "proc.stop"),
    "stop": ("proc.stop",),
    "kill": ("proc.stop",),
    "pause": ("proc.stop",),
    "unpause": ("infra.change",),
    "down": ("proc.stop", "infra.change"),
    "rm": ("infra.destroy",),
    "scale": ("infra.change",),
}


def _compose_program(call: Call) -> str | None:
    return _compose_words(call, call.args, ())


_MACHINE_VERBS = {
    "delete": "infra.destroy",
    "purge": "infra.destroy",
    "rm": "infra.destroy",
    "destroy": "infra.destroy",
    "stop": "proc.stop",
    "restart": "proc.stop",
    "launch": "infra.create",
    "create": "infra.create",
    "start": "infra.change",
    "snapshot": "infra.create",
    "restore": "infra.change",
    "unregister": "infra.destroy",
    "ps": "infra.read",
    "logs": "infra.read",
    "version": "infra.read",
    "get": "infra.read",
    "export": "infra.read",
    "undefine": "infra.destroy",
    "shutdown": "proc.stop",
    "reboot": "proc.stop",
    "dumpxml": "infra.read",
}


def _machine(call: Call) -> str | None:
    """`lxc`, `incus`, `multipass`, `crictl`, `virsh`: `exec machine -- command`, or a verb."""
    verb, *rest = call.operands or ["list"]
    if verb in ("exec", "shell") and rest:
        words = call.options.rest or rest[1:]
        machine = as_thing("container", rest[0])
        return (
            call.run(words, call.shell.elsewhere(f"{call.name} exec", machine)) if words else None
        )
    kind = "infra.read" if verb in READ_VERBS or verb == "list" else _MACHINE_VERBS.get(verb)
    if kind is None:
        call.opaque(f"{call.name} {display(verb)}", "infra.*", "proc.*")
        return None
    call.effect(kind, thing("container", rest[0] if rest else None))
    return None


PROGRAMS: dict[str, Program] = {
    **each(
        "docker podman nerdctl",
        program(_docker, "-H --host -c --context -l --log-level --config", stop=True),
    ),
    **each("docker-compose podman-compose", program(_compose_program, stop=True)),
    **each(
        "lxc incus multipass crictl virsh minikube kind k3d colima",
        program(_machine, "-n --name -p --profile"),
    ),
}
