"""Migration tools and frameworks, by their verbs."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, program
from tools_mock.effects.shell.marks import display

MIGRATIONS: dict[str, dict[str, str]] = {
    "alembic": {
        "upgrade": "db.schema_change",
        "downgrade": "db.schema_change db.delete",
        "stamp": "db.write",
        "revision": "fs.write",
        "current": "db.read",
        "history": "",
        "heads": "",
        "check": "db.read",
        "branches": "",
        "show": "",
        "init": "fs.write",
        "merge": "fs.write",
    },
    "manage.py": {
        "migrate": "db.schema_change",
        "flush": "db.delete",
        "sqlflush": "",
        "reset_db": "db.delete db.schema_change",
        "loaddata": "db.write",
        "dumpdata": "db.read",
        "makemigrations": "fs.write",
        "showmigrations": "db.read",
        "sqlmigrate": "",
        "check": "",
        "test": "",
        "collectstatic": "fs.write",
        "createsuperuser": "access.grant db.write",
        "changepassword": "access.grant db.write",
        "clearsessions": "db.delete",
        "diffsettings": "",
        "inspectdb": "db.read",
        "compilemessages": "",
        "startapp": "fs.write",
        "runserver": "proc.exec",
        "sendtestemail": "message.send",
    },
    "rails": {
        "db:migrate": "db.schema_change",
        "db:migrate:status": "db.read",
        "db:rollback": "db.schema_change db.delete",
        "db:drop": "db.schema_change db.delete",
        "db:reset": "db.schema_change db.delete",
        "db:migrate:reset": "db.schema_change db.delete",
        "db:schema:load": "db.schema_change db.delete",
        "db:setup": "db.schema_change db.write",
        "db:create": "db.schema_change",
        "db:prepare": "db.schema_change",
        "db:seed": "db.write",
        "db:seed:replant": "db.delete db.write",
        "db:truncate_all": "db.delete",
        "db:version": "db.read",
        "db:test:prepare": "",
        "test": "",
        "spec": "",
        "routes": "",
        "about": "",
        "stats": "",
        "notes": "",
        "generate": "fs.write",
        "g": "fs.write",
        "server": "proc.exec",
        "s": "proc.exec",
        "assets:precompile": "",
        "zeitwerk:check": "",
        "credentials:show": "secret.read",
    },
    "artisan": {
        "migrate": "db.schema_change",
        "migrate:status": "db.read",
        "migrate:rollback": "db.schema_change db.delete",
        "migrate:reset": "db.schema_change db.delete",
        "migrate:fresh": "db.schema_change db.delete",
        "migrate:refresh": "db.schema_change db.delete",
        "db:wipe": "db.schema_change db.delete",
        "db:seed": "db.write",
        "db:show": "db.read",
        "test": "",
        "route:list": "",
        "about": "",
        "list": "",
        "cache:clear": "fs.delete",
        "config:cache": "fs.write",
        "queue:clear": "record.delete",
        "down": "infra.change",
        "up": "infra.change",
        "serve": "proc.exec",
    },
    "prisma": {
        "migrate reset": "db.schema_change db.delete",
        "migrate deploy": "db.schema_change",
        "migrate dev": "db.schema_change",
        "migrate status": "db.read",
        "migrate diff": "db.read",
        "migrate resolve": "db.write",
        "db push": "db.schema_change",
        "db pull": "db.read",
        "db seed": "db.write",
        "db execute": "",
        "generate": "",
        "validate": "",
        "format": "fs.write",
        "studio": "db.read",
    },
    "knex": {
        "migrate:latest": "db.schema_change",
        "migrate:up": "db.schema_change",
        "migrate:rollback": "db.schema_change db.delete",
        "migrate:down": "db.schema_change db.delete",
        "migrate:status": "db.read",
        "migrate:list": "db.read",
        "migrate:make": "fs.write",
        "seed:run": "db.write",
    },
    "flyway": {
        "migrate": "db.schema_change",
        "clean": "db.schema_change db.delete",
        "undo": "db.schema_change db.delete",
        "repair": "db.write",
        "baseline": "db.write",
        "info": "db.read",
        "validate": "db.read",
    },
    "liquibase": {
        "update": "db.schema_change",
        "drop-all": "db.schema_change db.delete",
        "dropAll": "db.schema_change db.delete",
        "rollback": "db.schema_change db.delete",
        "rollback-count": "db.schema_change db.delete",
        "status": "db.read",
        "diff": "db.read",
        "history": "db.read",
        "validate": "db.read",
        "update-sql": "db.read",
        "tag": "db.write",
    },
    "dbmate": {
        "up": "db.schema_change",
        "migrate": "db.schema_change",
        "down": "db.schema_change db.delete",
        "rollback": "db.schema_change db.delete",
        "drop": "db.schema_change db.delete",
        "create": "db.schema_change",
        "load": "db.schema_change",
        "status": "db.read",
        "dump": "db.read",
        "new": "fs.write",
        "wait": "",
    },
    "dbt": {
        "run": "db.write db.schema_change",
        "build": "db.write db.schema_change",
        "seed": "db.write db.schema_change",
        "snapshot": "db.write",
        "run-operation": "opaque",
        "test": "db.read",
        "compile": "",
        "parse": "",
        "ls": "",
        "list": "",
        "debug": "",
        "deps": "package.install",
        "docs": "",
        "clean": "fs.delete",
        "show": "db.read",
        "source": "db.read",
    },
}
"""What the verbs of migration tools and frameworks do; nothing for the harmless ones."""

_ALIASES = {
    "django-admin": "manage.py",
    "sequelize": "knex",
    "sequelize-cli": "knex",
    "goose": "dbmate",
    "migrate": "dbmate",
    "sqlx": "dbmate",
    "diesel": "dbmate",
    "drizzle-kit": "prisma",
    "atlas": "dbmate",
    "typeorm": "knex",
}


def _framework(call: Call) -> str | None:
    """A migration tool or a framework, by its verb."""
    table = MIGRATIONS[_ALIASES.get(call.name, call.name)]
    operands = call.operands
    found = None
    for words in (" ".join(operands[:2]), *operands[:4]):
        if words in table:
            found = table[words]
            break
    if found is None:
        if operands:
            call.opaque(f"{call.name} {display(operands[0])} runs code of the project")
        return None
    if call.has("--sql", "--dry-run", "--plan", "--fake", "--pretend"):
        return None
    for kind in found.split():
        if kind == "opaque":
            call.opaque(f"{call.name} {display(operands[0])} runs code of the project", "db.*")
        elif kind.startswith("fs."):
            call.effect(kind, call.path(".", recursive=kind == "fs.delete"))
        else:
            call.effect(kind, why=f"{call.name} {operands[0]}")
    return None


PROGRAMS: dict[str, Program] = each(
    " ".join([*MIGRATIONS, *_ALIASES]),
    program(
        _framework,
        "-c --config -n --name -m --message --settings -e --env --schema -p --path -x --dir -d "
        "--database --source -u --url --profiles-dir --target --select",
    ),
)
