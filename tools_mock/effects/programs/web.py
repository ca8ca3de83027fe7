"""Clients of HTTP and of raw connections, with the addresses whose meaning is well known."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tools_mock.effects.http import http_effects
from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    number_of,
    program,
    thing,
)
from tools_mock.effects.programs.web_routes import routed
from tools_mock.effects.shell.marks import as_thing, certain, certain_beginning, display, inactive
from traces.model import Thing

_URL = re.compile(r"(?:[a-z][\w+.-]*://)?(?:[^/@]*@)?([^/:?#]+)(?::\d+)?([^?#]*)(.*)", re.I | re.S)


def report_request(call: Call, method: str | None, url: str, body: str | None = None) -> None:
    """Report a request.

    Args:
        call: the client.
        method: as given, null where it is not known.
        url: marked text.
        body: marked text of what is sent.
    """
    url = inactive(url)
    effects = list(http_effects(method, display(url) if certain(url) else _known_part(url)))
    kinds = _routed(method or "", url)
    for effect in effects:
        if effect.kind == "opaque":
            if kinds or _is_query(url, body):
                continue
            call.opaque(effect.why, *effect.could)
        else:
            call.effect(effect.kind, *map(_doubted(url), effect.on))
    host = _host(url)
    for kind in kinds:
        call.effect(kind, host, as_thing("url", url), *_details(kind, body))


def _known_part(url: str) -> str:
    return certain_beginning(url) or ""


def _doubted(url: str) -> Callable[[Thing], Thing]:
    """The things of a request, with what is not known of its address."""
    whole = certain(url)

    def doubted(one: Thing) -> Thing:
        if whole or one.name not in ("url", "host"):
            return one
        return as_thing("url", url) if one.name == "url" else _host(url)

    return doubted


def _host(url: str) -> Thing:
    found = _URL.fullmatch(url)
    return as_thing(
        "host", found[1].lower() if found and certain(found[1]) else found[1] if found else url
    )


def _routed(method: str, url: str) -> list[str]:
    found = _URL.fullmatch(url)
    if not found or not certain(found[1]):
        return []
    return routed(method, found[1].lower(), display(found[2]) or "/")


def _details(kind: str, body: str | None) -> tuple[Thing, ...]:
    """The channel of a message and the amount of a payment, where the body says them."""
    wanted = {"message.send": "channel", "money.move": "amount"}.get(kind)
    if wanted is None:
        return ()
    value = _field(wanted, body) if body and certain(body) else None
    if value is None:
        people = (thing("to", None),) if wanted == "channel" else ()
        return (thing(wanted, None), *people)
    number = number_of(str(value)) if wanted == "amount" else None
    return (Thing(name=wanted, value=str(value) if number is None else number),)


def _field(name: str, body: str) -> str | int | float | None:
    """A field of a body of JSON or of a form."""
    try:
        parsed = json.loads(body)
    except ValueError:
        parsed = dict(pair.split("=", 1) for pair in body.split("&") if "=" in pair)
    value = parsed.get(name) if isinstance(parsed, dict) else None
    return value if isinstance(value, str | int | float) else None


_GRAPHQL_WRITES = re.compile(r"\bmutation\b|\bsubscription\b")


def _is_query(url: str, body: str | None) -> bool:
    """Whether a POST is a query of GraphQL, which changes nothing."""
    path = display(url).split("?", 1)[0].rstrip("/")
    if not path.endswith("graphql") or not body or not certain(body):
        return False
    return not _GRAPHQL_WRITES.search(body)


def _bodies(call: Call, options: str) -> str | None:
    texts = call.options.all(*options.split())
    found = []
    for text in texts:
        if text[:1] == "@":
            content = call.reads(text[1:])
            found.append(content if content is not None else text)
        else:
            found.append(text)
    return "&".join(found) if found else None


_CURL_BODY = "-d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form"


def _curl(call: Call) -> str | None:
    """`curl`: the method follows from what is sent unless `-X` says it."""
    body = _bodies(call, _CURL_BODY)
    method = call.options.one("-X", "--request")
    upload = call.options.all("-T", "--upload-file")
    if method is None:
        method = "GET"
        if call.has("-I", "--head"):
            method = "HEAD"
        elif upload:
            method = "PUT"
        elif body is not None and not call.has("-G", "--get"):
            method = "POST"
    for name in upload:
        call.reads(name)
    urls = [*call.operands, *call.options.all("--url")]
    if not urls and call.options.all("-K", "--config"):
        call.opaque("curl by a configuration file")
    for url in urls:
        if url.startswith("file://"):
            call.reads(url[7:])
        else:
            report_request(call, method if certain(method) else None, url, body)
    for name in call.options.all("-o", "--output"):
        call.writes(name)
    for url in urls if call.has("-O", "--remote-name", "--remote-name-all") else ():
        call.writes(display(url).split("?")[0].rstrip("/").rsplit("/", 1)[-1] or "index.html")
    return None


def _wget(call: Call) -> str | None:
    body = _bodies(call, "--post-data --body-data")
    method = call.options.one("--method") or ("POST" if body or call.has("--post-file") else "GET")
    for name in call.options.all("--post-file", "--body-file"):
        call.reads(name)
    output = call.options.one("-O", "--output-document")
    folder = call.options.one("-P", "--directory-prefix")
    for url in call.operands:
        report_request(call, "HEAD" if call.has("--spider") else method, url, body)
        if output is None and not call.has("--spider"):
            name = display(url).split("?")[0].rstrip("/").rsplit("/", 1)[-1] or "index.html"
            call.writes(f"{folder.rstrip('/')}/{name}" if folder else name)
    if output is not None and output != "-":
        call.writes(output)
    return None


_METHOD = re.compile(r"[A-Z]{3,7}|get|post|put|patch|delete|head|options")
_ITEM = re.compile(r"[^:=@/]+(?::=|=@|==|=|@)(?!/).*", re.DOTALL)


def _httpie(call: Call) -> str | None:
    """`http [METHOD] url [items]`: items make it a POST."""
    operands = list(call.operands)
    if call.has("--offline"):
        return None
    method = operands.pop(0).upper() if operands and _METHOD.fullmatch(operands[0]) else None
    url, items = (operands[0], operands[1:]) if operands else ("", [])
    sends = [text for text in items if _ITEM.fullmatch(display(text)) and "==" not in text]
    raw = call.options.one("--raw") or (call.stdin if call.stdin and certain(call.stdin) else None)
    method = method or ("POST" if sends or raw else "GET")
    if url:
        report_request(call, method, url, raw or "&".join(sends) or None)
    for name in call.options.all("-o", "--output"):
        call.writes(name)
    return None


def _connect(call: Call) -> str | None:
    """`nc host port`: with `-e` a program is run for whoever connects."""
    for text in call.options.all("-e", "-c", "--exec", "--sh-exec"):
        call.opaque(f"{call.name} runs {display(text)} for a remote side")
    if call.has("-l", "--listen"):
        call.effect("net.request", thing("host", "localhost"))
        return None
    if call.has("-z"):
        return None
    host = call.operands[0] if call.operands else None
    if call.name == "openssl":
        return _openssl(call)
    call.effect("net.request", thing("host", host))
    return None


def _openssl(call: Call) -> str | None:
    verb = call.operands[0] if call.operands else ""
    if verb == "s_client":
        host = call.options.one("-connect", "-host") or ""
        call.effect("net.request", thing("host", host.split(":")[0] or None))
    for name in call.options.all("-in", "-key", "-inkey"):
        call.reads(name)
    for name in call.options.all("-out", "-keyout"):
        call.writes(name)
    return None


def _grpc(call: Call) -> str | None:
    operands = [text for text in call.operands]
    target, *rest = operands or [""]
    host = _host(target)
    if not rest or rest[0] in ("list", "describe"):
        call.effect("net.request", host, thing("method", "list"))
        return None
    call.effect("net.request", host, thing("method", rest[0]))
    call.opaque(
        f"{call.name} {display(rest[0])}", "record.*", "message.send", "money.move", "infra.*"
    )
    return None


_SSH_VALUES = "-i -p -l -o -F -J -L -R -D -W -b -c -e -m -S -w -E -I -B -Q -O"


def _ssh(call: Call) -> str | None:
    """`ssh [options] [user@]host [command]`: without a command it runs what it is fed."""
    if not call.operands or call.has("-V", "-Q", "-G") or call.options.all("-O"):
        return None
    target, *words = call.operands
    host = as_thing("host", target.removeprefix("ssh://").rsplit("@", 1)[-1].split(":")[0])
    for text in call.options.all("-o"):
        name, value = (*re.split(r"[= ]", text, maxsplit=1), "")[:2]
        if name.lower() in ("proxycommand", "localcommand", "knownhostscommand"):
            call.script(value, call.shell.subshell(f"ssh {name}"))
    words = _behind_options(words)
    if call.has("-N") or (not words and call.stdin is None):
        return None
    inner = call.shell.elsewhere(f"{call.name} {display(str(host.value))}", host, stdin=call.stdin)
    if words:
        return call.script(" ".join(words), inner)
    inner.stdin = None
    return call.script(call.stdin or "", inner)


def _behind_options(words: list[str]) -> list[str]:
    """The command; further options may stand between it and the host."""
    valued = _SSH_VALUES.split()
    while words and words[0][:1] == "-" and len(words[0]) > 1:
        option = words[0]
        words = words[2:] if option in valued else words[1:]
        if option == "--":
            break
    return words


def _remotely(call: Call) -> str | None:
    """`pdsh -w hosts command`, `salt hosts cmd.run command`."""
    hosts = call.options.one("-w", "-H", "-h", "--hosts")
    operands = list(call.operands)
    if call.name == "salt":
        hosts = operands.pop(0) if operands else None
        function = operands.pop(0) if operands else ""
        if function in ("test.ping", "grains.items", "test.version"):
            call.effect("infra.read", thing("host", hosts))
            return None
        if function not in ("cmd.run", "cmd.shell", "cmd.run_all"):
            call.opaque(f"salt {display(function)}")
            return None
    where = thing("host", hosts)
    if not operands:
        return None
    return call.script(" ".join(operands), call.shell.elsewhere(call.name, where))


def _keygen(call: Call) -> str | None:
    """`ssh-keygen`, `ssh-copy-id`, `ssh-add`."""
    if call.name == "ssh-copy-id":
        host = call.operands[0].rsplit("@", 1)[-1] if call.operands else None
        call.effect("access.grant", thing("host", host))
    elif call.name == "ssh-keygen":
        removed = call.options.one("-R")
        if removed is not None:
            call.writes("~/.ssh/known_hosts")
        elif not call.has("-l", "-F", "-y", "-B"):
            call.writes(call.options.one("-f") or "~/.ssh/id_ed25519")
    return None


PROGRAMS: dict[str, Program] = {
    "curl": program(
        _curl,
        f"{_CURL_BODY} -X --request -H --header -u --user -A --user-agent -o --output -T "
        "--upload-file "
        "--url -K --config -b --cookie -c --cookie-jar -e --referer -x --proxy --connect-timeout "
        "-m --max-time --retry --retry-delay -w --write-out --cacert --cert -E --key --resolve "
        "--limit-rate -r --range --interface -C --continue-at --oauth2-bearer --aws-sigv4 -D "
        "--dump-header --max-redirs --unix-socket --noproxy -z --output-dir -Y -y --ciphers",
    ),
    "wget": program(
        _wget,
        "-O --output-document --post-data --post-file --method --body-data --body-file --header -U "
        "--user-agent -P --directory-prefix -T --timeout -t --tries -o --output-file --user "
        "--password -i --input-file -A -R -D -l --level -e --load-cookies --save-cookies",
    ),
    **each(
        "http https xh xhs",
        program(
            _httpie,
            "-a --auth -o --output --raw -A --auth-type --timeout --session -s --style -p "
            "--print --verify",
        ),
    ),
    **each(
        "nc ncat netcat socat telnet",
        program(_connect, "-p -s -w -e -c -X -x -i -q --exec --sh-exec"),
    ),
    "openssl": program(
        _openssl,
        "-connect -host -in -out -key -keyout -inkey -servername -days -subj -passin -passout "
        "-config -CAfile",
        clusters=False,
    ),
    **each(
        "grpcurl evans",
        program(_grpc, "-d -H -proto -import-path -authority -max-time", clusters=False),
    ),
    **each(
        "ssh autossh slogin",
        program(_ssh, f"{_SSH_VALUES} -M", stop=True, helps=False, reports=False),
    ),
    "mosh": program(_ssh, "-p --ssh --port", stop=True, helps=False, reports=False),
    **each(
        "pdsh pssh clush dsh salt",
        program(_remotely, "-w -H -h --hosts -l -u -p -t", stop=True, helps=False, reports=False),
    ),
    **each(
        "ssh-keygen ssh-copy-id ssh-add ssh-keyscan",
        program(_keygen, "-t -b -f -C -N -i -p -R -F -o"),
    ),
}
