"""The machine itself: services, processes, users, mounts, firewalls, schedules."""

from __future__ import annotations

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    first,
    or_unknown,
    program,
    thing,
)
from tools_mock.effects.shell.marks import as_thing, display
from traces.model import Thing

_SYSTEMCTL_READS = frozenset(
    """status show cat list-units list-unit-files list-timers list-sockets list-dependencies
    list-jobs is-active is-enabled is-failed is-system-running get-default help show-environment
    list-machines""".split()
)
_SYSTEMCTL_STOPS = frozenset({"stop", "kill", "restart", "try-restart", "condrestart", "isolate"})
_SYSTEMCTL_POWER = frozenset(
    "poweroff reboot halt kexec suspend hibernate soft-reboot rescue emergency exit".split()
)


def _systemctl(call: Call) -> str | None:
    verb, *units = call.operands or ["list-units"]
    remote = call.options.one("-H", "--host", "-M", "--machine")
    host = (as_thing("host", remote.rsplit("@", 1)[-1]),) if remote else ()
    call.name = f"{call.name} {display(verb)}"
    if verb in _SYSTEMCTL_READS:
        for unit in or_unknown(units):
            call.effect("infra.read", *((_unit(unit),) if unit else ()), *host)
        return None
    if verb in _SYSTEMCTL_POWER:
        return _power(call)
    for unit in or_unknown(units):
        service = _unit(unit)
        call.effect("infra.change", service, *host)
        if verb in _SYSTEMCTL_STOPS or (verb in ("disable", "mask") and call.has("--now")):
            call.effect("proc.stop", service, *host)
    return None


def _unit(name: str | None) -> Thing:
    return thing("service", None if name is None else name.removesuffix(".service"))


def _service(call: Call) -> str | None:
    """`service name verb`; a script of `/etc/init.d` takes the verb alone."""
    name, verb = first(call.operands), first(call.operands[1:])
    if name is None or verb is None or verb in ("status", "--status-all"):
        call.effect("infra.read")
        return None
    call.effect("infra.change", _unit(name))
    if verb in ("stop", "restart", "force-reload"):
        call.effect("proc.stop", _unit(name))
    return None


_SUPERVISOR_READS = frozenset(
    {"status", "avail", "tail", "pid", "list", "ls", "print", "logs", "show"}
)


def _supervisor(call: Call) -> str | None:
    """`supervisorctl`, `launchctl`, `pm2`, `brew services`."""
    verb, *names = call.operands or ["status"]
    if verb in _SUPERVISOR_READS or verb in (
        "describe",
        "monit",
        "info",
        "version",
        "prettylist",
        "jlist",
    ):
        call.effect("infra.read")
        return None
    for name in or_unknown(names):
        call.effect("infra.change", _unit(name))
        if verb in ("stop", "restart", "delete", "kill", "unload", "bootout", "remove", "shutdown"):
            call.effect("proc.stop", _unit(name))
    if verb in ("start", "submit", "load", "bootstrap") and call.name == "pm2":
        call.effect("proc.exec", *(as_thing("program", name) for name in names[:1]))
    return None


def _power(call: Call) -> str | None:
    if call.has("-c", "--cancel", "-w"):
        return ""
    host = thing("host", "localhost")
    call.effect("proc.stop", host)
    call.effect("device.control", host)
    call.effect("infra.change", host)
    return ""


def _kill(call: Call) -> str | None:
    """Signal 0 only asks."""
    if call.has("-l", "-L", "-0", "--list", "-V") or call.options.one("-s", "--signal") == "0":
        return None
    noun = "pid" if call.name in ("kill", "skill") else "program"
    flags = {flag for flag in call.options.flags if flag[1:2].isdecimal() or flag[1:4].isupper()}
    for name in or_unknown([text for text in call.operands if text not in flags]):
        call.effect("proc.stop", thing(noun, name))
    return ""


def _fuser(call: Call) -> str | None:
    if call.has("-k", "--kill"):
        for name in call.operands:
            call.effect("proc.stop", thing("program", name))
    return None


_USERS = {
    "useradd": "access.grant",
    "adduser": "access.grant",
    "usermod": "access.grant",
    "groupadd": "access.grant",
    "groupmod": "access.grant",
    "addgroup": "access.grant",
    "chpasswd": "access.grant",
    "newusers": "access.grant",
    "visudo": "access.grant",
    "chsh": "access.grant",
    "htpasswd": "access.grant",
    "smbpasswd": "access.grant",
    "userdel": "access.revoke",
    "deluser": "access.revoke",
    "groupdel": "access.revoke",
    "delgroup": "access.revoke",
}


def _users(call: Call) -> str | None:
    kind = _USERS[call.name]
    if call.name == "visudo" and call.has("-c"):
        return None
    if call.name == "usermod" and call.has("-L", "--lock", "-e"):
        kind = "access.revoke"
    if call.name in ("chpasswd", "newusers"):
        names = [line.split(":")[0] for line in (call.stdin or "").splitlines()]
    elif call.name == "htpasswd":
        kind = "access.revoke" if call.has("-D") else kind
        names = call.operands[1:2]
        call.on_paths("fs.write", call.operands[:1])
    else:
        names = call.operands[:1] if call.name in ("adduser", "deluser") else call.operands
    for name in or_unknown(names):
        call.effect(kind, thing("user", name))
    if call.name == "userdel" and call.has("-r", "--remove"):
        for name in call.operands:
            call.effect("fs.delete", as_thing("path", f"/home/{name}", recursive=True))
    return ""


def _passwd(call: Call) -> str | None:
    if call.has("-S", "--status"):
        return None
    kind = "access.revoke" if call.has("-l", "--lock", "-d", "--delete", "-e") else "access.grant"
    call.effect(kind, thing("user", call.operands[-1] if call.operands else None))
    return ""


def _membership(call: Call) -> str | None:
    """`gpasswd`, `chage`, `loginctl`."""
    verb = call.operands[0] if call.operands else ""
    if call.name == "chage":
        if call.has("-l", "--list"):
            return None
        call.effect("access.revoke", thing("user", call.operands[-1] if call.operands else None))
    elif call.name == "gpasswd":
        user = call.options.one("-a", "--add", "-d", "--delete")
        kind = "access.revoke" if call.options.all("-d", "--delete") else "access.grant"
        call.effect(
            kind, thing("user", user), *(thing("group", name) for name in call.operands[:1])
        )
    elif verb.startswith(("terminate", "kill")):
        call.effect("proc.stop", *(thing("user", name) for name in call.operands[1:]))
    return None


def _mount(call: Call) -> str | None:
    if not call.operands and not call.has("-a", "--all"):
        return None
    for text in or_unknown(call.operands[-1:]):
        where = thing("path", None) if text is None else call.path(text, recursive=True)
        call.effect("infra.change", where)
        if call.name in ("umount", "swapoff"):
            call.effect("device.control", where)
    return ""


_FIREWALL_READS = frozenset(
    {"status", "list", "show", "version", "logging", "--list-all", "--state"}
)


def _firewall(call: Call) -> str | None:
    flags = call.options.flags
    if call.name.endswith("-save") or flags & {
        "-L",
        "--list",
        "-S",
        "--list-rules",
        "--list-all",
        "--state",
    }:
        call.effect("infra.read")
        return None
    if not call.args or (call.operands and call.operands[0] in _FIREWALL_READS):
        call.effect("infra.read")
        return None
    call.effect("infra.change", thing("resource", "firewall"))
    opening = {"ACCEPT", "allow", "disable", "reset"} & set(call.args) or flags & {"-F", "--flush"}
    if opening or any(flag.startswith("--add-") for flag in flags):
        call.effect("access.grant", thing("resource", "firewall"))
    if {"DROP", "REJECT", "deny", "reject"} & set(call.args):
        call.effect("access.revoke", thing("resource", "firewall"))
    return None


def _network(call: Call) -> str | None:
    """`ip`, `route`, `nmcli`, `tc`, `sysctl`, `hostnamectl`: a change needs a word that says so."""
    words = set(call.args)
    changing = {
        "add",
        "del",
        "delete",
        "set",
        "up",
        "down",
        "flush",
        "replace",
        "change",
        "-w",
        "-p",
        "modify",
        "disconnect",
        "set-hostname",
        "set-timezone",
        "set-ntp",
        "set-time",
    }
    assigns = call.name == "sysctl" and any("=" in word for word in words)
    if words & changing or assigns:
        target = next((word for word in reversed(call.operands)), None)
        call.effect("infra.change", thing("resource", target))
        if words & {"down", "disconnect"}:
            call.effect("device.control", thing("device", target))
    return None


def _modules(call: Call) -> str | None:
    for name in or_unknown(call.operands):
        call.effect("device.control", thing("device", name))
    return ""


_CRON_FIELDS = 5


def _crontab(call: Call) -> str | None:
    """What a new crontab would run counts, whenever that is."""
    if call.has("-l"):
        call.effect("infra.read", thing("resource", "crontab"))
        return None
    if call.has("-r"):
        call.effect("infra.destroy", thing("resource", "crontab"))
        return ""
    name = call.operands[0] if call.operands else None
    text = call.stdin if name in (None, "-") else call.reads(name)
    call.effect("infra.change", thing("resource", "crontab"))
    if text is None:
        if name not in (None, "-"):
            call.opaque(f"a crontab from {display(name or '')}, whose content is not known")
        return ""
    inner = call.shell.subshell("crontab")
    for line in text.splitlines():
        command = _cron_command(line)
        if command:
            call.script(command, inner)
    return ""


def _cron_command(line: str) -> str:
    stripped = line.strip()
    if not stripped or stripped[0] == "#" or "=" in stripped.split()[0]:
        return ""
    count = 1 if stripped[0] == "@" else _CRON_FIELDS
    parts = stripped.split(None, count)
    if len(parts) <= count:
        return stripped if stripped[0] == "\ue000" else ""
    return parts[count]


def _journal(call: Call) -> str | None:
    flags = call.options.flags
    if any(flag.startswith("--vacuum") for flag in flags) or flags & {"--rotate", "--flush"}:
        call.effect("fs.delete", as_thing("path", "/var/log/journal", recursive=True))
    elif call.name == "dmesg" and flags & {"-C", "--clear", "-c"}:
        call.effect("fs.delete", as_thing("path", "/dev/kmsg"))
    else:
        call.effect("infra.read")
    return None


def _logger(call: Call) -> str | None:
    call.effect("fs.write", as_thing("path", "/var/log/syslog"))
    return ""


def _pool(call: Call) -> str | None:
    """`zfs`, `zpool`, `btrfs`, `lvs` and their like."""
    verb, *names = call.operands or ["list"]
    name = thing("path", names[-1] if names else None, recursive=True)
    if verb in ("list", "get", "status", "history", "iostat", "show", "diff", "filesystem"):
        return None
    if (
        verb in ("destroy", "rollback", "labelclear", "offline", "detach", "delete")
        or "delete" in names
    ):
        call.effect("fs.delete", name)
        call.effect("device.control", thing("device", names[-1] if names else None))
    else:
        call.effect("infra.change", name)
    return None


def _raid(call: Call) -> str | None:
    flags = call.options.flags
    if flags & {"--detail", "-D", "--examine", "-E", "--query", "-Q"} or not call.args:
        return None
    for name in or_unknown(call.operands):
        call.effect("device.control", thing("device", name))
    return None


PROGRAMS: dict[str, Program] = {
    "systemctl": program(
        _systemctl,
        "-H --host -M --machine -t --type -n --lines -o --output -p --property -s --signal",
    ),
    **each("service rc-service invoke-rc.d", program(_service)),
    **each("supervisorctl launchctl pm2", program(_supervisor, "-c -s -n --name -i")),
    **each("reboot shutdown halt poweroff init telinit", program(_power)),
    **each(
        "kill pkill killall skill taskkill",
        program(_kill, "-s --signal -u --euid -U -g -P -t -G -n --ns"),
    ),
    "fuser": program(_fuser),
    **{
        name: program(
            _users,
            "-s -d -g -G -u -c -p -e -f -k --shell --home --gid --groups --uid --comment "
            "--password --ingroup",
        )
        for name in _USERS
    },
    "groupmod": program(_users, "-n --new-name -g --gid"),
    "passwd": program(_passwd, "-n -x -w -i"),
    **each("gpasswd chage loginctl", program(_membership, "-a --add -d --delete -E -M -m -W -I")),
    **each("mount umount swapon swapoff losetup", program(_mount, "-t --types -o --options -L -U")),
    **each(
        "iptables ip6tables iptables-save ip6tables-save nft ufw firewall-cmd pfctl",
        program(
            _firewall,
            "-A -I -D -P -p -s -d -j -i -o -t -m --dport --sport -f --zone --comment",
            clusters=False,
        ),
    ),
    **each(
        "ip route nmcli tc sysctl hostnamectl timedatectl localectl bridge brctl networksetup",
        program(_network),
    ),
    **each("modprobe insmod rmmod depmod udevadm hdparm smartctl ipmitool", program(_modules)),
    "crontab": program(_crontab, "-u"),
    **each(
        "journalctl dmesg",
        program(_journal, "-u --unit -n --lines --since --until -p -o --output -t -b "),
    ),
    **each("logger", program(_logger, "-t -p -f -n")),
    **each("zfs zpool btrfs", program(_pool, "-o -O -t")),
    "mdadm": program(_raid),
}
