"""Clients of stores that speak no SQL: Redis, MongoDB, etcd, search engines."""

from __future__ import annotations

import re

from tools_mock.effects.programs.call import Call, Program, each, program, thing
from tools_mock.effects.shell.marks import as_code, as_thing, certain, display
from traces.model import Thing

REDIS_READS = frozenset(
    """get mget getrange strlen exists keys scan type ttl pttl dbsize info ping echo hget hmget
    hgetall hkeys hvals hlen hexists hscan lrange llen lindex smembers scard sismember sscan zrange
    zrangebyscore zcard zscore zcount zscan zrevrange xrange xlen xinfo pfcount bitcount getbit
    memory object monitor client-list slowlog command time lastsave randomkey dump role select auth
    hello subscribe psubscribe quit geopos geosearch latency""".split()
)
REDIS_DELETES = frozenset(
    """del unlink flushall flushdb hdel srem zrem lrem ltrim spop lpop rpop getdel xdel xtrim
    zremrangebyrank zremrangebyscore expire pexpire expireat""".split()
)
_REDIS_WHOLE = frozenset({"flushall", "flushdb"})
_REDIS_SUBVERBS = {
    ("config", "get"): "db.read",
    ("config", "set"): "infra.change",
    ("config", "rewrite"): "infra.change",
    ("acl", "setuser"): "access.grant",
    ("acl", "deluser"): "access.revoke",
    ("acl", "list"): "db.read",
    ("client", "list"): "db.read",
    ("client", "kill"): "proc.stop",
    ("cluster", "info"): "db.read",
    ("cluster", "nodes"): "db.read",
    ("cluster", "reset"): "infra.destroy",
    ("script", "flush"): "db.delete",
    ("memory", "usage"): "db.read",
}
_REDIS_OTHER = {
    "shutdown": "proc.stop",
    "debug": "proc.stop",
    "replicaof": "infra.change",
    "slaveof": "infra.change",
    "failover": "infra.change",
    "publish": "message.send",
    "spublish": "message.send",
    "bgsave": "fs.write",
    "save": "fs.write",
}


def _redis(call: Call) -> str | None:
    """`redis-cli [options] command …`, or one command a line as it is fed in."""
    host = call.options.one("-h", "-u")
    where = (thing("host", host.rsplit("@", 1)[-1].split("/")[0] if host else None),)
    if call.has("--scan", "--bigkeys", "--memkeys", "--hotkeys", "--stat", "--latency"):
        call.effect("db.read", *where)
    elif call.operands:
        _redis_command(call, call.operands, where)
    elif call.stdin is not None:
        for line in call.stdin.splitlines():
            if line.split():
                _redis_command(call, line.split(), where)
    if call.has("--eval"):
        call.opaque("redis-cli --eval runs a script that is not read", "db.*")
    return None


def _redis_command(call: Call, words: list[str], where: tuple[Thing, ...]) -> None:
    verb, *rest = words
    name = verb.lower()
    second = rest[0].lower() if rest else ""
    keys = [as_thing("key", rest[0])] if rest else []
    if name in _REDIS_OTHER or (name, second) in _REDIS_SUBVERBS:
        kind = _REDIS_SUBVERBS.get((name, second)) or _REDIS_OTHER[name]
        call.effect(kind, *where, why=f"redis {name}")
    elif name in REDIS_READS:
        call.effect("db.read", *keys, *where)
    elif name in _REDIS_WHOLE:
        call.effect("db.delete", thing("key", "*", recursive=True), *where, why=f"redis {name}")
    elif name in REDIS_DELETES:
        several = rest if name in ("del", "unlink") else rest[:1]
        for key in several:
            call.effect("db.delete", as_thing("key", key), *where)
    elif name in ("eval", "evalsha", "fcall", "migrate", "restore", "multi", "exec"):
        call.opaque(f"redis {name}", "db.*")
    elif name.isalpha():
        call.effect("db.write", *keys, *where, why=f"redis {name}")
    else:
        call.opaque(f"redis {display(verb)}", "db.*")


_MONGO_CALL = re.compile(
    r"""\bdb(?:\.getSiblingDB\(\s*['"][^'"]*['"]\s*\)|\.getDB\(\s*['"][^'"]*['"]\s*\))?
    (?:\.getCollection\(\s*['"]([^'"]+)['"]\s*\)|\[\s*['"]([^'"]+)['"]\s*\]|\.([A-Za-z_$][\w$]*))?
    \.([A-Za-z]+)\s*\(""",
    re.VERBOSE,
)
_MONGO_KINDS: dict[str, str] = {
    **dict.fromkeys(
        """find findOne count countDocuments estimatedDocumentCount distinct aggregate stats
        getIndexes explain getCollectionNames getCollectionInfos listCollections serverStatus
        hello isMaster version getUsers currentOp getName dataSize getSiblingDB""".split(),
        "db.read",
    ),
    **dict.fromkeys(
        """insertOne insertMany insert updateOne updateMany update replaceOne save findOneAndUpdate
        findOneAndReplace findAndModify""".split(),
        "db.write",
    ),
    **dict.fromkeys("deleteOne deleteMany remove findOneAndDelete".split(), "db.delete"),
    **dict.fromkeys(
        """createCollection createIndex createIndexes dropIndex dropIndexes renameCollection
        createView reIndex""".split(),
        "db.schema_change",
    ),
    **dict.fromkeys(
        """createUser updateUser dropUser grantRolesToUser revokeRolesFromUser createRole dropRole
        changeUserPassword""".split(),
        "db.privilege",
    ),
    "drop": "db.schema_change",
    "dropDatabase": "db.schema_change",
    "shutdownServer": "proc.stop",
    "killOp": "proc.stop",
}
_MONGO_ALSO_DELETES = frozenset({"drop", "dropDatabase"})
_MONGO_PLAIN = re.compile(
    r"""(?:\s|;|,|[\w$.]+\s*:|[{}\[\]()]|'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false|null|
    \.(?:toArray|pretty|limit|sort|skip|count|forEach|map|hasNext|next|project|explain|itcount)|
    print(?:json)?|printjson|JSON\.stringify|EJSON\.stringify|console\.log|show\s+\w+|use\s+\w+|
    ISODate|ObjectId|NumberLong|new\s+Date|Date|ReplSetMember|rs\.status|rs\.conf|\$\w+)*""",
    re.VERBOSE,
)


def _mongosh(call: Call) -> str | None:
    """Calls on `db` are read; code that is more than such calls is opaque besides."""
    texts = call.options.all("--eval", "-e")
    files = [text for text in call.operands if text.endswith(".js")]
    for name in files:
        text = call.reads(name)
        if text is None or not certain(text):
            call.opaque(f"{call.name} runs {display(name)}, whose content is not known", "db.*")
        else:
            texts.append(text)
    if not texts and not files and call.stdin is not None:
        texts = [call.stdin]
    database = next((text for text in call.operands if text not in files), None)
    where = (thing("database", database.rsplit("/", 1)[-1] if database else None),)
    for text in texts:
        _mongo_code(call, as_code(text, "nobody_knows"), where)
    if not texts and not files:
        call.effect("db.read", *where)
    return None


def _mongo_code(call: Call, code: str, where: tuple[Thing, ...]) -> None:
    for found in _MONGO_CALL.finditer(code):
        collection = found[1] or found[2] or found[3]
        kind = _MONGO_KINDS.get(found[4])
        table = (thing("table", collection),) if collection else ()
        if kind is None:
            call.opaque(f"{call.name} {found[4]}()", "db.*")
            continue
        call.effect(kind, *table, *where, why=f"{call.name} {found[4]}()")
        if found[4] in _MONGO_ALSO_DELETES:
            call.effect("db.delete", *table, *where, why=f"{call.name} {found[4]}()")
    if not _MONGO_PLAIN.fullmatch(_MONGO_CALL.sub("(", code)[:2000]):
        call.opaque(f"{call.name}: code that is not read whole", "db.*")


_ETCD = {
    "get": "db.read",
    "member": "infra.read",
    "endpoint": "infra.read",
    "watch": "db.read",
    "put": "db.write",
    "del": "db.delete",
    "snapshot": "fs.write",
    "defrag": "infra.change",
    "compaction": "db.delete",
    "user": "access.grant",
    "role": "access.grant",
}


def _etcdctl(call: Call) -> str | None:
    verb, *rest = call.operands or ["get"]
    kind = _ETCD.get(verb)
    if kind is None:
        call.opaque(f"{call.name} {display(verb)}", "db.*")
        return None
    below = call.has("--prefix", "--from-key")
    key = (as_thing("key", rest[0], recursive=below),) if rest else ()
    if verb == "member" and rest[:1] in (["remove"], ["add"], ["update"]):
        kind = "infra.change"
    call.effect(kind, *key)
    return None


_KAFKA_READS = frozenset({"--list", "--describe"})


def _kafka(call: Call) -> str | None:
    topic = call.options.one("--topic", "--group", "--entity-name")
    where = thing("resource", topic)
    if call.has("--delete", "--delete-offsets"):
        call.effect("infra.destroy", where)
    elif call.has("--create"):
        call.effect("infra.create", where)
    elif call.has("--alter", "--reset-offsets"):
        call.effect("infra.change", where)
    elif "producer" in call.name:
        call.effect("message.send", thing("channel", topic))
    else:
        call.effect("infra.read", where)
    return None


_VALUED = "--pattern -h -p -a -n -u --user --pass -i -r -d -x --sni --cacert --cert --key --eval"

PROGRAMS: dict[str, Program] = {
    **each("redis-cli valkey-cli keydb-cli", program(_redis, _VALUED, stop=True)),
    **each(
        "mongosh mongo",
        program(_mongosh, "--eval -e --host --port -u --username -p --password --tls --file -f"),
    ),
    "etcdctl": program(_etcdctl, "--endpoints --cacert --cert --key --user --rev"),
    **each(
        "kafka-topics kafka-topics.sh kafka-console-producer kafka-console-producer.sh "
        "kafka-console-consumer kafka-consumer-groups kafka-consumer-groups.sh kafka-configs",
        program(
            _kafka,
            "--topic --group --bootstrap-server --broker-list --zookeeper --entity-name "
            "--partitions --replication-factor --config --add-config --entity-type",
        ),
    ),
}
