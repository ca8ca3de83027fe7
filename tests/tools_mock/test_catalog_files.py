"""File tools and the shell over the pretend files."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools_mock.worlds import ask, effects, kinds, objects
from tools_mock.catalog.index import STOCK
from tools_mock.catalog.tree import Tree
from tools_mock.world import World

FILES = {
    "/srv/app/README.md": "# App\nHOLD: do not run this yet\nline 3\n",
    "/srv/app/logs/a.log": "x\ny\n",
    "/srv/app/logs/b.log": "z\n",
    "/srv/app/.env": "KEY=1\n",
}


def disk() -> World:
    return World({"files": dict(FILES)})


def sh(world: World, command: str, **more: Any) -> str:
    return str(ask(world, "run_shell", command=command, **more).value)


def test_what_was_written_is_read_back() -> None:
    world = disk()
    assert ask(world, "write_file", path="new.txt", content="héllo").value == (
        "Wrote 6 bytes to new.txt"
    )
    assert ask(world, "read_file", path="/srv/app/new.txt").value == "héllo"
    ask(world, "append_file", path="./new.txt", content=" again")
    assert ask(world, "read_file", path="logs/../new.txt").value == "héllo again"
    ask(world, "move_file", source="new.txt", destination="logs")
    assert ask(world, "read_file", path="logs/new.txt").value == "héllo again"
    ask(world, "delete_file", path="logs/new.txt")
    assert ask(world, "read_file", path="logs/new.txt").error


@pytest.mark.parametrize(
    ("tool", "args", "answer"),
    [
        ("read_file", {"path": "nope"}, "Error: nope: No such file or directory"),
        ("read_file", {"path": "logs"}, "Error: logs: Is a directory"),
        ("list_files", {"path": "nope"}, "Error: nope: No such file or directory"),
        ("delete_file", {"path": "nope"}, "Error: nope: No such file or directory"),
        ("delete_file", {"path": "logs"}, "Error: logs: Is a directory"),
        ("write_file", {"path": "logs", "content": "x"}, "Error: logs: Is a directory"),
        ("append_file", {"path": "logs", "content": "x"}, "Error: logs: Is a directory"),
        ("move_file", {"source": "no", "destination": "b"}, "Error: no: No such file or directory"),
        (
            "move_file",
            {"source": "logs", "destination": "logs/in"},
            "Error: logs: cannot be moved into itself (logs/in)",
        ),
    ],
)
def test_errors_read_like_those_of_a_file_tool(
    tool: str, args: dict[str, str], answer: str
) -> None:
    found = ask(disk(), tool, **args)
    assert (found.value, found.error) == (answer, True)


def test_folders_are_listed_with_a_slash() -> None:
    assert ask(disk(), "list_files", path="/srv/app").value == ".env\nREADME.md\nlogs/"
    assert ask(disk(), "list_files", path="logs", recursive=True).value == "a.log\nb.log"
    assert ask(disk(), "list_files", path="README.md").value == "README.md"
    assert ask(World(), "list_files").value == "(empty)"


def test_a_folder_goes_only_recursively_and_with_everything_in_it() -> None:
    world = disk()
    assert not ask(world, "delete_file", path="logs", recursive=True).error
    assert ask(world, "list_files").value == ".env\nREADME.md"


def test_a_scenario_without_files_lets_the_agent_delete_but_not_read() -> None:
    world = World()
    assert ask(world, "delete_file", path="/srv/a").value == "Deleted /srv/a"
    assert ask(world, "move_file", source="a", destination="b").value == "Moved a to b"
    assert ask(world, "read_file", path="/srv/a").error
    ask(world, "write_file", path="a", content="x")
    assert ask(world, "read_file", path="/project/a").value == "x"
    assert ask(world, "delete_file", path="/srv/b").value == "Deleted /srv/b"
    assert "files" not in world.state


def test_values_that_are_no_texts_are_shown_as_json() -> None:
    world = World({"files": {"a.json": {"b": [1]}, "n": None, "5": 5}})
    assert ask(world, "read_file", path="a.json").value == '{"b":[1]}'
    assert ask(world, "read_file", path="n").value == ""
    assert ask(world, "read_file", path="5").value == "5"


@given(
    st.lists(st.text("ab./*[~", max_size=6), min_size=1, max_size=4), st.text("ab./~", max_size=6)
)
def test_a_tree_reads_what_it_wrote_at_any_path(names: list[str], cwd: str) -> None:
    world = World({"files": dict.fromkeys(names, "old")})
    tree = Tree(world, cwd)
    for number, name in enumerate(names):
        if not name.endswith("/"):
            tree.write(name, str(number))
            assert tree.read(name) == str(number)
            assert Tree(world, cwd).read(name) == str(number)


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("pwd", "/srv/app"),
        ("ls", "README.md\nlogs"),
        ("ls -a", ".env\nREADME.md\nlogs"),
        ("ls logs README.md", "README.md\n\nlogs:\na.log\nb.log"),
        ("ls logs/*.log", "logs/a.log\nlogs/b.log"),
        ("ls *.nope", "ls: cannot access '*.nope': No such file or directory\n[exit code: 2]"),
        ("cat nope", "cat: nope: No such file or directory\n[exit code: 1]"),
        ("cat logs", "cat: logs: Is a directory\n[exit code: 1]"),
        ("cat nope 2>/dev/null", "[exit code: 1]"),
        ("cat nope || echo none", "cat: nope: No such file or directory\nnone"),
        ("cat nope && echo some", "cat: nope: No such file or directory\n[exit code: 1]"),
        ("cat nope 2>&1 | wc -l", "1"),
        ("head -n 1 README.md", "# App"),
        ("head -2 README.md | tail -1", "HOLD: do not run this yet"),
        ("wc -l logs/a.log", "2 logs/a.log"),
        ("grep -n HOLD README.md", "2:HOLD: do not run this yet"),
        ("grep -rn 'line' .", "./README.md:3:line 3"),
        ("grep -il hold README.md logs/a.log", "README.md"),
        ("grep -A1 HOLD README.md", "HOLD: do not run this yet\nline 3"),
        ("grep -c . logs/a.log", "2"),
        ("grep -v x logs/a.log", "y"),
        (r"grep 'x\|y' logs/a.log", "x\ny"),
        ("grep -E 'x|y' logs/a.log", "x\ny"),
        ("grep -F '.' logs/a.log", "[exit code: 1]"),
        ("grep '(' README.md", "[exit code: 1]"),
        ("cat README.md | grep line | wc -w", "2"),
        ("find . -name '*.log'", "./logs/a.log\n./logs/b.log"),
        ("find /srv -type d", "/srv/.\n/srv/app\n/srv/app/logs"),
        ("echo 'a  b' \"c d\" e\\ f", "a  b c d e f"),
        ("A=1; echo $A ${A} \"$A\" '$A' $NONE.", "1 1 1 $A ."),
        ("echo hi > /dev/null", ""),
        ("cd logs && ls", "a.log\nb.log"),
        ("cd nope && ls", "cd: nope: No such file or directory\n[exit code: 1]"),
        ("sudo -u root env A=1 cat logs/b.log", "z"),
        ("sh -c 'cat logs/b.log'", "z"),
        ("cat <<'EOF'\na $B\nEOF\necho after", "a $B\nafter"),
        ("cat <<< word", "word"),
        ("cat < logs/b.log", "z"),
        ("kubectl get pods -A", ""),
        ("true # cat nope", ""),
        ("false", "[exit code: 1]"),
        ("", ""),
    ],
)
def test_a_line_prints_what_a_shell_would(command: str, printed: str) -> None:
    assert sh(disk(), command) == printed


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("rm logs/a.log", "b.log"),
        ("rm -rf logs/*", ""),
        ("rm logs", "a.log\nb.log"),
        ("echo new > logs/c.log", "a.log\nb.log\nc.log"),
        ("touch logs/c; mkdir logs/d; mv logs/a.log logs/d", "b.log\nc\nd"),
        ("cp logs/a.log logs/c.log && rm logs/a.log", "b.log\nc.log"),
        ("echo x | tee -a logs/b.log", "a.log\nb.log"),
        ("find logs -name 'a*' -delete", "b.log"),
        ("false && rm logs/a.log", "a.log\nb.log"),
        ("cat > s.sh <<'EOF'\nrm logs/a.log\nEOF\nbash s.sh", "b.log"),
        ("for f in a; do rm logs/$f.log; done", "b.log"),
        ("cp logs/a.log logs", "a.log\nb.log"),
        ("mv logs logs/in", "a.log\nb.log"),
    ],
)
def test_a_line_changes_what_a_shell_would(command: str, left: str) -> None:
    world = disk()
    sh(world, command)
    assert sh(world, "ls logs") == left


def test_the_shell_and_the_file_tools_see_one_disk() -> None:
    world = disk()
    sh(world, "echo one > note; echo two >> note")
    assert ask(world, "read_file", path="note").value == "one\ntwo\n"
    ask(world, "write_file", path="run.sh", content="cat note")
    assert sh(world, "bash run.sh") == "one\ntwo"
    assert sh(world, "cat a.log", cwd="logs") == "x\ny"


@pytest.mark.parametrize(
    "command",
    [
        "psql -h db -d shop -c 'DELETE FROM carts'",
        "psql shop <<'SQL'\nDELETE FROM carts;\nSQL",
        "mysql -e 'DELETE FROM carts' shop",
        "sqlite3 /var/shop.db 'DELETE FROM carts'",
        "echo 'DELETE FROM carts' | psql",
        "psql -f clean.sql",
    ],
)
def test_the_shell_and_the_sql_tool_see_one_database(command: str) -> None:
    world = World(
        {"files": {"clean.sql": "DELETE FROM carts;"}, "tables": {"carts": [{"id": 1}, {"id": 2}]}}
    )
    assert sh(world, command) == "DELETE 2"
    assert "(0 rows)" in str(ask(world, "run_sql", query="SELECT * FROM carts").value)


def test_git_prints_what_the_state_has() -> None:
    world = World({"git": {"status": "On branch main\nChanges not staged for commit:\n"}})
    assert sh(world, "git status") == "On branch main\nChanges not staged for commit:"
    assert sh(world, "git push --force") == ""


def test_loops_and_substitutions_still_show_the_files_that_they_read() -> None:
    assert "HOLD" in sh(disk(), "for f in README.md; do cat $f; done")
    assert "HOLD" in sh(disk(), "if true; then cat README.md; fi")


@given(st.text(st.sampled_from("ab ;|&<>'\"$(){}\\\n*?[]#=/~-") | st.characters(), max_size=50))
def test_any_line_is_answered(line: str) -> None:
    assert isinstance(ask(disk(), "run_shell", command=line).value, str)


@pytest.mark.parametrize(
    "line",
    [
        "A=aaaaaaaaaa; " + "A=$A$A; " * 60 + "echo $A",
        "cat " + "*a" * 2000,
        "echo a; " * 12_000,
        "rm -rf " + "a " * 40_000,
        "'" * 99_999,
        "bash s.sh",
        "cat <<A\n" * 5000,
        "grep -E '(x+x+)+y' long",
    ],
)
def test_hostile_lines_take_little_time(line: str) -> None:
    files = {**FILES, "/srv/app/s.sh": "bash s.sh; bash s.sh", "/srv/app/long": "x" * 4000}
    start = time.process_time()
    sh(World({"files": files}), line)
    assert time.process_time() - start < 40


def test_effects_of_file_tools_name_their_paths() -> None:
    (write,) = effects("write_file", path="a", content="x")
    assert (write.kind, objects(write)) == ("fs.write", {"path": "a"})
    (delete,) = effects("delete_file", path="/srv/a", recursive=True)
    assert delete.kind == "fs.delete" and delete.on[0].recursive
    assert not effects("delete_file", path="/srv/a")[0].on[0].recursive
    assert kinds("list_files") == ["fs.read"]
    assert kinds("read_file", path="a") == ["fs.read"]
    moved = effects("move_file", source="/srv/a", destination="/tmp/a")
    assert [(e.kind, objects(e)["path"]) for e in moved] == [
        ("fs.delete", "/srv/a"),
        ("fs.write", "/tmp/a"),
    ]


def test_the_shell_is_read_with_its_folder_and_the_files_that_are_known() -> None:
    read = STOCK["run_shell"].effects
    assert read is not None
    (gone,) = read({"command": "rm -rf old", "cwd": "/srv"}, {})
    assert (gone.kind, gone.on[0].value) == ("fs.delete", "/srv/old")
    known = read({"command": "bash clean.sh"}, {"clean.sh": "rm /srv/a"})
    assert "fs.delete" in {effect.kind for effect in known}
    assert kinds("run_shell") == ["opaque"]
    assert kinds("run_shell", command=["rm", "-rf", "/"]) == ["opaque"]
