"""Clients of platforms and smaller clouds: `heroku`, `fly`, `supabase` and others."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, program
from tools_mock.effects.programs.verbs import Tool, report_verb, tool_entry

_HEROKU = Tool(
    values="-r --remote --confirm --type --num -n",
    phrases={
        "pg:psql": ("opaque",),
        "pg:reset": ("db.delete", "db.schema_change"),
        "pg:info": ("db.read",),
        "pg:backups": ("db.read",),
        "pg:backups:restore": ("db.write", "db.delete"),
        "pg:copy": ("db.write", "db.delete"),
        "config": ("secret.read",),
        "config:get": ("secret.read",),
        "config:set": ("infra.change",),
        "config:unset": ("infra.change",),
        "ps:scale": ("infra.change",),
        "ps:restart": ("infra.change", "proc.stop"),
        "restart": ("infra.change", "proc.stop"),
        "ps:stop": ("proc.stop",),
        "releases:rollback": ("infra.change", "deploy.release"),
        "rollback": ("infra.change", "deploy.release"),
        "pipelines:promote": ("deploy.release",),
        "apps:destroy": ("infra.destroy",),
        "addons:destroy": ("infra.destroy",),
        "access:add": ("access.grant",),
        "access:remove": ("access.revoke",),
        "maintenance:on": ("infra.change",),
        "run": ("proc.exec", "opaque"),
        "container:release": ("deploy.release",),
        "login": (),
        "apps": ("infra.read",),
        "ps": ("infra.read",),
        "addons": ("infra.read",),
    },
    places={"-a": "app", "--app": "app"},
)
_PLATFORM = Tool(
    values="-t --token --scope -c --config --region -r --org -o --image --env -e "
    "--environment --team --site",
    phrases={
        "env pull": ("secret.read", "fs.write"),
        "env add": ("infra.change",),
        "env ls": ("infra.read",),
        "secrets list": ("infra.read",),
        "secrets set": ("infra.change",),
        "secrets unset": ("infra.change",),
        "secret put": ("infra.change",),
        "ssh console": ("proc.exec", "opaque"),
        "d1 execute": ("opaque",),
        "alias": ("deploy.release",),
        "promote": ("deploy.release",),
        "rollback": ("deploy.release",),
        "up": ("deploy.release",),
        "dev": (),
        "build": (),
        "link": ("fs.write",),
        "login": (),
        "logout": (),
        "auth": (),
        "down": ("infra.destroy",),
        "machine stop": ("proc.stop",),
        "machine restart": ("proc.stop", "infra.change"),
        "scale count": ("infra.change",),
        "kv:key delete": ("db.delete",),
        "emulators:start": (),
        "serve": (),
        "firestore:delete": ("db.delete",),
        "database:remove": ("db.delete",),
        "deploy": ("deploy.release",),
        "deploy hosting": ("deploy.release",),
        "types": (),
    },
    places={"-a": "app", "--app": "app", "--project": "project", "-P": "project"},
)
_SUPABASE = Tool(
    values="--db-url --password -p --project-ref --workdir --schema -f",
    noun="database",
    phrases={
        "db reset": ("db.delete", "db.schema_change"),
        "db push": ("db.schema_change",),
        "db pull": ("db.read",),
        "db diff": ("db.read",),
        "db dump": ("db.read",),
        "db lint": ("db.read",),
        "migration new": ("fs.write",),
        "migration list": ("db.read",),
        "migration up": ("db.schema_change",),
        "migration down": ("db.schema_change", "db.delete"),
        "migration repair": ("db.write",),
        "migration squash": ("fs.write",),
        "functions deploy": ("deploy.release",),
        "functions delete": ("infra.destroy",),
        "functions serve": (),
        "projects delete": ("infra.destroy",),
        "secrets set": ("infra.change",),
        "start": ("infra.create",),
        "stop": ("proc.stop",),
        "status": ("infra.read",),
        "gen types": (),
        "login": (),
        "link": ("fs.write",),
        "init": ("fs.write",),
    },
    places={"--db-url": "url", "--project-ref": "project"},
)

_CLOUD = Tool(
    values="--region --format --output -o --context --zone --size --image", named="--name"
)


def _vercel(call: Call) -> str | None:
    """Without a command `vercel` deploys the directory that it is called in."""
    if not call.operands and not call.has("-v", "--version", "-h", "--help"):
        call.options.operands = ["deploy"]
    return report_verb(call, _PLATFORM)


PROGRAMS: dict[str, Program] = {
    "heroku": tool_entry(_HEROKU),
    **each(
        "fly flyctl netlify wrangler railway render firebase surge amplify",
        tool_entry(_PLATFORM),
    ),
    "vercel": program(_vercel, " ".join((_PLATFORM.values, *_PLATFORM.places)), clusters=True),
    "supabase": tool_entry(_SUPABASE),
    **each(
        "doctl hcloud linode-cli scw ibmcloud openstack eksctl kops nomad consul rancher cf oci "
        "vultr-cli",
        tool_entry(_CLOUD),
    ),
}
