"""Clients of the large clouds: `aws`, `gcloud`, `az`."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, first, program, thing
from tools_mock.effects.programs.sql_shell import report_sql
from tools_mock.effects.programs.transfer import bucket_verb
from tools_mock.effects.programs.verbs import Tool, kind_of_verb, report_verb, tool_entry
from tools_mock.effects.shell.marks import as_thing, certain, display
from traces.model import Thing

_AWS_VALUES = """--profile --region --output --query --endpoint-url --cli-input-json --filters
    --filter --parameters --tags --resource-type --max-items --page-size --ca-bundle --color"""
_AWS_ID = """--instance-ids --instance-id --db-instance-identifier --db-cluster-identifier --bucket
    --table-name --stack-name --function-name --cluster --cluster-name --service --user-name
    --role-name --group-name --policy-name --policy-arn --secret-id --name --names --key --key-id
    --group-id --group-ids --volume-id --snapshot-id --db-snapshot-identifier --load-balancer-arn
    --auto-scaling-group-name --queue-url --topic-arn --repository-name --log-group-name
    --distribution-id --hosted-zone-id --vpc-id --subnet-id --image-id --resource-arn --id --ids
    --certificate-arn --alarm-names --rule --pipeline-name --application-name --deployment-id
    --state-machine-arn --replication-group-id --cache-cluster-id --domain-name --nodegroup-name"""

_AWS_KINDS: dict[str, tuple[str, ...]] = {
    "secretsmanager get-secret-value": ("secret.read",),
    "secretsmanager batch-get-secret-value": ("secret.read",),
    "ssm get-parameter": ("secret.read",),
    "ssm get-parameters": ("secret.read",),
    "ssm get-parameters-by-path": ("secret.read",),
    "kms decrypt": ("secret.read",),
    "sts assume-role": ("secret.read",),
    "sts get-session-token": ("secret.read",),
    "ecr get-login-password": ("secret.read",),
    "ec2 get-password-data": ("secret.read",),
    "iam create-access-key": ("access.grant", "secret.read"),
    "ses send-email": ("message.send",),
    "ses send-raw-email": ("message.send",),
    "sesv2 send-email": ("message.send",),
    "sns publish": ("message.send",),
    "sqs send-message": ("message.send",),
    "sqs send-message-batch": ("message.send",),
    "sqs purge-queue": ("infra.destroy",),
    "sqs receive-message": ("record.read",),
    "sqs delete-message": ("record.delete",),
    "events put-events": ("message.send",),
    "lambda invoke": ("proc.exec",),
    "lambda update-function-code": ("infra.change", "deploy.release"),
    "lambda publish-version": ("deploy.release",),
    "lambda update-alias": ("infra.change", "deploy.release"),
    "deploy create-deployment": ("deploy.release",),
    "codepipeline start-pipeline-execution": ("deploy.release",),
    "amplify start-deployment": ("deploy.release",),
    "ecs update-service": ("infra.change", "deploy.release"),
    "ecs run-task": ("proc.exec",),
    "ecs stop-task": ("proc.stop",),
    "elasticbeanstalk update-environment": ("infra.change", "deploy.release"),
    "cloudfront create-invalidation": ("infra.change",),
    "ec2 stop-instances": ("infra.change", "proc.stop"),
    "ec2 reboot-instances": ("infra.change", "proc.stop"),
    "ec2 authorize-security-group-ingress": ("infra.change", "access.grant"),
    "ec2 revoke-security-group-ingress": ("infra.change", "access.revoke"),
    "rds stop-db-instance": ("infra.change", "proc.stop"),
    "rds reboot-db-instance": ("infra.change", "proc.stop"),
    "dynamodb put-item": ("db.write",),
    "dynamodb update-item": ("db.write",),
    "dynamodb batch-write-item": ("db.write", "opaque"),
    "dynamodb transact-write-items": ("db.write", "opaque"),
    "dynamodb delete-item": ("db.delete",),
    "dynamodb get-item": ("db.read",),
    "dynamodb batch-get-item": ("db.read",),
    "dynamodb query": ("db.read",),
    "dynamodb scan": ("db.read",),
    "dynamodb delete-table": ("db.schema_change", "db.delete", "infra.destroy"),
    "dynamodb create-table": ("db.schema_change", "infra.create"),
    "dynamodb update-table": ("db.schema_change", "infra.change"),
    "s3api delete-bucket": ("infra.destroy",),
    "s3api create-bucket": ("infra.create",),
    "s3api put-bucket-policy": ("infra.change", "access.grant"),
    "s3api put-bucket-acl": ("access.grant",),
    "s3api put-object-acl": ("access.grant",),
    "s3api put-public-access-block": ("infra.change", "access.grant"),
    "s3api delete-public-access-block": ("infra.change", "access.grant"),
    "budgets delete-budget": ("infra.destroy",),
    "configure list": (),
    "configure get": (),
    "configure set": ("fs.write",),
    "sso login": (),
    "eks update-kubeconfig": ("fs.write",),
    "support create-case": ("message.send",),
}
"""Operations that are not what their verb says, by service and operation."""

_OBJECTS = {"delete-object": "fs.delete", "delete-objects": "fs.delete", "put-object": "fs.write"}
_OBJECTS |= {"get-object": "fs.read", "head-object": "fs.read", "copy-object": "fs.write"}
_ACCESS = frozenset({"iam", "sso-admin", "identitystore", "cognito-idp", "organizations", "ram"})


def _aws(call: Call) -> str | None:
    """`aws service operation`."""
    if len(call.operands) < 2:
        if call.operands and not certain(call.operands[0]):
            call.opaque("aws with a service that nobody knows")
        return None
    service, operation, *operands = call.operands
    call.name = f"aws {display(service)} {display(operation)}"
    where = _aws_objects(call, service)
    if call.has("--dry-run", "--dryrun", "--generate-cli-skeleton") and service != "s3":
        call.effect("infra.read", *where)
    elif service == "s3" and bucket_verb(call, operation, operands):
        return None
    elif service == "s3api" and operation in _OBJECTS:
        bucket, key = call.options.one("--bucket"), call.options.one("--key")
        path = f"s3://{bucket or ''}/{key or ''}" if bucket else None
        call.effect(_OBJECTS[operation], thing("path", path, recursive=key is None))
    elif special := _AWS_SPECIAL.get(f"{service} {operation}"):
        special(call, where)
    else:
        _aws_kinds(call, service, operation, where)
    return None


def _aws_objects(call: Call, service: str) -> list[Thing]:
    found = [thing("service", service)]
    for option in _AWS_ID.split():
        for value in call.options.values.get(option, ()):
            name = "table" if option == "--table-name" else "resource"
            found.append(as_thing(name, value))
    if len(found) == 1:
        found.append(thing("resource", None))
    for option, name in (("--region", "region"), ("--profile", "profile")):
        found += [as_thing(name, value) for value in call.options.values.get(option, ())]
    return found


def _aws_kinds(call: Call, service: str, operation: str, where: list[Thing]) -> None:
    kinds = _AWS_KINDS.get(f"{service} {operation}")
    if kinds is None:
        kind = kind_of_verb(operation)
        if kind is None:
            call.opaque(call.name, "infra.*", "access.*", "secret.read", "db.*", "deploy.release")
            return
        if service in _ACCESS and kind != "infra.read":
            removes = kind == "infra.destroy" or operation.startswith(
                ("detach", "disable", "remove")
            )
            kind = "access.revoke" if removes else "access.grant"
        kinds = (kind,)
    for kind in kinds:
        if kind == "opaque":
            call.opaque(f"{call.name} may delete items", "db.delete")
        else:
            call.effect(kind, *where)


def _aws_statement(call: Call, where: list[Thing]) -> None:
    known = tuple(one for one in where[1:] if one.known != "unknown")
    for text in call.options.all("--sql", "--query-string", "--statement"):
        report_sql(call.shell, text, "postgres", known, why=call.name)


def _aws_send_command(call: Call, where: list[Thing]) -> None:
    call.opaque("aws ssm runs commands on machines")
    call.effect("proc.exec", *where)


_AWS_SPECIAL = {
    "rds-data execute-statement": _aws_statement,
    "athena start-query-execution": _aws_statement,
    "redshift-data execute-statement": _aws_statement,
    "dynamodb execute-statement": _aws_statement,
    "ssm send-command": _aws_send_command,
    "ssm start-session": _aws_send_command,
}

_GCLOUD = Tool(
    values="""--project --region --format --filter --account --impersonate-service-account
    --member --role --secret --data-file --image --machine-type --size --tier --source --runtime
    --limit --sort-by --command --instance --database --network --allow --tags --key-file --port""",
    phrases={
        "config set": ("fs.write",),
        "config list": (),
        "config get-value": (),
        "config configurations activate": ("fs.write",),
        "auth list": (),
        "auth login": (),
        "auth print-access-token": ("secret.read",),
        "auth print-identity-token": ("secret.read",),
        "auth application-default print-access-token": ("secret.read",),
        "auth activate-service-account": ("fs.write",),
        "secrets versions access": ("secret.read",),
        "secrets versions destroy": ("infra.destroy",),
        "kms decrypt": ("secret.read",),
        "run deploy": ("infra.change", "deploy.release"),
        "app deploy": ("infra.change", "deploy.release"),
        "functions deploy": ("infra.change", "deploy.release"),
        "builds submit": ("infra.create",),
        "deploy releases create": ("deploy.release",),
        "projects add-iam-policy-binding": ("access.grant",),
        "projects remove-iam-policy-binding": ("access.revoke",),
        "projects set-iam-policy": ("access.grant",),
        "iam service-accounts keys create": ("access.grant", "secret.read"),
        "iam service-accounts delete": ("access.revoke", "infra.destroy"),
        "sql import sql": ("db.write",),
        "sql export sql": ("db.read", "fs.write"),
        "sql databases delete": ("infra.destroy",),
        "sql instances restart": ("infra.change", "proc.stop"),
        "compute instances stop": ("infra.change", "proc.stop"),
        "compute instances reset": ("infra.change", "proc.stop"),
        "pubsub topics publish": ("message.send",),
        "container clusters get-credentials": ("fs.write",),
        "components install": ("package.install",),
        "components update": ("package.install",),
        "logging read": ("infra.read",),
        "info": (),
        "version": (),
        "firestore databases delete": ("db.schema_change", "db.delete", "infra.destroy"),
    },
    places={"--project": "project", "--zone": "zone", "--region": "region"},
)
_AZ = Tool(
    values="-o --output --query --subscription --location -l --sku --image --vault-name --scripts",
    named="-n --name --ids",
    phrases={
        "keyvault secret show": ("secret.read",),
        "keyvault secret download": ("secret.read",),
        "storage account keys list": ("secret.read",),
        "account get-access-token": ("secret.read",),
        "role assignment create": ("access.grant",),
        "role assignment delete": ("access.revoke",),
        "ad user delete": ("access.revoke",),
        "ad user create": ("access.grant",),
        "ad sp create-for-rbac": ("access.grant", "secret.read"),
        "webapp deploy": ("deploy.release",),
        "webapp up": ("deploy.release",),
        "functionapp deploy": ("deploy.release",),
        "webapp deployment slot swap": ("deploy.release",),
        "containerapp update": ("infra.change", "deploy.release"),
        "vm deallocate": ("infra.change", "proc.stop"),
        "vm stop": ("infra.change", "proc.stop"),
        "vm restart": ("infra.change", "proc.stop"),
        "vm run-command invoke": ("proc.exec", "opaque"),
        "aks get-credentials": ("fs.write",),
        "storage blob delete": ("fs.delete",),
        "storage blob delete-batch": ("fs.delete",),
        "storage blob upload": ("fs.write",),
        "sql db delete": ("db.schema_change", "db.delete", "infra.destroy"),
        "login": (),
        "account set": ("fs.write",),
        "account show": (),
        "group wait": (),
    },
    places={"-g": "resource_group", "--resource-group": "resource_group"},
)


def _gcloud(call: Call) -> str | None:
    """`gcloud compute ssh host --command …` runs the command there; `storage` is a file store."""
    operands = [text for text in call.operands if text not in ("alpha", "beta")]
    call.options.operands = operands
    if operands[:2] == ["compute", "ssh"]:
        host = thing("host", operands[2].rsplit("@", 1)[-1] if operands[2:] else None)
        for text in call.options.all("--command"):
            call.script(text, call.shell.elsewhere(f"gcloud ssh {display(str(host.value))}", host))
        return None
    if operands[:1] == ["storage"] and len(operands) > 1:
        call.name = f"gcloud storage {display(operands[1])}"
        if bucket_verb(call, operands[1], operands[2:]):
            return None
    if operands[:3] == ["sql", "databases", "delete"]:
        name, instance = first(operands[3:]), call.options.one("-i", "--instance")
        where = (thing("instance", instance),) if instance else ()
        for kind in ("db.schema_change", "db.delete"):
            call.effect(kind, thing("database", name), *where)
    return report_verb(call, _GCLOUD)


def _values(tool: Tool) -> str:
    return " ".join((tool.values, tool.named, *tool.places))


PROGRAMS: dict[str, Program] = {
    "aws": program(
        _aws,
        f"{_AWS_VALUES} {_AWS_ID} --sql --query-string --statement --document-name "
        "--payload --message --subject --to --from --text --key-name --user-data "
        "--policy-document --desired-count --task-definition --start-time --end-time",
    ),
    "gcloud": program(_gcloud, _values(_GCLOUD)),
    "az": tool_entry(_AZ),
}
