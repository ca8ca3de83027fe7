"""The pretend file tree: what `state.files` lists, path by path, and what the agent made of it.

`files` maps paths to texts; a key that ends in `/` is an empty folder. Relative paths stand in the
working folder: `state.cwd`, or the folder that all listed files share where they are absolute, or
`/project`. Where the scenario lists no files, nothing can be read, but deleting and moving
succeed, and what the agent writes is kept under `made_files`.
"""

from __future__ import annotations

import posixpath
import re
from typing import Any

from tools_mock.pattern import compiled_glob
from tools_mock.world import World
from traces.jsontext import dumps

MISSING = "No such file or directory"
FOLDER = "Is a directory"


class Tree:
    """The files of a world, for one call.

    Args:
        world: whose state is read and changed.
        cwd: the working folder of this call, null for the world's own.

    Attributes:
        closed: whether the scenario lists files, so that others do not exist.
        cwd: the working folder.
    """

    __slots__ = ("_files", "_home", "_keys", "closed", "cwd")

    def __init__(self, world: World, cwd: str | None = None) -> None:
        """See the class."""
        self.closed = isinstance(world.state.get("files"), dict)
        self._files = world.part("files" if self.closed else "made_files")
        home = world.state.get("cwd")
        if not isinstance(home, str):
            home = world.state["cwd"] = _shared_folder([str(path) for path in self._files])
        self._home = self.cwd = home
        self._keys: dict[str, Any] | None = None
        if cwd:
            self.cwd = self.place(cwd)

    def place(self, path: str) -> str:
        """A path made absolute, with `.` and `..` resolved."""
        return _absolute(self.cwd, path)

    def read(self, path: str) -> str | None:
        """The text of a file; null where there is none."""
        if path.endswith("/"):
            return None
        key = self._index().get(self.place(path))
        if key is None:
            return None
        found = self._files[key]
        return found if isinstance(found, str) else "" if found is None else dumps(found)

    def is_folder(self, path: str) -> bool:
        """Whether anything stands below a path, it was made as a folder, or it is the own one."""
        place = self.place(path)
        inside = place.rstrip("/") + "/"
        return place in (self.cwd, self._home) or any(
            other.startswith(inside) for other in self._index()
        )

    def below(self, path: str) -> list[str]:
        """The absolute paths of all files below a folder, sorted."""
        inside = self.place(path).rstrip("/") + "/"
        return sorted(
            place for place in self._index() if place.startswith(inside) and not place.endswith("/")
        )

    def names(self, path: str) -> list[str]:
        """What stands in a folder, sorted; folders end in `/`."""
        inside = self.place(path).rstrip("/") + "/"
        found = set()
        for place in self._index():
            if place.startswith(inside) and place != inside:
                head, slash, _ = place[len(inside) :].partition("/")
                found.add(head + slash)
        return sorted(found)

    def write(self, path: str, text: str) -> None:
        """Make a file, or replace what stands in it."""
        place = self.place(path)
        key = self._index().setdefault(place, path if self.cwd == self._home else place)
        self._files[key] = text

    def make_folder(self, path: str) -> None:
        """Make an empty folder."""
        if not self.is_folder(path):
            place = self.place(path).rstrip("/") + "/"
            self._index()[place] = place
            self._files[place] = ""

    def remove(self, path: str) -> None:
        """Take away a file, or a folder with everything in it; the folder above it stays."""
        place = self.place(path)
        inside = place.rstrip("/") + "/"
        index = self._index()
        gone = [place] if place in index else [one for one in index if one.startswith(inside)]
        for one in gone:
            del self._files[index.pop(one)]
        above = posixpath.dirname(place)
        if gone and not self.is_folder(above):
            self.make_folder(above)

    def copy(self, source: str, target: str) -> None:
        """Copy a file or a folder to a path, or into it where that is a folder."""
        start = self.place(source)
        goal = self.place(target)
        if self.is_folder(target):
            goal = posixpath.join(goal, posixpath.basename(start))
        text = self.read(source)
        if text is not None:
            self.write(goal, text)
            return
        for place in self.below(source):
            self.write(goal + place[len(start) :], self.read(place) or "")

    def move(self, source: str, target: str) -> None:
        """Move a file or a folder to a path, or into it where that is a folder."""
        if self.place(source) != self.place(target):
            self.copy(source, target)
            self.remove(source)

    def expand(self, pattern: str) -> list[str]:
        """The paths that a shell pattern stands for, the pattern itself where there is none."""
        if not re.search(r"[*?\[]", pattern):
            return [pattern]
        wanted = compiled_glob(self.place(pattern), slashes=False)
        found = sorted(place for place in self._everything() if wanted.match(place))
        if pattern.startswith("/"):
            return found or [pattern]
        return [posixpath.relpath(place, self.cwd) for place in found] or [pattern]

    def _everything(self) -> set[str]:
        """All files and all folders."""
        found: set[str] = set()
        for place in self._index():
            place = place.rstrip("/")
            while place and place not in found:
                found.add(place)
                place = posixpath.dirname(place).rstrip("/")
        return found

    def _index(self) -> dict[str, Any]:
        """The keys of the state by absolute path; those of empty folders end in `/`."""
        if self._keys is None:
            self._keys = {}
            for key in self._files:
                name = str(key)
                place = _absolute(self._home, name)
                self._keys[place.rstrip("/") + "/" if name.endswith("/") else place] = key
        return self._keys


def _absolute(folder: str, path: str) -> str:
    if path == "~" or path.startswith("~/"):
        path = "/root" + path[1:]
    return "/" + posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")


def _shared_folder(paths: list[str]) -> str:
    if not paths or not all(path.startswith("/") for path in paths):
        return "/project"
    return posixpath.commonpath([posixpath.dirname(path) for path in paths])
