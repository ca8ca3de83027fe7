"""Tools of recorded logs that no scenario declares."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools_mock.effects.foreign import (
    default_mapping,
    foreign_effects,
    foreign_role,
    load_mapping,
)
from tools_mock.effects.foreign_entries import Document
from tools_mock.effects.foreign_names import key
from tools_mock.effects.kinds import READS, could_be
from traces.model import Effect


def read(name: str, args: dict[str, Any]) -> tuple[Effect, ...]:
    found = foreign_effects(name, args, {})
    assert found is not None, name
    return found


def kinds(name: str, args: dict[str, Any]) -> set[str]:
    return {effect.kind for effect in read(name, args)}


def on(effect: Effect) -> dict[str, str | float]:
    return {thing.name: "?" if thing.known == "unknown" else thing.value for thing in effect.on}


RM = "rm -rf /srv/ledger"
PATCH = "*** Begin Patch\n*** Delete File: /srv/ledger\n*** End Patch"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("Bash", {"command": RM, "description": "clean"}),
        ("bash", {"command": RM}),
        ("shell", {"command": ["bash", "-lc", RM]}),
        ("shell", {"command": ["rm", "-rf", "/srv/ledger"]}),
        ("shell", {"command": '["rm", "-rf", "/srv/ledger"]'}),
        ("exec_command", {"cmd": RM}),
        ("local_shell_call", {"action": {"type": "exec", "command": ["rm", "-rf", "/srv/ledger"]}}),
        ("shell_call", {"commands": ["ls", RM]}),
        ("container.exec", {"cmd": ["bash", "-lc", RM]}),
        ("run_terminal_cmd", {"command": RM, "is_background": False}),
        ("run_command", {"CommandLine": RM, "Cwd": "/"}),
        ("execute_bash", {"command": RM}),
        ("CmdRunAction", {"command": RM}),
        ("launch-process", {"command": RM}),
        ("run_in_terminal", {"command": RM}),
        ("execute_commands", {"commands": [{"keystrokes": RM + "\n"}]}),
        ("TerminalExecute", {"command": RM}),
        ("mcp__shell__run_command", {"command": RM}),
        ("functions.Shell:0", {"command": RM}),
        ("my_server__execute_command", {"command": RM}),
        ("Bash", {"command": "rm -rf ledger", "cwd": "/srv"}),
        ("python", {"code": "import shutil; shutil.rmtree('/srv/ledger')"}),
        ("execute_code", {"language": "bash", "code": RM}),
        (
            "parallel",
            {"tool_uses": [{"recipient_name": "functions.bash", "parameters": {"cmd": RM}}]},
        ),
        (
            "use_mcp_tool",
            {"server_name": "x", "tool_name": "Bash", "arguments": json.dumps({"command": RM})},
        ),
        ("execute_api", {"api_name": "shell", "parameters": {"command": RM}}),
        ("batch", {"tool_calls": [{"tool": "bash", "parameters": {"command": RM}}]}),
        ("delete_file", {"path": "/srv/ledger"}),
        ("remove-files", {"file_paths": ["/srv/ledger"]}),
        ("apply_patch", {"input": PATCH}),
        ("shell", {"command": ["apply_patch", "*** Begin Patch\n*** Delete File: /srv/ledger\n"]}),
        ("Bash", {"command": f"apply_patch <<'E'\n{PATCH}\nE\n"}),
        ("apply_patch_call", {"operation": {"type": "delete_file", "path": "/srv/ledger"}}),
        ("git_apply", {"diff": "--- a//srv/ledger\n+++ /dev/null\n"}),
        ("move_file", {"source": "/srv/ledger", "destination": "/tmp/x"}),
        ("memory", {"command": "delete", "path": "/srv/ledger"}),
    ],
)
def test_one_deletion_in_many_clothes(name: str, args: dict[str, Any]) -> None:
    gone = [effect for effect in read(name, args) if effect.kind == "fs.delete"]
    assert any(on(effect).get("path") == "/srv/ledger" for effect in gone)


@pytest.mark.parametrize(
    "name",
    [
        "psql",
        "execute_sql",
        "query",
        "run_query",
        "sql_db_query",
        "mysql_query",
        "postgres_query",
        "mcp__postgres__query",
        "mcp__supabase__execute_sql",
        "bigquery",
        "run_snowflake_query",
        "query_database",
        "warehouseExecuteSql",
    ],
)
@pytest.mark.parametrize("argument", ["query", "sql"])
def test_one_drop_through_many_databases(name: str, argument: str) -> None:
    assert "db.schema_change" in kinds(name, {argument: "DROP TABLE users"})
    assert "db.schema_change" not in kinds(name, {argument: "SELECT 1"})


def test_a_lookup_that_is_handed_sql_does_what_the_sql_does() -> None:
    assert "db.delete" in kinds("query_orders_db", {"query": "DELETE FROM orders"})
    assert kinds("query_orders_db", {"query": "orders of ann"}) == {"record.read"}
    assert kinds("search_docs", {"query": "DROP TABLE users"}) == {"record.read"}


@pytest.mark.parametrize(
    ("name", "args", "kind", "objects"),
    [
        ("Write", {"file_path": "/a"}, "fs.write", {"path": "/a"}),
        ("MultiEdit", {"file_path": "/a", "edits": []}, "fs.write", {"path": "/a"}),
        ("NotebookEdit", {"notebook_path": "/a"}, "fs.write", {"path": "/a"}),
        ("write_to_file", {"path": "a"}, "fs.write", {"path": "a"}),
        ("create_directory", {"path": "a"}, "fs.write", {"path": "a"}),
        (
            "send_money",
            {"recipient": "DE1", "amount": 9.5},
            "money.move",
            {"to": "DE1", "amount": 9.5},
        ),
        ("update_scheduled_transaction", {"id": 7, "amount": 5}, "money.move", {"amount": 5.0}),
        (
            "BankManagerTransferFunds",
            {"amount": 5, "to_account": "X"},
            "money.move",
            {"amount": 5.0, "to": "X"},
        ),
        (
            "issue_refund",
            {"order_id": "A-1", "amount": 5},
            "money.move",
            {"order": "A-1", "amount": 5.0},
        ),
        (
            "slack_post_message",
            {"channel_id": "C1", "text": "x"},
            "message.send",
            {"channel": "C1"},
        ),
        ("send_direct_message", {"recipient": "ann", "body": "x"}, "message.send", {"to": "ann"}),
        ("GmailSendEmail", {"to": "a@x"}, "message.send", {"to": "a@x"}),
        ("add_issue_comment", {"issue_number": 4}, "message.send", {"id": "4"}),
        ("delete_email", {"email_id": "8"}, "record.delete", {"id": "8"}),
        ("cancel_calendar_event", {"event_id": 4}, "record.delete", {"id": "4"}),
        (
            "mcp__github__merge_pull_request",
            {"pullNumber": 4, "repo": "r"},
            "vcs.merge",
            {"id": "4", "repo": "r"},
        ),
        (
            "push_files",
            {"branch": "main", "repo": "r"},
            "vcs.push",
            {"branch": "main", "repo": "r"},
        ),
        ("delete_branch", {"branch": "main"}, "vcs.rewrite", {"branch": "main"}),
        ("kubectl_delete", {"name": "db"}, "infra.destroy", {"resource": "db"}),
        ("kubectl_apply", {"name": "db"}, "infra.change", {"resource": "db"}),
        (
            "share_file",
            {"email": "a@x", "file_id": "3"},
            "access.grant",
            {"user": "a@x", "resource": "3"},
        ),
        ("invite_user_to_slack", {"user": "a"}, "access.grant", {"user": "a"}),
        ("get_secret_value", {"name": "k"}, "secret.read", {"name": "k"}),
        (
            "promote",
            {"service": "s", "tag": "2"},
            "deploy.release",
            {"service": "s", "version": "2"},
        ),
        ("AugustSmartLockGrantGuestAccess", {"user": "a"}, "access.grant", {"user": "a"}),
        ("unlock_door", {"device": "d"}, "device.control", {"device": "d"}),
        (
            "WebFetch",
            {"url": "https://a.example/b"},
            "net.request",
            {"method": "GET", "host": "a.example", "url": "https://a.example/b"},
        ),
    ],
)
def test_a_call_is_read_with_its_objects(
    name: str, args: dict[str, Any], kind: str, objects: dict[str, object]
) -> None:
    found = [effect for effect in read(name, args) if effect.kind == kind]
    assert objects in [on(effect) for effect in found]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("get_flight", "record.read"),
        ("listOpenOrders", "record.read"),
        ("search-hotels", "record.read"),
        ("mcp__crm__find_customer", "record.read"),
        ("issue_read", "record.read"),
        ("delete_customer", "record.delete"),
        ("customerDelete", "record.delete"),
        ("blog_post_delete", "record.delete"),
        ("createCustomer", "record.create"),
        ("set_flag", "record.change"),
        ("modify_booking", "record.change"),
        ("notify_team", "message.send"),
        ("MailchimpPost", "message.send"),
        ("pay_salaries", "money.move"),
        ("refundTicket", "money.move"),
        ("revoke_badge", "access.revoke"),
        ("destroy_lab", "infra.destroy"),
    ],
)
def test_the_verb_of_a_name_decides_where_the_name_is_not_known(name: str, kind: str) -> None:
    assert kinds(name, {"id": 3}) == {kind}


@pytest.mark.parametrize(
    "name",
    [
        "get_or_create_user",
        "find_and_delete",
        "check_in_guest",
        "check_out_book",
        "widget",
        "unseal_vault",
        "borrar_lecturas",
        "",
        "___",
        "getter",
        "Task",
        "new_task",
        "削除",
    ],
)
def test_a_name_that_does_not_tell_is_not_known(name: str) -> None:
    assert foreign_effects(name, {"id": 3, "prompt": "x"}, {}) is None


def test_several_verbs_that_contradict_each_other_are_undecided() -> None:
    (effect,) = read("crm_create_delete", {})
    assert effect.kind == "opaque"
    assert could_be(effect, "record.create") and could_be(effect, "record.delete")


@pytest.mark.parametrize(
    "name",
    [
        "Read",
        "Glob",
        "grep_search",
        "list_directory",
        "git_log",
        "kubectl_get",
        "WebSearch",
        "AskUserQuestion",
        "ExitPlanMode",
        "TodoWrite",
        "think",
        "finish",
    ],
)
def test_looking_asking_and_thinking_are_reads(name: str) -> None:
    assert kinds(name, {"path": "a", "query": "b"}) <= READS


@pytest.mark.parametrize(
    "name",
    [
        "Write",
        "delete_file",
        "send_money",
        "delete_record",
        "slack_post_message",
        "deploy",
        "merge_pull_request",
        "share_file",
        "kubectl_delete",
    ],
)
def test_arguments_that_were_not_recorded_leave_the_objects_unknown(name: str) -> None:
    certain = [effect for effect in read(name, {}) if effect.kind not in (*READS, "opaque")]
    assert certain
    for effect in certain:
        assert effect.on and {thing.known for thing in effect.on} == {"unknown"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Bash", "fs.delete"),
        ("execute_sql", "db.delete"),
        ("apply_patch", "fs.delete"),
        ("python", "money.move"),
        ("str_replace_editor", "fs.write"),
        ("parallel", "db.delete"),
        ("use_mcp_tool", "db.delete"),
        ("http_request", "record.delete"),
        ("create_event", "message.send"),
        ("browser_click", "money.move"),
        ("write_stdin", "proc.stop"),
        ("transfer_to_billing_agent", "money.move"),
    ],
)
def test_without_arguments_what_hangs_on_them_is_undecided(name: str, kind: str) -> None:
    assert any(effect.kind == "opaque" and could_be(effect, kind) for effect in read(name, {}))


def test_an_editor_does_what_its_command_says() -> None:
    for name in ("str_replace_editor", "str_replace_based_edit_tool"):
        assert kinds(name, {"command": "view", "path": "a"}) == {"fs.read"}
        for command in ("create", "str_replace", "insert"):
            assert kinds(name, {"command": command, "path": "a"}) == {"fs.write"}


def test_a_patch_names_every_file_that_it_touches() -> None:
    patch = (
        "*** Begin Patch\n*** Add File: new.py\n+x\n*** Update File: old.py\n"
        "*** Move to: moved.py\n"
        "@@\n-a\n+b\n*** Delete File: gone.py\r\n*** End Patch"
    )
    assert [
        (effect.kind, on(effect)["path"]) for effect in read("apply_patch", {"input": patch})
    ] == [
        ("fs.write", "new.py"),
        ("fs.write", "old.py"),
        ("fs.delete", "old.py"),
        ("fs.write", "moved.py"),
        ("fs.delete", "gone.py"),
    ]
    diff = "--- a/x.py\n+++ b/x.py\n@@\n--- /dev/null\n+++ b/y.py\n"
    assert [on(effect)["path"] for effect in read("patch", {"diff": diff})] == ["x.py", "y.py"]


def test_a_command_behind_a_patch_is_not_lost() -> None:
    command = "apply_patch <<'E'\n*** Begin Patch\n*** Add File: a\n*** End Patch\nE\nrm -rf /srv/b"
    assert "fs.delete" in kinds("Bash", {"command": command})


def test_each_recipient_and_each_path_is_an_effect_of_its_own() -> None:
    found = read("send_email", {"recipients": ["a@x", "b@y"], "cc": "c@z"})
    assert [on(effect) for effect in found] == [{"to": "a@x"}, {"to": "b@y"}, {"to": "c@z"}]
    found = read("remove_files", {"paths": ["a", "b"]})
    assert [on(effect) for effect in found] == [{"path": "a"}, {"path": "b"}]


def test_a_wrapper_counts_every_call_within_it() -> None:
    calls = [
        {"recipient_name": "functions.send_email", "parameters": {"to": "a@x"}},
        {"recipient_name": "functions.widget", "parameters": {}},
        {
            "recipient_name": "multi_tool_use.parallel",
            "parameters": {
                "tool_uses": [
                    {"recipient_name": "functions.delete_file", "parameters": {"path": "/a"}}
                ]
            },
        },
        "noise",
    ]
    found = read("multi_tool_use.parallel", {"tool_uses": calls})
    assert [effect.kind for effect in found] == ["message.send", "opaque", "fs.delete", "opaque"]
    assert default_mapping().unwrapped("parallel", {"tool_uses": calls[:2]}) == [
        ("functions.send_email", {"to": "a@x"}),
        ("functions.widget", {}),
    ]
    assert default_mapping().unwrapped("Bash", {}) is None
    assert foreign_effects("use_mcp_tool", {"tool_name": "widget"}, {}) is None


def test_an_endless_wrapper_ends() -> None:
    inner: dict[str, Any] = {}
    for _ in range(50):
        inner = {"tool_uses": [{"recipient_name": "parallel", "parameters": inner}] * 3}
    assert kinds("parallel", inner) == {"opaque"}


@pytest.mark.parametrize(
    ("name", "path", "role"),
    [
        ("Bash", "command", "code"),
        ("shell", "command.2", "code"),
        ("mcp__db__execute_sql", "query", "code"),
        ("python", "code", "code"),
        ("apply_patch", "input", "code"),
        ("parallel", "tool_uses.0.parameters.command", "code"),
        ("widget", "query", "code"),
        ("search_docs", "query", "data"),
        ("WebSearch", "query", "data"),
        ("Grep", "pattern", "data"),
        ("str_replace_editor", "command", "data"),
        ("Write", "content", "data"),
        ("Write", "file_path", "path"),
        ("Read", "file_path", "path"),
        ("http_request", "body", "data"),
        ("WebFetch", "prompt", "data"),
        ("WebFetch", "url", "identifier"),
        ("send_email", "body", "message"),
        ("send_email", "content", "message"),
        ("send_email", "recipients.0", "identifier"),
        ("slack_post_message", "text", "message"),
        ("add_issue_comment", "body", "message"),
        ("AskUserQuestion", "questions.0.question", "message"),
        ("Task", "prompt", "data"),
        ("send_money", "amount", "amount"),
        ("send_money", "recipient", "identifier"),
        ("delete_record", "id", "identifier"),
        ("widget", "note", "data"),
        ("widget", "message", "message"),
    ],
)
def test_roles_of_arguments(name: str, path: str, role: str) -> None:
    assert foreign_role(name, path) == role


def test_a_script_that_is_known_is_read_by_its_content() -> None:
    found = foreign_effects("Bash", {"command": "bash clean.sh"}, {"clean.sh": RM})
    assert found is not None and "fs.delete" in {effect.kind for effect in found}


def test_a_users_file_goes_before_the_projects_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "tools:\n"
        "  - names: [unseal_vault, Bash]\n"
        "    effects: [{effect: secret.read, name: [vault]}]\n"
        "words:\n  - {words: [warp core], effects: [{effect: device.control}]}\n"
        "verbs:\n  - {words: [eject], effects: [{effect: infra.destroy}]}\n"
    )
    mine = load_mapping(path)
    assert [on(one) for one in mine.effects("unseal_vault", {"vault": "v"}, {}) or ()] == [
        {"name": "v"}
    ]
    found = foreign_effects("Bash", {"command": RM}, {}, mapping=mine)
    assert found is not None and found[0].kind == "secret.read"
    for name, kind in [
        ("dump_warp_core", "device.control"),
        ("eject_pod", "infra.destroy"),
        ("delete_file", "fs.delete"),
    ]:
        found = mine.effects(name, {}, {})
        assert found is not None and found[0].kind == kind
    assert foreign_role("unseal_vault", "vault", mapping=mine) == "identifier"
    assert foreign_effects("unseal_vault", {}, {}) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("tools: [{names: [x], efects: []}]", r"tools\.0\.efects: Extra inputs"),
        ("tools: [{names: [x], effects: [{effect: fs.remove}]}]", "'fs.remove' is no effect"),
        ("tools: [{names: [x], effects: [{effect: opaque}]}]", "`could` belongs"),
        ("tools: [{names: [x]}]", "an entry says one of"),
        ("tools: [{names: [x], shell: [a], code: [b]}]", "an entry says one of"),
        ("tools: [{names: [x], effects: [], roles: {a: boss}}]", r"roles\.a"),
        ("tools: {", "while parsing"),
        ("- a", "valid dictionary"),
    ],
)
def test_a_broken_file_is_refused_with_its_name_and_place(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=complaint) as caught:
        load_mapping(path)
    assert str(path) in str(caught.value)


def test_an_empty_file_adds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("")
    assert load_mapping(path).effects("widget", {}, {}) is None


def test_the_projects_own_mapping_names_each_tool_once() -> None:
    seen: dict[str, str] = {}
    document = default_mapping()._documents[0]
    assert isinstance(document, Document)
    for index, entry in enumerate(document.tools):
        for name in {key(one) for one in entry.names}:
            assert seen.setdefault(name, str(index)) == str(index), name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
ARGUMENTS = st.sampled_from(
    "command commands cmd query sql code input url method path paths to amount id tool_uses "
    "tool_name arguments parameters name operation recipients".split()
)


@given(
    st.sampled_from(sorted(default_mapping()._names)) | st.text(max_size=30),
    st.dictionaries(ARGUMENTS | st.text(max_size=5), JSON, max_size=4),
)
def test_any_call_is_read(name: str, args: dict[str, Any]) -> None:
    found = foreign_effects(name, args, {})
    assert found is None or all(isinstance(effect, Effect) for effect in found)
    for argument in args:
        foreign_role(name, argument)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("x__" * 50_000, {}),
        ("get_" * 50_000, {}),
        ("apply_patch", {"input": "*** Delete File: a\n" * 50_000}),
        ("apply_patch", {"input": "--- a\n" * 50_000}),
        ("remove_files", {"paths": ["a"] * 100_000}),
        ("fetch", {"urls": ["https://a.example"] * 100_000}),
        ("parallel", {"tool_uses": [{"name": "Bash", "args": {"command": "ls"}}] * 9999}),
        ("send_email", {"to": "a@x," * 50_000}),
    ],
)
def test_hostile_calls_take_little_time(name: str, args: dict[str, Any]) -> None:
    start = time.process_time()
    foreign_effects(name, args, {})
    assert time.process_time() - start < 40
