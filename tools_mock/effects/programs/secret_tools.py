"""Keepers of secrets: `vault`, `pass`, `gpg`, keychains."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, or_unknown, program, thing
from tools_mock.effects.shell.marks import as_thing, certain, display

_SECRET_VERBS = {
    "read": "secret.read",
    "get": "secret.read",
    "show": "secret.read",
    "export": "secret.read",
    "download": "secret.read",
    "unwrap": "secret.read",
    "print": "secret.read",
    "decrypt": "secret.read",
    "reveal": "secret.read",
    "dump": "secret.read",
    "status": "",
    "login": "",
    "list": "",
    "ls": "",
    "version": "",
    "find": "",
    "grep": "secret.read",
    "whoami": "",
    "signin": "",
    "auth": "",
    "account": "",
    "unlock": "",
    "lock": "",
    "sync": "",
    "generate": "",
    "git": "",
    "write": "infra.change",
    "put": "infra.change",
    "set": "infra.change",
    "insert": "infra.change",
    "edit": "infra.change",
    "patch": "infra.change",
    "create": "infra.change",
    "add": "infra.change",
    "mv": "infra.change",
    "cp": "infra.change",
    "rotate": "infra.change",
    "encrypt": "fs.write",
    "delete": "infra.destroy",
    "destroy": "infra.destroy",
    "rm": "infra.destroy",
    "remove": "infra.destroy",
    "metadata": "infra.destroy",
    "revoke": "access.revoke",
    "unseal": "infra.change",
    "seal": "infra.change",
    "policy": "access.grant",
    "token": "access.grant",
    "grant": "access.grant",
}
_SECRET_GROUPS = frozenset(
    """kv secret secrets item document vault operator lease user group configs projects
    variables""".split()
)


def secret_tool(call: Call) -> str | None:
    """`vault`, `op`, `pass`, `doppler`: a secret is read, put away or destroyed."""
    operands = list(call.operands)
    while len(operands) > 1 and operands[0] in _SECRET_GROUPS:
        operands = operands[1:]
    verb, *names = operands or ["status"]
    if call.name in ("pass", "gopass") and verb not in _SECRET_VERBS:
        verb, names = "show", operands
    if call.name in ("doppler", "chamber") and verb == "secrets":
        verb = "read"
    kind = _SECRET_VERBS.get(verb)
    if kind is None:
        call.opaque(f"{call.name} {display(verb)}", "secret.read", "infra.*", "access.*")
    elif kind:
        call.effect(kind, thing("secret", names[0] if names else None), why=f"{call.name} {verb}")
    return None


def _gpg(call: Call) -> str | None:
    if call.has("-d", "--decrypt") or call.has("--export-secret-keys", "--export-secret-subkeys"):
        for name in or_unknown(call.operands):
            call.effect("secret.read", thing("path", name))
    elif call.has(
        "--delete-secret-keys", "--delete-secret-and-public-key", "--delete-keys", "--delete-key"
    ):
        for name in or_unknown(call.operands):
            call.effect("infra.destroy", thing("secret", name))
    elif call.has("--import", "--gen-key", "--full-generate-key", "--quick-gen-key"):
        call.effect("fs.write", as_thing("path", "~/.gnupg"))
    else:
        for name in (
            call.operands if not call.has("-k", "--list-keys", "-K", "--list-secret-keys") else ()
        ):
            call.reads(name)
    output = call.options.one("-o", "--output")
    if output is not None:
        call.writes(output)
    return None


def _sops(call: Call) -> str | None:
    if call.operands[:1] == ["exec-env"] and len(call.operands) > 2:
        return call.script(call.operands[2], call.shell.subshell("sops exec-env"))
    verb = call.operands[0] if call.operands else ""
    decrypts = call.has("-d", "--decrypt") or verb in ("decrypt", "exec-file") or call.name == "age"
    for name in [text for text in call.operands if text not in ("decrypt", "encrypt", "edit")]:
        call.effect("secret.read" if decrypts else "fs.write", call.path(name))
    return None


def _keychain(call: Call) -> str | None:
    verb = call.operands[0] if call.operands else ""
    name = thing(
        "secret", call.options.one("-s", "-l", "-a") or " ".join(call.operands[1:3]) or None
    )
    if verb.startswith(("find", "dump", "lookup", "search", "get", "show")):
        call.effect("secret.read", name)
    elif verb.startswith(("delete", "clear")):
        call.effect("infra.destroy", name)
    elif verb and certain(verb):
        call.effect("infra.change", name)
    return None


PROGRAMS: dict[str, Program] = {
    **each(
        "vault pass gopass bw lpass keybase akeyless conjur",
        program(
            secret_tool,
            "-field -format -namespace -address -mount -c --clip -o --session -version -versions",
            clusters=False,
        ),
    ),
    **each(
        "gpg gpg2",
        program(
            _gpg,
            "-o --output -r --recipient -u --local-user --passphrase --passphrase-file --homedir "
            "--keyserver",
        ),
    ),
    **each("sops age", program(_sops, "-i -r -o --output --input-type --output-type")),
    **each("security secret-tool keyring", program(_keychain, "-s -a -l -D")),
}
