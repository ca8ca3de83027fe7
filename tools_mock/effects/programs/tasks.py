"""Runners of tasks: a target that tests, checks or builds is harmless, others are not read."""

from __future__ import annotations

import re

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    or_unknown,
    program,
    thing,
)
from tools_mock.effects.programs.packages import is_harmless_script
from tools_mock.effects.shell.marks import certain, display

HARMLESS_TARGETS = frozenset(
    """test tests check lint build all typecheck type-check types compile help vet fmt-check
    format-check unit unit-test unit-tests integration integration-test e2e coverage cover docs doc
    html verify validate audit tags ctags bench benchmark style pylint mypy ruff flake8 pytest
    ci-test""".split()
)
"""Targets of `make` and its like that test, check and build; also with a suffix (`test-unit`)."""

_SUFFIX = re.compile(r"(test|tests|lint|check|build|verify|validate|bench)[-_:/.][\w:/.-]+")


def is_harmless_target(name: str) -> bool:
    """Whether a target only tests, checks or builds, by its name."""
    return name in HARMLESS_TARGETS or _SUFFIX.fullmatch(name) is not None


def _rake(call: Call) -> str | None:
    """The tasks of Rails are those of `rails`."""
    own = [text for text in call.operands if text.startswith("db:")]
    for text in own:
        call.run(["rails", text])
    call.options.operands = [text for text in call.operands if text not in own]
    return _make(call) if call.operands or not own else None


def _make(call: Call) -> str | None:
    """A target of another name runs what nobody read."""
    if call.has(
        "-n",
        "--dry-run",
        "--just-print",
        "--recon",
        "-q",
        "--question",
        "-l",
        "--list",
        "--summary",
    ):
        return None
    targets = [text for text in call.operands if "=" not in text or not certain(text)]
    if not targets and call.name in (
        "just",
        "task",
        "rake",
        "invoke",
        "fab",
        "mage",
        "doit",
        "grunt",
        "gulp",
    ):
        targets = ["default"] if call.name in ("rake", "grunt", "gulp") else []
    for name in targets:
        if name == "clean" and call.name in ("make", "gmake"):
            call.opaque(f"{call.name} clean removes what its rule says", "fs.delete", "proc.exec")
        elif not (certain(name) and is_harmless_target(name)):
            call.opaque(f"{call.name} {display(name)} runs what its rule says")
    return None


_JVM_HARMLESS = frozenset(
    """test verify compile package validate build check assemble jar classes
    testClasses lint help tasks dependencies properties integration-test test-compile
    site dependency:tree dependency:resolve versions:display-dependency-updates
    checkstyle:check spotless:check spotlessCheck detekt ktlintCheck javadoc
    processResources compileJava compileTestJava compileKotlin projects wrapper model
    help:effective-pom assembleDebug testDebugUnitTest""".split()
)
_JVM_DEPLOYS = frozenset(
    {
        "deploy",
        "publish",
        "release",
        "release:perform",
        "release:prepare",
        "uploadArchives",
        "publishToMavenCentral",
        "publishPlugins",
    }
)


def _jvm(call: Call) -> str | None:
    """`mvn`, `gradle`, `sbt`."""
    if call.has("--dry-run", "-m"):
        return None
    for name in call.operands:
        task = name.rsplit(":", 1)[-1] if name[:1] == ":" else name
        if task == "clean":
            call.effect(
                "fs.delete",
                call.path("build" if call.name.startswith("gradle") else "target", recursive=True),
            )
        elif task == "install":
            call.effect("fs.write", thing("path", "~/.m2/repository"))
        elif task in _JVM_DEPLOYS:
            call.effect("deploy.release", thing("package", None))
        elif task not in _JVM_HARMLESS and not is_harmless_target(task):
            call.opaque(f"{call.name} {display(name)} runs what its build says")
    return None


_DOTNET = {
    "publish": (),
    "clean": ("fs.delete",),
    "nuget": ("deploy.release",),
    "add": ("package.install",),
    "tool": ("package.install",),
    "restore": ("package.install",),
    "workload": ("package.install",),
    "new": ("fs.write",),
    "remove": ("fs.write",),
    "format": ("fs.write",),
    "ef": ("db.schema_change",),
}


def _dotnet(call: Call) -> str | None:
    verb, *rest = call.operands or ["--info"]
    if verb in (
        "test",
        "build",
        "msbuild",
        "--info",
        "list",
        "sln",
        "help",
        "pack",
        "vstest",
        "--list-sdks",
    ):
        return None
    if verb == "ef":
        return _ef(call, rest)
    kinds = _DOTNET.get(verb)
    if kinds is None or verb in ("run", "watch", "exec"):
        call.opaque(f"dotnet {display(verb)} runs code of the project")
        return None
    if verb == "format" and call.has("--verify-no-changes"):
        return None
    if verb == "nuget" and rest[:1] != ["push"] and rest[:1] != ["delete"]:
        return None
    name = next((text for text in reversed(rest)), None)
    for kind in kinds:
        noun = "package" if kind.startswith(("package", "deploy")) else "path"
        call.effect(kind, thing(noun, name if noun == "package" else name or "."))
    return None


def _ef(call: Call, rest: list[str]) -> str | None:
    if rest[:2] == ["database", "drop"]:
        call.effect("db.schema_change")
        call.effect("db.delete")
    elif rest[:2] == ["database", "update"]:
        call.effect("db.schema_change")
    elif rest[:2] in (["migrations", "add"], ["migrations", "remove"]):
        call.effect("fs.write", call.path("Migrations"))
    return None


def _precommit(call: Call) -> str | None:
    if call.operands[:1] == ["install"]:
        call.writes(".git/hooks/pre-commit")
    elif call.operands[:1] == ["autoupdate"]:
        call.writes(".pre-commit-config.yaml")
    return None


def _twine(call: Call) -> str | None:
    if call.operands[:1] != ["check"]:
        for text in or_unknown(call.operands[1:]):
            call.effect("deploy.release", thing("package", text))
    return None


def _script_runner(call: Call) -> str | None:
    """`turbo run test`, `nx build app`: targets of a project."""
    for text in call.operands[:2]:
        if text in ("deploy", "publish", "release"):
            call.effect("deploy.release", thing("package", None))
        elif text not in ("run", "affected", "exec", "graph", "ls") and not is_harmless_script(
            text
        ):
            if call.operands.index(text) == 0:
                call.opaque(f"{call.name} {display(text)} runs what the project says")
    return None


PROGRAMS: dict[str, Program] = {
    **each(
        "make gmake just task invoke inv fab mage doit grunt gulp ant bazel buck pants "
        "earthly dagger",
        program(
            _make,
            "-C --directory -f --file --makefile -j --jobs -I -o -W --justfile -H --hosts",
        ),
    ),
    **each(
        "mvn mvnw gradle gradlew sbt lein mill",
        program(
            _jvm,
            "-f --file -pl -P -p --project-dir -x --exclude-task -t",
            clusters=False,
        ),
    ),
    "rake": program(_rake, "-f --rakefile -j --jobs -I -R"),
    "dotnet": program(
        _dotnet,
        "-c --configuration -f --framework -o --output -r --runtime -v --project -k -s",
    ),
    "pre-commit": program(_precommit),
    "twine": program(_twine, "-r --repository -u --username -p --password --repository-url"),
    **each(
        "turbo nx lerna",
        program(_script_runner, "--filter --scope -t --target -p --projects --since"),
    ),
}
