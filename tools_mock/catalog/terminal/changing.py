"""Commands of the pretend terminal that change the files of the state."""

from __future__ import annotations

import posixpath

from tools_mock.catalog.terminal.job import Job
from tools_mock.catalog.tree import FOLDER, MISSING


def rm(job: Job) -> None:
    """Delete files, and folders with `-r`."""
    switches, _, paths = job.options()
    forced = bool({"-f", "--force"} & switches)
    recursive = bool({"-r", "-R", "--recursive"} & switches)
    for path in paths:
        if job.tree.read(path) is not None:
            job.tree.remove(path)
        elif not job.tree.is_folder(path):
            if job.tree.closed and not forced:
                job.fail(f"cannot remove '{path}': {MISSING}")
        elif recursive:
            job.tree.remove(path)
        else:
            job.fail(f"cannot remove '{path}': {FOLDER}")


def rmdir(job: Job) -> None:
    """Delete empty folders."""
    for path in job.options()[2]:
        if job.tree.names(path):
            job.fail(f"failed to remove '{path}': Directory not empty")
        elif job.tree.is_folder(path):
            job.tree.remove(path)
        elif job.tree.closed:
            job.fail(f"failed to remove '{path}': {MISSING}")


def mkdir(job: Job) -> None:
    """Make folders."""
    switches, _, paths = job.options("-m")
    for path in paths:
        exists = job.tree.is_folder(path) or job.tree.read(path) is not None
        if exists and not {"-p", "--parents"} & switches:
            job.fail(f"cannot create directory '{path}': File exists")
        elif not exists:
            job.tree.make_folder(path)


def touch(job: Job) -> None:
    """Make empty files where there are none."""
    for path in job.options()[2]:
        if job.tree.read(path) is None and not job.tree.is_folder(path):
            job.tree.write(path, "")


def tee(job: Job) -> None:
    """Write what is piped in to files, and print it."""
    switches, _, paths = job.options()
    job.out = job.stdin or ""
    for path in paths:
        before = (job.tree.read(path) or "") if {"-a", "--append"} & switches else ""
        job.tree.write(path, before + job.out)


def cp(job: Job) -> None:
    """Copy files, and folders with `-r`."""
    switches, _, paths = job.options()
    recursive = bool({"-r", "-R", "-a", "--recursive"} & switches)
    for source, target in _pairs(job, paths):
        if job.tree.is_folder(source) and not recursive:
            job.fail(f"-r not specified; omitting directory '{source}'")
        else:
            job.tree.copy(source, target)


def mv(job: Job) -> None:
    """Move files and folders."""
    for source, target in _pairs(job, job.options()[2]):
        job.tree.move(source, target)


def _pairs(job: Job, paths: list[str]) -> list[tuple[str, str]]:
    """Sources that exist, each with the target; complains of the others."""
    if len(paths) < 2:
        job.fail("missing file operand" if not paths else "missing destination file operand")
        return []
    *sources, target = paths
    found = []
    for source in sources:
        inside = job.tree.place(target).startswith(job.tree.place(source).rstrip("/") + "/")
        if inside:
            job.fail(f"cannot move or copy '{source}' into itself, '{target}'")
        elif job.tree.read(source) is not None or job.tree.is_folder(source):
            several = len(sources) > 1 and not job.tree.is_folder(target)
            into = posixpath.join(target, posixpath.basename(source)) if several else target
            found.append((source, into))
        elif job.tree.closed:
            job.fail(f"cannot stat '{source}': {MISSING}")
    return found
