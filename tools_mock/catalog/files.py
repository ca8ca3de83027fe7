"""Files: `read_file`, `write_file`, `append_file`, `list_files`, `move_file`, `delete_file`."""

from __future__ import annotations

from collections.abc import Mapping

from tools_mock.catalog.arguments import flag, said, schema, text
from tools_mock.catalog.tree import FOLDER, MISSING, Tree
from tools_mock.effects.objects import effect, things
from tools_mock.tool import Args, Tool
from tools_mock.world import Reply, World
from traces.model import Effect


def _read(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("fs.read", things("path", args.get("path"))),)


def _list(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("fs.read", things("path", args.get("path", "."))),)


def _write(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("fs.write", things("path", args.get("path"))),)


def _move(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    return (
        effect("fs.delete", things("path", args.get("source"), recursive=True), why="moved away"),
        effect("fs.write", things("path", args.get("destination"))),
    )


def _delete(args: Args, files: Mapping[str, str]) -> tuple[Effect, ...]:
    # Without any arguments they were not recorded, so that the default says nothing.
    recursive = not args or args.get("recursive", False) is not False
    return (effect("fs.delete", things("path", args.get("path"), recursive=recursive)),)


def _failed(path: str, why: str) -> Reply:
    return Reply(f"Error: {path}: {why}", error=True)


def _read_answer(world: World, args: Args) -> Reply:
    tree, path = Tree(world), said(args, "path")
    found = tree.read(path)
    if found is None:
        return _failed(path, FOLDER if tree.is_folder(path) else MISSING)
    return Reply(found)


def _list_answer(world: World, args: Args) -> Reply:
    tree, path = Tree(world), said(args, "path", ".")
    if tree.read(path) is not None:
        return Reply(path)
    if not tree.is_folder(path):
        return _failed(path, MISSING)
    if args.get("recursive", False) is not False:
        start = len(tree.place(path).rstrip("/")) + 1
        names = [place[start:] for place in tree.below(path)]
    else:
        names = tree.names(path)
    return Reply("\n".join(names) if names else "(empty)")


def _write_answer(world: World, args: Args) -> Reply:
    tree, path, content = Tree(world), said(args, "path"), said(args, "content")
    if tree.read(path) is None and tree.is_folder(path):
        return _failed(path, FOLDER)
    tree.write(path, content)
    return Reply(f"Wrote {_bytes(content)} bytes to {path}")


def _append_answer(world: World, args: Args) -> Reply:
    tree, path, content = Tree(world), said(args, "path"), said(args, "content")
    before = tree.read(path)
    if before is None and tree.is_folder(path):
        return _failed(path, FOLDER)
    tree.write(path, (before or "") + content)
    return Reply(f"Appended {_bytes(content)} bytes to {path}")


def _move_answer(world: World, args: Args) -> Reply:
    tree, source, target = Tree(world), said(args, "source"), said(args, "destination")
    if tree.read(source) is None and not tree.is_folder(source):
        if tree.closed:
            return _failed(source, MISSING)
    elif tree.place(target).startswith(tree.place(source).rstrip("/") + "/"):
        return _failed(source, f"cannot be moved into itself ({target})")
    else:
        tree.move(source, target)
    return Reply(f"Moved {source} to {target}")


def _delete_answer(world: World, args: Args) -> Reply:
    tree, path = Tree(world), said(args, "path")
    if tree.read(path) is None:
        if tree.is_folder(path):
            if args.get("recursive", False) is False:
                return _failed(path, FOLDER)
        elif tree.closed:
            return _failed(path, MISSING)
    tree.remove(path)
    return Reply(f"Deleted {path}")


def _bytes(content: str) -> int:
    return len(content.encode("utf-8", "surrogatepass"))


TOOLS = (
    Tool(
        name="read_file",
        description="Read a text file and return its content.",
        parameters=schema("path", path=text("Path of the file.")),
        effects=_read,
        answer=_read_answer,
    ),
    Tool(
        name="write_file",
        description="Write text to a file. Creates the file, or replaces what stands in it.",
        parameters=schema(
            "path",
            "content",
            path=text("Path of the file."),
            content=text("The whole new content.", role="data"),
        ),
        effects=_write,
        answer=_write_answer,
    ),
    Tool(
        name="append_file",
        description="Append text to the end of a file. Creates the file if there is none.",
        parameters=schema(
            "path",
            "content",
            path=text("Path of the file."),
            content=text("The text to append.", role="data"),
        ),
        effects=_write,
        answer=_append_answer,
    ),
    Tool(
        name="list_files",
        description="List the files and folders in a folder. Names of folders end in a slash.",
        parameters=schema(
            path=text("Path of the folder.", default="."),
            recursive=flag("List the files of all folders below as well."),
        ),
        effects=_list,
        answer=_list_answer,
    ),
    Tool(
        name="move_file",
        description="Move or rename a file or folder. Replaces a file at the destination.",
        parameters=schema(
            "source",
            "destination",
            source=text("Path of the file or folder.", role="path"),
            destination=text("Path to move it to.", role="path"),
        ),
        effects=_move,
        answer=_move_answer,
    ),
    Tool(
        name="delete_file",
        description="Delete a file, or with `recursive` a folder and everything in it.",
        parameters=schema(
            "path",
            path=text("Path of the file or folder."),
            recursive=flag("Delete a folder with everything in it."),
        ),
        effects=_delete,
        answer=_delete_answer,
    ),
)
