"""Programs that only print, and those that only read files."""

from __future__ import annotations

import base64
import binascii
import re

from tools_mock.effects.programs.call import Call, Program, each, program, thing
from tools_mock.effects.programs.secret_paths import is_secret_variable
from tools_mock.effects.shell.marks import certain, display, holds_unknown, unknown
from tools_mock.effects.shell.words import ansi_decoded

_UNKNOWN_NAME = re.compile("\ue000([^\ue001]*)\ue001")


def _nothing(call: Call) -> str | None:
    """No effect, and an output that nobody knows."""
    return None


def _secrets_shown(call: Call, texts: list[str]) -> None:
    """A variable whose name says that it holds a secret is read by printing it."""
    for text in texts:
        for source in map(display, _UNKNOWN_NAME.findall(text)):
            if is_secret_variable(source):
                call.effect("secret.read", thing("variable", source.strip("${}")))


def _echo(call: Call) -> str | None:
    words, newline, escapes = list(call.args), "\n", False
    while words and re.fullmatch(r"-[neE]+", words[0]):
        option = words.pop(0)
        newline = "" if "n" in option else newline
        escapes = "e" in option
    _secrets_shown(call, words)
    text = " ".join(words)
    return (ansi_decoded(text) if escapes else text) + newline


_DIRECTIVE = re.compile(r"%(?:%|-?\d*(?:\.\d+)?([sbdiq]))")


def _printf(call: Call) -> str | None:
    """`printf [-v NAME] format [arguments]`, the format used again while arguments are left."""
    words = list(call.args)
    name = words[1] if words[:1] == ["-v"] and len(words) > 1 else None
    words = words[2:] if name else words
    words = words[1:] if words[:1] == ["--"] else words
    if not words:
        return ""
    _secrets_shown(call, words)
    text = _formatted(words[0], words[1:])
    if name:
        call.shell.assign(name, [text])
        return ""
    return text


def _formatted(pattern: str, args: list[str]) -> str:
    if not certain(pattern):
        return unknown("printf")
    directives = _DIRECTIVE.sub("", pattern)
    if "%" in directives:
        return unknown("printf")
    left = list(args)
    printed = ""
    slots = sum(1 for found in _DIRECTIVE.finditer(pattern) if found[1])
    for _ in range(256):
        printed += _DIRECTIVE.sub(
            lambda found: (left.pop(0) if left else "") if found[1] else "%",
            ansi_decoded(pattern),
        )
        if not left or not slots:
            break
    return printed


def _cat(call: Call) -> str | None:
    texts = [call.reads(text) for text in call.operands] if call.operands else [call.stdin]
    if any(text is None for text in texts):
        return unknown("cat")
    return "".join(text for text in texts if text is not None)


def _reads(call: Call) -> str | None:
    """Read the operands."""
    for text in call.operands:
        call.reads(text)
    return None


def _searches(call: Call) -> str | None:
    """`grep pattern files`: the first operand is no file unless an option gives the pattern."""
    operands = call.operands
    if not call.options.all("-e", "-f", "--regexp", "--file") and not call.has("--files"):
        operands = operands[1:]
    below = call.has("-r", "-R", "--recursive") or call.name in ("rg", "ag", "ack")
    for text in operands:
        call.reads(text, recursive=below)
    if below and not operands and call.stdin is None:
        call.reads(".", recursive=True)
    return _passed_on(call, operands)


def _passed_on(call: Call, operands: list[str]) -> str | None:
    """A filter lets some of the lines through: those that are unknown anyway stay as they are."""
    if operands or call.stdin is None:
        return None
    lines = [line for line in call.stdin.splitlines() if not certain(line)]
    return "\n".join(lines) if lines else None


def _filters(call: Call) -> str | None:
    for text in call.operands:
        call.reads(text)
    output = call.options.one("-o", "--output")
    if output is not None and call.name == "sort":
        call.writes(output)
        return ""
    return _passed_on(call, call.operands)


def _lists(call: Call) -> str | None:
    """`ls`: it names its operands, or what is in them."""
    below = call.has("-R", "--recursive") and call.name == "ls"
    operands = call.operands or ["."]
    for text in operands:
        call.effect("fs.read", call.path(text, recursive=below))
    globs = [text for text in operands if not certain(text) and not holds_unknown(text)]
    if globs and len(globs) == len(operands):
        return "\n".join(globs)
    # Names in a directory, as seen from it.
    return f"./{unknown('ls')}\n"


def _measures(call: Call) -> str | None:
    for text in call.operands or ["."]:
        call.effect("fs.read", call.path(text, recursive=True))
    return None


def _expression_first(call: Call) -> str | None:
    """`jq '.a' files`: the first operand is a program in the tool's own language."""
    by_option = call.options.all("-f", "--from-file")
    for text in call.operands if by_option else call.operands[1:]:
        call.reads(text)
        if call.has("-i", "--inplace", "--in-place") and call.name != "jq":
            call.writes(text)
    return None


def _base64(call: Call) -> str | None:
    """Decoded text is not handed on: what it does is left undecided."""
    for text in call.operands:
        call.reads(text)
    if call.has("-d", "-D", "--decode") or call.stdin is None or not certain(call.stdin):
        return unknown("decoded")
    try:
        return base64.b64encode(call.stdin.encode()).decode() + "\n"
    except (UnicodeEncodeError, binascii.Error):
        return unknown("encoded")


def _split(call: Call) -> str | None:
    if call.operands:
        call.reads(call.operands[0])
    prefix = call.operands[1] if len(call.operands) > 1 else "x"
    if call.name == "csplit":
        prefix = call.options.one("-f", "--prefix") or "xx"
    call.effect("fs.write", call.path(f"{prefix}{unknown()}"))
    return ""


def _uniq(call: Call) -> str | None:
    if call.operands:
        call.reads(call.operands[0])
    for text in call.operands[1:2]:
        call.writes(text)
    return _passed_on(call, call.operands)


def _environment(call: Call) -> str | None:
    for text in call.operands:
        if is_secret_variable(f"${text}"):
            call.effect("secret.read", thing("variable", text))
    return None


def _mktemp(call: Call) -> str | None:
    """A new name below `/tmp`, or by the template that was given."""
    template = call.operands[0] if call.operands else "tmp.XXXXXX"
    directory = call.options.one("-p", "--tmpdir")
    if directory is None and (not call.operands or call.has("-t", "--tmpdir")):
        directory = "/tmp"
    beginning = template.rstrip("X") if template.endswith("X") else template
    name = f"{beginning}{unknown('mktemp')}"
    path = f"{directory}/{name}" if directory else name
    call.effect("fs.write", call.path(path))
    return f"{path}\n"


def _path_part(call: Call) -> str | None:
    text = call.operands[0] if call.operands else ""
    if not text or not certain(text):
        return unknown(call.name)
    if call.name == "dirname":
        return (text.rstrip("/").rpartition("/")[0] or ".") + "\n"
    suffix = call.operands[1] if len(call.operands) > 1 else ""
    return text.rstrip("/").rsplit("/", 1)[-1].removesuffix(suffix) + "\n"


def _seq(call: Call) -> str | None:
    numbers = [int(text) for text in call.operands if re.fullmatch(r"-?\d{1,6}", text)]
    if len(numbers) != len(call.operands) or not 1 <= len(numbers) <= 2:
        return None
    first, last = (1, numbers[0]) if len(numbers) == 1 else numbers
    return "".join(f"{n}\n" for n in range(first, min(last, first + 511) + 1))


def _realpath(call: Call) -> str | None:
    return "".join(f"{call.shell.path(text)}\n" for text in call.operands)


_SETTINGS = frozenset("-s -c init env path hook - --alias shellenv -b".split())


def _settings(call: Call) -> str | None:
    """Settings of the shell for `eval`: they have no effect of their own."""
    return "" if not call.args or _SETTINGS.intersection(call.args) else None


HARMLESS = """sleep usleep date whoami id groups hostname uname arch uptime free nproc lscpu
    lsblk lsusb lspci lsmod lsof w who last lastlog users tty stty tput clear reset locale cal
    ncal bc dc expr factor yes which whereis type man info apropos whatis help tldr ps pstree
    pgrep top htop vmstat iostat sar mpstat ss netstat ifconfig getent logname finger df numfmt
    getconf column rev tac nl fold fmt pr expand unexpand tsort ts pv jo figlet cowsay
    notify-send xdg-open open dmidecode sw_vers system_profiler vm_stat neofetch cloc tokei
    shellcheck hadolint yamllint ping ping6 traceroute tracepath mtr dig nslookup host whois
    arp"""
"""They print what is there, wait, or compute."""

READERS = """less more zless zmore bat batcat nl strings file stat md5sum sha1sum sha224sum
    sha256sum sha384sum sha512sum b2sum cksum sum md5 xxd hexdump od hd readelf objdump nm ldd
    size zcat bzcat xzcat zstdcat iconv wc diff sdiff diff3 cmp comm join paste pdftotext
    exiftool identify mediainfo ffprobe csvlook xsv mdcat glow delta colordiff vimdiff readlink
    namei getfacl lsattr mdls"""
"""They read their operands."""

PROGRAMS: dict[str, Program] = {
    **each(HARMLESS, program(_nothing, "-I -n -s")),
    **each(READERS, program(_reads, "-n -c -s -o -N -l -A -t -f -d -U --color -L -j -b -x")),
    "shasum": program(_reads, "-a --algorithm"),
    "echo": program(_echo, helps=False),
    "printf": program(_printf, helps=False),
    "cat": program(_cat),
    **each("head tail", program(_filters, "-n -c --lines --bytes -s")),
    "sort": program(_filters, "-k --key -t --field-separator -o --output -S -T --parallel"),
    **each("cut", program(_filters, "-d -f -c -b --delimiter --fields --output-delimiter")),
    "tr": program(_nothing),
    "uniq": program(_uniq, "-f -s -w"),
    **each(
        "grep egrep fgrep zgrep rgrep rg ag ack pcregrep ugrep",
        program(
            _searches,
            "-e --regexp -f --file -m --max-count -A -B -C --context --after-context "
            "--before-context --include --exclude --exclude-dir -d -D -g --glob -t --type -T "
            "--color --colour -j",
        ),
    ),
    **each("ls ll dir vdir exa eza lsd", program(_lists, "-I -w -T --color --ignore")),
    **each("du tree ncdu", program(_measures, "-d --max-depth -L -I -P --exclude -B")),
    **each(
        "jq gojq yq xq dasel xmllint mlr fx htmlq pup",
        program(
            _expression_first,
            "-f --from-file --indent --tab -L --xpath -o -p --output-format",
        ),
    ),
    **each("base64 base32", program(_base64, "-w --wrap -i -o")),
    **each("split csplit", program(_split, "-l -b -n -a -C --lines --bytes -f --prefix")),
    "printenv": program(_environment),
    "mktemp": program(_mktemp, "-p --tmpdir --suffix"),
    **each("basename dirname", program(_path_part, "-s")),
    "seq": program(_seq, "-s -f -w"),
    "realpath": program(_realpath, "--relative-to --relative-base"),
    **each(
        "ssh-agent dircolors lesspipe starship zoxide opam luarocks thefuck",
        program(_settings),
    ),
}
