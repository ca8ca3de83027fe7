"""Infrastructure as code: Terraform, Pulumi, Ansible and their like."""

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
from tools_mock.effects.programs.verbs import Tool, tool_entry
from tools_mock.effects.shell.marks import as_thing, display
from traces.model import Thing

_TERRAFORM_READS = frozenset(
    """plan show validate fmt output graph providers version console get test init login logout
    metadata modules refresh-only""".split()
)
_DESTROY_PLAN = "a plan to destroy"
_CHANGE_PLAN = "a plan to change"


def _terraform(call: Call) -> str | None:
    """`-destroy` makes of `apply` a destroy; a plan that was saved counts by how it was made."""
    if not call.operands:
        return None
    verb, *operands = call.operands
    for directory in call.options.all("-chdir", "--working-dir", "--terragrunt-working-dir"):
        call.shell = call.shell.subshell()
        call.shell.cwd = call.shell.path(directory)
    where = _targets(call)
    call.name = f"{call.name} {display(verb)}"
    if verb in ("run-all", "run", "stack") and operands:
        verb, *operands = operands
    destroys = call.has("-destroy", "--destroy")
    if verb in ("plan", "show", "refresh") or verb in _TERRAFORM_READS:
        _plan(call, verb, destroys, where)
    elif verb == "apply":
        _apply(call, operands, destroys, where)
    elif verb == "destroy":
        call.effect("infra.destroy", *where)
    elif verb in _TERRAFORM_OTHER:
        call.effect(_TERRAFORM_OTHER[verb], *(_named(operands) or where))
    elif verb in ("state", "workspace"):
        _second(call, verb, operands, where)
    else:
        call.opaque(call.name, "infra.*")
    return None


_TERRAFORM_OTHER = {
    "import": "infra.change",
    "taint": "infra.change",
    "untaint": "infra.change",
    "force-unlock": "infra.change",
}
_SECOND = {
    "rm": "infra.change",
    "mv": "infra.change",
    "push": "infra.change",
    "replace-provider": "infra.change",
    "delete": "infra.destroy",
    "new": "infra.create",
}


def _targets(call: Call) -> tuple[Thing, ...]:
    """The addresses that `-target` and `-replace` name, the directory, and the environment."""
    found = [
        as_thing("resource", text)
        for text in call.options.all("-target", "--target", "-replace", "--replace")
    ]
    found.append(call.path(".", recursive=True))
    for text in call.options.all("-var", "--var", "-var-file", "--var-file"):
        name, equals, value = text.partition("=")
        if equals and name in ("env", "environment", "stage", "workspace"):
            found.append(as_thing("environment", value))
    workspace = call.shell.variables.get("TF_WORKSPACE")
    if workspace:
        found.append(as_thing("workspace", workspace[0]))
    return tuple(found)


def _named(operands: list[str]) -> tuple[Thing, ...]:
    return tuple(as_thing("resource", text) for text in operands[:1])


def _plan(call: Call, verb: str, destroys: bool, where: tuple[Thing, ...]) -> None:
    if verb == "fmt":
        if not call.has("-check", "--check"):
            call.effect("fs.write", call.path(".", recursive=call.has("-recursive")))
        return
    if verb == "init":
        call.effect("package.install", thing("package", None), call.path(".terraform"))
        return
    if verb in ("validate", "version", "test", "providers", "console"):
        return
    call.effect("infra.read", *where)
    saved = call.options.one("-out", "--out")
    if saved is not None:
        call.writes(saved, _DESTROY_PLAN if destroys else _CHANGE_PLAN)


def _apply(call: Call, operands: list[str], destroys: bool, where: tuple[Thing, ...]) -> None:
    plan = call.shell.reading.content(call.shell.path(operands[0])) if operands else None
    if destroys or plan == _DESTROY_PLAN:
        call.effect("infra.destroy", *where, why=f"{call.name} -destroy")
        return
    call.effect("infra.change", *where)
    call.effect("infra.create", *where)
    if operands and plan is None:
        call.opaque(f"{call.name} of a saved plan may destroy", "infra.destroy")


def _second(call: Call, verb: str, operands: list[str], where: tuple[Thing, ...]) -> None:
    second, *names = operands or ["list"]
    kind = _SECOND.get(second)
    if kind is None:
        call.effect("infra.read", *where)
        if second == "select" and names:
            call.shell.assign("TF_WORKSPACE", [names[0]])
        return
    noun = "workspace" if verb == "workspace" else "resource"
    for name in or_unknown(names):
        call.effect(kind, thing(noun, name), *where, why=f"{call.name} {second}")


def _pulumi(call: Call) -> str | None:
    verb, *operands = call.operands or [""]
    stack = call.options.one("-s", "--stack")
    where = (thing("stack", stack), *_targets(call))
    call.name = f"pulumi {display(verb)}"
    if verb in (
        "",
        "preview",
        "stack",
        "logs",
        "whoami",
        "version",
        "about",
        "console",
        "login",
        "new",
    ):
        if verb == "stack" and operands[:1] == ["rm"]:
            call.effect("infra.destroy", thing("stack", operands[1] if operands[1:] else stack))
        else:
            call.effect("infra.read", *where)
    elif verb in ("up", "update"):
        call.effect("infra.change", *where)
        call.effect("infra.create", *where)
    elif verb in ("destroy", "down"):
        call.effect("infra.destroy", *where)
    elif verb in ("refresh", "import", "cancel", "state", "config", "watch"):
        if verb == "config" and (len(operands) < 2 or operands[0] == "get"):
            call.effect("secret.read" if call.has("--show-secrets") else "infra.read", *where)
        else:
            call.effect("infra.change", *where)
    else:
        call.opaque(call.name, "infra.*")
    return None


_ANSIBLE_SHELLS = frozenset(
    {"shell", "command", "raw", "ansible.builtin.shell", "ansible.builtin.command"}
)
_ANSIBLE_READS = frozenset({"ping", "setup", "debug", "stat", "slurp", "gather_facts", "fetch"})


def _ansible(call: Call) -> str | None:
    """`ansible hosts -m module -a arguments`."""
    hosts = as_thing("host", call.operands[0]) if call.operands else thing("host", None)
    module = call.options.one("-m", "--module-name") or "command"
    arguments = call.options.one("-a", "--args") or ""
    if call.has("-C", "--check", "--list-hosts") or module in _ANSIBLE_READS:
        call.effect("infra.read", hosts)
    elif module in _ANSIBLE_SHELLS:
        call.script(
            arguments,
            call.shell.elsewhere(
                f"ansible {display(hosts.value) if isinstance(hosts.value, str) else ''}", hosts
            ),
        )
    else:
        _ansible_module(call, module, arguments, hosts)
    return None


_ANSIBLE_MODULES = {
    "copy": ("fs.write", "dest"),
    "template": ("fs.write", "dest"),
    "lineinfile": ("fs.write", "path"),
    "get_url": ("fs.write", "dest"),
    "unarchive": ("fs.write", "dest"),
    "file": ("fs.write", "path"),
    "apt": ("package.install", "name"),
    "yum": ("package.install", "name"),
    "dnf": ("package.install", "name"),
    "package": ("package.install", "name"),
    "pip": ("package.install", "name"),
    "service": ("infra.change", "name"),
    "systemd": ("infra.change", "name"),
    "user": ("access.grant", "name"),
    "reboot": ("device.control", "host"),
    "cron": ("infra.change", "name"),
}
_PAIR = re.compile(r"(\w+)=(\"[^\"]*\"|'[^']*'|\S+)")


def _ansible_module(call: Call, module: str, arguments: str, hosts: Thing) -> None:
    name = module.removeprefix("ansible.builtin.")
    found = _ANSIBLE_MODULES.get(name)
    if found is None:
        call.opaque(f"ansible module {display(module)}")
        return
    kind, key = found
    pairs = {k: v.strip("'\"") for k, v in _PAIR.findall(arguments)}
    state = pairs.get("state", "")
    if name == "file" and state == "absent":
        kind = "fs.delete"
    elif name == "user" and state == "absent":
        kind = "access.revoke"
    noun = {"dest": "path", "path": "path"}.get(key, "package" if kind[:3] == "pac" else "service")
    value = pairs.get(key) or pairs.get("dest") or pairs.get("name")
    call.effect(
        kind, thing(noun, value, recursive=kind == "fs.delete"), hosts, why=f"ansible {name}"
    )
    if name in ("service", "systemd") and state in ("stopped", "restarted"):
        call.effect("proc.stop", thing("service", value), hosts)


def _playbook(call: Call) -> str | None:
    """A playbook changes what its tasks say, and they are not read."""
    if call.has("--syntax-check", "--list-tasks", "--list-hosts", "--list-tags"):
        return None
    inventory = call.options.one("-i", "--inventory")
    limit = call.options.one("-l", "--limit")
    where = [as_thing("host", limit)] if limit else []
    if inventory:
        where.append(as_thing("environment", inventory))
    if call.has("-C", "--check"):
        call.effect("infra.read", *where)
        return None
    for name in call.operands:
        call.effect("infra.change", thing("playbook", name), *where)
    call.opaque("tasks of an Ansible playbook, which are not read")
    return None


def _vault(call: Call) -> str | None:
    verb, *operands = call.operands or [""]
    kind = {"view": "secret.read", "decrypt": "secret.read"}.get(verb, "fs.write")
    for name in operands:
        call.effect(kind, call.path(name))
    return None


def _packer(call: Call) -> str | None:
    verb = call.operands[0] if call.operands else ""
    if verb == "build":
        call.effect("infra.create", thing("image", call.operands[-1]))
    elif verb in ("init", "fmt"):
        call.effect("fs.write", call.path("."))
    return None


_CDK = Tool(
    values="-c --context -a --app --profile --require-approval -o --output --role-arn",
    noun="stack",
    phrases={
        "deploy": ("infra.change", "infra.create", "deploy.release"),
        "synth": (),
        "synthesize": (),
        "destroy": ("infra.destroy",),
        "bootstrap": ("infra.create",),
        "watch": ("infra.change",),
        "acknowledge": (),
        "doctor": (),
        "metadata": ("infra.read",),
    },
)
_SERVERLESS = Tool(
    values="-s --stage -r --region -f --function --config -c --template-file --stack-name",
    phrases={
        "deploy": ("infra.change", "deploy.release"),
        "remove": ("infra.destroy",),
        "delete": ("infra.destroy",),
        "rollback": ("infra.change", "deploy.release"),
        "invoke": ("proc.exec",),
        "invoke local": ("proc.exec",),
        "offline": (),
        "package": (),
        "build": (),
        "local": (),
        "validate": (),
        "print": (),
    },
    places={"--stage": "environment", "-s": "environment"},
)
_VAGRANT = Tool(
    noun="machine",
    phrases={
        "up": ("infra.create",),
        "halt": ("proc.stop",),
        "suspend": ("proc.stop",),
        "reload": ("infra.change", "proc.stop"),
        "provision": ("infra.change",),
        "destroy": ("infra.destroy",),
        "global-status": ("infra.read",),
        "ssh-config": ("infra.read",),
        "snapshot restore": ("infra.change",),
        "snapshot delete": ("infra.destroy",),
        "box remove": ("infra.destroy",),
        "port": ("infra.read",),
        "ssh": (),
    },
)
_VAGRANT_PROGRAM = tool_entry(_VAGRANT)


def _vagrant(call: Call) -> str | None:
    if call.operands[:1] == ["ssh"]:
        machine = thing("machine", call.operands[1] if call.operands[1:] else None)
        for text in call.options.all("-c", "--command"):
            call.script(text, call.shell.elsewhere("vagrant ssh", machine))
        return None
    return _VAGRANT_PROGRAM.read(call)


PROGRAMS: dict[str, Program] = {
    **each(
        "terraform tofu terragrunt",
        program(
            _terraform,
            "-chdir -target --target -var --var -var-file --var-file -out --out -state -backup "
            "-lock-timeout -parallelism -replace --replace -backend-config --working-dir "
            "--terragrunt-working-dir",
            clusters=False,
        ),
    ),
    "pulumi": program(_pulumi, "-s --stack -C --cwd -m --message -t --target -c --config -p"),
    "ansible": program(
        _ansible, "-m --module-name -a --args -i --inventory -u --user -f -l --limit -e -c"
    ),
    "ansible-playbook": program(
        _playbook,
        "-i --inventory -l --limit -e --extra-vars -t --tags --skip-tags -u --user -f -c "
        "--vault-password-file --start-at-task --private-key",
    ),
    "ansible-vault": program(_vault, "--vault-password-file --vault-id --output"),
    "packer": program(_packer, "-var -var-file -only -except", clusters=False),
    "cdk": tool_entry(_CDK),
    **each("serverless sls sam chalice", tool_entry(_SERVERLESS)),
    "vagrant": program(_vagrant, "-c --command"),
}
