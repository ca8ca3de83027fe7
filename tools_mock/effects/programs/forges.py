"""Forges and trackers: `gh`, `glab`, `jira` and their like."""

from __future__ import annotations

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    program,
    thing,
)
from tools_mock.effects.programs.verbs import Tool, report_verb, tool_entry
from tools_mock.effects.programs.web import report_request
from tools_mock.effects.shell.marks import as_thing

_FORGE = Tool(
    values="""-t --title -b --body -F --body-file -B --base -H --head -l --label -a --assignee
        -m --milestone -r --reviewer -L --limit -q --jq --json --template -X --method -f
        --raw-field --field --input -s --state -n --notes --notes-file --target --ref -e --env
        --subject --comment -c -p --project --author --search -A --hostname --visibility
        --reason --add-label --remove-label""",
    family="record",
    phrases={
        "pr create": ("record.create", "message.send"),
        "mr create": ("record.create", "message.send"),
        "pr comment": ("message.send",),
        "pr review": ("message.send",),
        "issue comment": ("message.send",),
        "mr note": ("message.send",),
        "issue note": ("message.send",),
        "issue create": ("record.create", "message.send"),
        "pr close": ("record.change",),
        "pr ready": ("record.change",),
        "pr reopen": ("record.change",),
        "pr lock": ("record.change",),
        "pr checkout": ("fs.write",),
        "pr checks": ("record.read",),
        "pr diff": ("record.read",),
        "issue close": ("record.change",),
        "issue transfer": ("record.change",),
        "issue pin": ("record.change",),
        "issue develop": ("vcs.push",),
        "repo clone": ("vcs.read", "fs.write"),
        "repo fork": ("record.create",),
        "repo sync": ("vcs.push",),
        "repo archive": ("record.change",),
        "repo set-default": ("fs.write",),
        "repo deploy-key add": ("access.grant",),
        "release create": ("deploy.release",),
        "release edit": ("deploy.release",),
        "release upload": ("deploy.release",),
        "release delete": ("record.delete", "deploy.release"),
        "release download": ("fs.write",),
        "release list": ("record.read",),
        "release view": ("record.read",),
        "workflow run": ("proc.exec", "opaque"),
        "workflow disable": ("infra.change",),
        "workflow enable": ("infra.change",),
        "run rerun": ("proc.exec",),
        "run cancel": ("proc.stop",),
        "run list": ("record.read",),
        "run view": ("record.read",),
        "run watch": ("record.read",),
        "run download": ("fs.write",),
        "run delete": ("record.delete",),
        "secret set": ("infra.change",),
        "secret delete": ("infra.destroy",),
        "secret list": ("record.read",),
        "variable set": ("infra.change",),
        "ssh-key add": ("access.grant",),
        "gist create": ("record.create", "message.send"),
        "auth status": (),
        "auth login": (),
        "auth token": ("secret.read",),
        "auth refresh": (),
        "auth setup-git": ("fs.write",),
        "cache delete": ("record.delete",),
        "label create": ("record.create",),
        "codespace delete": ("infra.destroy",),
        "extension install": ("package.install",),
        "config set": ("fs.write",),
        "config get": (),
        "status": ("record.read",),
        "browse": (),
        "search": ("record.read",),
    },
    places={"-R": "repository", "--repo": "repository"},
    unknown=("record.*", "vcs.*", "message.send", "infra.*", "access.*", "deploy.release"),
)


def _forge(call: Call) -> str | None:
    """`gh`, `glab`; `api` is a request of its own."""
    if call.operands[:1] == ["api"]:
        return _forge_api(call)
    if call.operands[:2] in (["pr", "merge"], ["mr", "merge"]):
        return _forge_merge(call)
    report_verb(call, _FORGE)
    return None


def _forge_merge(call: Call) -> str | None:
    """Which branch a pull request goes to, nobody knows."""
    request = thing("resource", call.operands[2] if len(call.operands) > 2 else None)
    into = (thing("branch", None), thing("ref", None))
    where = [as_thing("repository", text) for text in call.options.all("-R", "--repo")]
    why = f"{call.name} {call.operands[0]} merge"
    admin = (thing("option", "--admin"),) if call.has("--admin") else ()
    call.effect("vcs.merge", request, *admin, *into, *where, why=why)
    if call.has("-d", "--delete-branch"):
        call.effect("vcs.discard", *into, *where, why=why)
    return None


def _forge_api(call: Call) -> str | None:
    path = call.operands[1] if len(call.operands) > 1 else ""
    fields = call.options.all("-f", "--raw-field", "--field", "-F", "--input")
    method = call.options.one("-X", "--method") or ("POST" if fields else "GET")
    host = "api.github.com" if call.name == "gh" else "gitlab.com"
    url = path if "://" in path else f"https://{host}/{path.lstrip('/')}"
    query = next((text for text in fields if text.startswith("query=")), None)
    report_request(call, method, url, query or "&".join(fields) or None)
    return None


_TRACKER = Tool(
    values="-p --project -s --summary -t --type -b --body -d --description -a --assignee -l "
    "--label --title --team --state -m --custom --priority",
    family="record",
    phrases={
        "issue create": ("record.create",),
        "issue move": ("record.change",),
        "issue comment": ("message.send",),
        "issue comment add": ("message.send",),
        "issue assign": ("record.change",),
        "incident trigger": ("message.send", "record.create"),
        "incident resolve": ("record.change",),
        "incident ack": ("record.change",),
        "issue delete": ("record.delete",),
        "sprint list": ("record.read",),
        "releases new": ("deploy.release",),
        "releases finalize": ("deploy.release",),
        "releases set-commits": ("record.change",),
        "me": ("record.read",),
        "open": (),
    },
    unknown=("record.*", "message.send"),
)

PROGRAMS: dict[str, Program] = {
    **each("gh glab", program(_forge, " ".join((_FORGE.values, *_FORGE.places)))),
    **each("jira linear pagerduty pd sentry-cli opsgenie zendesk hubspot", tool_entry(_TRACKER)),
}
