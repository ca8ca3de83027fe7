"""Statements that carry data between tables and files, or run a program: COPY, LOAD, BACKUP, ….

`COPY` and its relatives have the kind `copy`. Where the other end is standard input or output
there is no file.
"""

from __future__ import annotations

from collections.abc import Iterable

from tools_mock.effects.sql.lexer import Token, Tokens, template_in, value_of
from tools_mock.effects.sql.reading import (
    Name,
    Reader,
    Reading,
    closing,
    effect,
    effects_on,
    find,
    found,
    name_at,
    names_at,
    thing,
    undecided,
    unknown,
)
from traces.model import Effect, Thing


def path_of(token: Token | None, reader: Reader) -> Thing:
    """The path, URL or stage that a token gives."""
    if token is None or token.kind not in ("text", "variable", "word", "name"):
        return unknown("path", token.text if token else "")
    return path(value_of(token, reader.dialect))


def path(value: str) -> Thing:
    """A path; a template in it leaves its beginning certain."""
    begin = template_in(value)
    if begin is None:
        return thing("path", value)
    return thing("path", value[:begin], "prefix") if begin else unknown("path", value)


def program(command: str, reader: Reader) -> tuple[Effect, ...]:
    """A shell command that a statement runs."""
    inner = reader.shell(command) if reader.shell else ()
    return (effect("proc.exec", thing("command", command)), *inner)


def read_copy(tokens: Tokens, reader: Reader) -> Reading:
    """`COPY table|(query) FROM|TO file|STDIN|PROGRAM 'command'`, `COPY INTO table|stage FROM …`."""
    if len(tokens) > 1 and tokens[1].word == "INTO":
        return _copy_into(tokens, reader)
    if len(tokens) > 1 and tokens[1].word == "(":
        end = closing(tokens, 1)
        source = reader.read(tokens[2:end])
        inner = Reading(source.kinds - {"select"} | {"copy"}, source.effects)
        return inner | found({"copy"}, *_file(tokens, end + 1, "fs.write", reader))
    at = 2 if len(tokens) > 1 and tokens[1].word == "BINARY" else 1
    name, end = name_at(tokens, at, reader.dialect)
    table = name.thing() if name else unknown("table")
    way = find(tokens, {"FROM", "TO"}, end)
    if way is None:
        return undecided("a COPY that can't be read", kinds={"copy"})
    if tokens[way].word == "FROM":
        moved, there = effect("db.write", table), _file(tokens, way, "fs.read", reader)
    else:
        moved, there = effect("db.read", table), _file(tokens, way, "fs.write", reader)
    return found({"copy"}, moved, *there)


def _file(tokens: Tokens, way: int, kind: str, reader: Reader) -> tuple[Effect, ...]:
    """The other end of a COPY, behind FROM or TO."""
    end = tokens[way + 1] if way + 1 < len(tokens) else None
    if end is None or end.word in ("STDIN", "STDOUT", "PSTDIN", "PSTDOUT"):
        return ()
    if end.word == "PROGRAM":
        command = tokens[way + 2] if way + 2 < len(tokens) else None
        if command is None or command.kind != "text":
            return (effect("proc.exec", unknown("command")),)
        return program(value_of(command, reader.dialect), reader)
    return (effect("fs.read" if kind == "fs.read" else "fs.write", path_of(end, reader)),)


def _copy_into(tokens: Tokens, reader: Reader) -> Reading:
    """Snowflake's COPY INTO: into a table from a stage, or into a stage from a table or query."""
    way = find(tokens, {"FROM"}, 2)
    if way is None or way + 1 >= len(tokens):
        return undecided("a COPY INTO that can't be read", kinds={"copy"})
    source = tokens[way + 1]
    if source.word == "(":
        end = closing(tokens, way + 1)
        staged = [each for each in tokens[way + 1 : end] if each.kind == "variable"]
        query = reader.read(tokens[way + 2 : end])
    else:
        end, staged, query = way + 1, [source], found(())
    if tokens[2].kind in ("variable", "text"):
        there = effect("fs.write", path_of(tokens[2], reader))
        if source.word == "(":
            return Reading(query.kinds - {"select"} | {"copy"}, (there, *query.effects))
        name, _ = name_at(tokens, way + 1, reader.dialect)
        return found({"copy"}, there, effect("db.read", _table(name)))
    name, _ = name_at(tokens, 2, reader.dialect)
    reads = effects_on("fs.read", [path_of(each, reader) for each in staged])
    return found({"copy"}, effect("db.write", _table(name)), *reads)


def _table(name: Name | None) -> Thing:
    return name.thing() if name else unknown("table")


def _behind(tokens: Tokens, words: Iterable[str], begin: int = 0) -> int | None:
    """The place behind the first of some words."""
    place = find(tokens, words, begin)
    return place + 1 if place is not None and place + 1 < len(tokens) else None


def read_load(tokens: Tokens, reader: Reader) -> Reading:
    """LOAD DATA fills a table from a file; LOAD of a library runs foreign code."""
    if len(tokens) < 2 or tokens[1].word not in ("DATA", "XML"):
        return found((), effect("proc.exec", path_of(tokens[1] if tokens[1:] else None, reader)))
    file = _behind(tokens, {"INFILE", "INPATH"}, 2)
    source = path_of(tokens[file] if file else None, reader)
    target = _behind(tokens, {"INTO", "OVERWRITE"}, 2)
    while target is not None and target < len(tokens) and tokens[target].word in _FILLERS:
        target += 1
    name = name_at(tokens, target, reader.dialect)[0] if target else None
    effects = [effect("db.write", _table(name)), effect("fs.read", source)]
    if any(token.word in ("OVERWRITE", "REPLACE") for token in tokens):
        effects.append(effect("db.delete", _table(name)))
    return found({"copy"}, *effects)


_FILLERS = frozenset({"TABLE", "INTO", "TEMP", "OVERWRITE"})


def read_unload(tokens: Tokens, reader: Reader) -> Reading:
    """`UNLOAD ('query') TO 'place'`."""
    text = tokens[2] if len(tokens) > 2 and tokens[2].kind == "text" else None
    query = reader.read_text(value_of(text, reader.dialect)) if text else undecided("its query")
    to = _behind(tokens, {"TO"}, 1)
    there = effect("fs.write", path_of(tokens[to] if to else None, reader))
    return Reading(query.kinds - {"select"} | {"copy"}, (there, *query.effects))


def read_export(tokens: Tokens, reader: Reader) -> Reading:
    """`EXPORT DATA OPTIONS(uri = 'place') AS query`, `EXPORT DATABASE 'directory'`."""
    place = next((token for token in tokens if token.kind == "text"), None)
    there = effect("fs.write", path_of(place, reader))
    if len(tokens) > 1 and tokens[1].word == "DATABASE":
        return found({"copy"}, there, effect("db.read", thing("table", "*", "pattern")))
    begin = _behind(tokens, {"AS"}, 2)
    query = reader.read(tokens[begin:]) if begin else undecided("its query")
    return Reading(query.kinds - {"select"} | {"copy"}, (there, *query.effects))


def read_import(tokens: Tokens, reader: Reader) -> Reading | None:
    """`IMPORT DATABASE 'directory'` runs the files that an export has written."""
    if len(tokens) < 2 or tokens[1].word != "DATABASE":
        return None
    source = path_of(tokens[2] if tokens[2:] else None, reader)
    changes = (effect("db.schema_change"), effect("db.write", thing("table", "*", "pattern")))
    return found({"copy"}, *changes, effect("fs.read", source))


def read_bulk(tokens: Tokens, reader: Reader) -> Reading:
    """`BULK INSERT table FROM 'file'`."""
    name, end = name_at(tokens, 2, reader.dialect)
    file = _behind(tokens, {"FROM"}, end)
    source = effect("fs.read", path_of(tokens[file] if file else None, reader))
    return found({"insert", "copy"}, effect("db.write", _table(name)), source)


def read_backup(tokens: Tokens, reader: Reader) -> Reading:
    """`BACKUP DATABASE name TO DISK = 'file'`, and RESTORE, which overwrites the database."""
    name, end = name_at(tokens, 2, reader.dialect)
    database = name.thing("database") if name else unknown("database")
    files = [path_of(token, reader) for token in tokens[end:] if token.kind == "text"]
    there = files or [unknown("path")]
    if tokens[0].word == "BACKUP":
        return found((), effect("db.read", database), *effects_on("fs.write", there))
    every = thing("table", "*", "pattern")
    return found((), effect("db.write", database, every), *effects_on("fs.read", there))


def read_staged(tokens: Tokens, reader: Reader) -> Reading:
    """Files of a stage: PUT, GET and REMOVE."""
    places = [path_of(token, reader) for token in tokens[1:3]]
    ends = [*places, unknown("path"), unknown("path")]
    if tokens[0].word in ("REMOVE", "RM"):
        return found((), effect("fs.delete", ends[0]))
    return found((), effect("fs.read", ends[0]), effect("fs.write", ends[1]))


def read_install(tokens: Tokens, reader: Reader) -> Reading:
    """`INSTALL extension`."""
    names, _ = names_at(tokens, 1, reader.dialect)
    return found((), *effects_on("package.install", [each.thing("package") for each in names]))
