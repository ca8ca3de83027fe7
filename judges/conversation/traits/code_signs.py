"""What looks like code in a reply: fences, indented blocks, inline code, lines of commands (N4)."""

from __future__ import annotations

import re

from judges.conversation.text import Span, Text

_OPEN_FENCE = re.compile(r"^[ \t]{0,3}(?P<marks>`{3,}|~{3,})[^`\n]*$", re.M)
_INDENTED = re.compile(
    r"(?:\A|\n[ \t]*\n)(?: {4}|\t)(?![-*+•][ \t]|\d+[.)][ \t])[^\n]*\S[^\n]*(?:\n|\Z)"
)
_INLINE = re.compile(r"(?<!`)(?P<ticks>`{1,2})(?!`)(?P<code>[^`\n]+)(?P=ticks)(?!`)")
_PROGRAMS = (
    r"git|npm|npx|yarn|pnpm|pip3?|pipx|docker|docker-compose|kubectl|helm|terraform|ansible|brew|apt|apt-get|yum|dnf"
    r"|pacman|systemctl|service|journalctl|sudo|ssh|scp|rsync|curl|wget|tar|gzip|unzip|zip|chmod|chown|mkdir|rmdir|ls"
    r"|cd|cp|mv|rm|cat|grep|egrep|rg|awk|sed|find|xargs|sort|uniq|head|tail|wc|du|df|ps|kill|pkill|top|ping|netstat|ss"
    r"|ip|ifconfig|crontab|echo|printf|export|source|touch|ln|less|nano|vim|python3?|node|deno|bun|ruby|perl|php|go"
    r"|cargo|rustc|gcc|g\+\+|make|cmake|mvn|gradle|java|javac|dotnet|psql|mysql|sqlite3|redis-cli|mongosh|openssl"
    r"|ffmpeg|convert|jq|tmux|screen|nohup|lsof|mount|fdisk|dd|whoami|which|pytest|ruff|mypy|eslint|tsc|gh|aws|gcloud"
    r"|az|heroku|vercel|ipconfig|dir|copy|del|netsh|Get-\w+|Set-\w+|Remove-\w+"
)
_SUBCOMMANDS = (
    r"(?:git|npm|npx|yarn|pnpm|pip3?|pipx|docker|docker-compose|kubectl|helm|terraform|brew|apt|apt-get|yum|dnf|pacman"
    r"|systemctl|cargo|go|dotnet|gh|aws|gcloud|crontab|make|conda|poetry|uv)"
    r"\s+(?:add|branch|build|checkout|cherry-pick|clean|clone|commit|config|create|delete|describe|diff|down|enable|exec"
    r"|fetch|get|init|install|i|list|log|logs|merge|mod|new|plan|apply|prune|ps|publish|pull|push|rebase|remove|reset"
    r"|restart|restore|revert|rm|rollout|run|scale|set|show|start|stash|status|stop|switch|tag|test|uninstall|up|update"
    r"|upgrade|s3|ec2|images|compose|ci|fmt|-\w)\b"
)
_COMMAND = re.compile(
    rf"(?<![\w/.`-])(?:{_SUBCOMMANDS}|(?:{_PROGRAMS})\s+(?:[^\s|;&.]+\s+){{0,3}}?-{{1,2}}[A-Za-z][\w-]*(?=[\s=.,;:]|$)"
    rf"|sudo\s+\w+|(?:{_PROGRAMS})\s+[^\n|]{{0,60}}\s\|\s(?:{_PROGRAMS})\b|(?:cd|ls|rm|mkdir|cat|cp|mv|chmod|touch)"
    r"\s+(?:\.{0,2}/|~/|\$|\*)\S*|cd\s+\.\.|chmod\s+[0-7+\-xrwugoa]{2,}\s\S+)"
)
_SQL = (
    r"(?:^|(?<=[\s:(]))(?:SELECT\s+.{1,80}?\s+FROM\s+\w|INSERT\s+INTO\s+\w|UPDATE\s+\w+\s+SET\s"
    r"|DELETE\s+FROM\s+\w|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX|VIEW|DATABASE|USER)\s)"
)
_LINE = (
    r"^[ \t]*(?:def \w+\(|class \w+[(:]|import [\w.]+(?: as \w+)?\s*$|from [\w.]+ import \w"
    r"|for \w+ in .+:\s*$|while .+:\s*$|if .{1,80}:\s*$|elif .+:\s*$|return [\w.\"'(\[]"
    r"|function \w*\(|(?:const|let|var) \w+ ?=|#include ?<|#!/|using [\w.]+;"
    r"|public (?:static )?\w+ |package \w+;"
    r"|\$ \S|> ?\w+ -|\w[\w.\[\]]* ?(?:=|\+=|:=) ?[\w\"'(\[{].*[;)\]\"'\d]\s*$"
    r"|[})\]];?\s*$|<\/?[a-z][\w-]*(?: [^<>]*)?>|@\w+\s*$|\w+:\s*\{\s*$|\"[\w-]+\":\s|\{\""
    r"|[.#]?[\w-]+\s*\{)"
)
"""What opens a line of a program, a page, a style sheet or a configuration."""
_CALL = (
    r"(?<![\w.])(?:[A-Za-z_]\w*\.)+[a-z_]\w*\([^()\n]*\)"
    r"|(?<![\w.])(?:print|len|range|open|int|str|printf|echo|console\.log|sum|map|filter|sorted|round"
    r"|require|import|fetch|setTimeout|parseInt|isinstance|enumerate|zip)"
    r"\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"
    r"|(?<![\w.])[a-z_]\w{2,}\((?:|[\"'][^\n]*?[\"']|\w+, ?[^()\n]*)\)"
    r"|=(?:IF|SUM|VLOOKUP|XLOOKUP|COUNTIFS?|SUMIFS?|INDEX|AVERAGE|CONCATENATE|IFERROR|LEFT|RIGHT|MID"
    r"|TEXT|FILTER|UNIQUE|ARRAYFORMULA|QUERY)\("
)
"""Calls: of a method, of a function that is well known or called with a literal, of a table."""
_CRON_AND_REGEX = (
    r"=>|(?<!\w)(?:\*/\d+|[\d*,/-]+)(?:\s(?:\*/\d+|[\d*,/-]+)){3}\s(?:\*/\d+|[\d*,/-]+)(?!\w)"
    r"|(?<!\w)\^[^\s]{2,}\$|\\[dwsb][+*{]|\[[a-zA-Z]-[a-zA-Z0-9][^\]\s]*\][+*{]|\(\?[:=!<P]"
)
_STATEMENT = re.compile("|".join((_SQL, _LINE, _CALL, _CRON_AND_REGEX)), re.M)
_INLINE_CODE = re.compile(
    r"\(.*\)|[=|;{}$<>]|^\s*-{0,2}\S+\s+-{1,2}\w|&&|\*\s|\^|\\|\[.+\]|^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\b"
    rf"|^(?:{_PROGRAMS})\s+\S|^(?:import|from|def|return|const|let|var|export|class)\s|:\s\S",
)


def fenced(content: str) -> bool | None:
    """Whether a closed fence with something in it, or an indented block, stands in a text.

    Null: the only fence is never closed.
    """
    at = 0
    unclosed = False
    while (opening := _OPEN_FENCE.search(content, at)) is not None:
        marks = opening["marks"]
        closing = re.compile(
            rf"^[ \t]{{0,3}}{re.escape(marks[0])}{{{len(marks)},}}[ \t]*$", re.M
        ).search(content, opening.end())
        if closing is None:
            unclosed = True
            break
        if content[opening.end() : closing.start()].strip():
            return True
        at = closing.end()
    if unclosed:
        return None
    return _INDENTED.search(content) is not None


def inline_code(content: str) -> list[Span]:
    """The inline code of a text."""
    return [found.span() for found in _INLINE.finditer(content)]


def is_statement(code: str) -> bool:
    """Whether inline code is a statement, a call or a command, and no mere name."""
    return _INLINE_CODE.search(code.strip()) is not None


def bare_code(text: Text) -> list[Span]:
    """Stretches outside fences that are code: inline statements, lines of commands."""
    content = text.content
    found = [
        span for span in inline_code(content) if is_statement(content[slice(*span)].strip("`"))
    ]
    prose = text.searched.content
    for pattern in (_COMMAND, _STATEMENT):
        found += [hit.span() for hit in pattern.finditer(prose)]
    return sorted(found)
