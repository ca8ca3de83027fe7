"""Package managers: what they install, remove, run and publish."""

from __future__ import annotations

from tools_mock.effects.programs.call import (
    Call,
    Program,
    each,
    or_unknown,
    program,
    thing,
)
from tools_mock.effects.programs.secret_tools import secret_tool
from tools_mock.effects.shell.marks import certain, display

INSTALLS = frozenset(
    """install add i in upgrade update up dist-upgrade full-upgrade safe-upgrade
    reinstall localinstall groupinstall sync lock get tap ci require global isntall
    build-dep pin inject develop use refresh source link""".split()
)
REMOVES = frozenset(
    """remove uninstall purge autoremove erase rm un unlink delete autoclean r del unuse eject
    mark""".split()
)
READS = frozenset(
    """list ls show search info view outdated check verify audit deps why tree freeze config policy
    depends rdepends files contents history help version doctor home leaves uses cat log status
    query provides repolist repoquery list-installed explain ping whoami owner bin root prefix env
    licenses fund dist-tag diff shellenv desc metadata inspect""".split()
)
CLEANS = frozenset({"clean", "cache", "cleanup", "prune", "dedupe"})
PUBLISHES = frozenset({"publish", "upload", "push", "release", "unpublish", "deprecate", "yank"})

HARMLESS_SCRIPTS = frozenset(
    """test tests lint build typecheck type-check types check tsc compile format:check format-check
    fmt:check prettier:check ci:test unit integration e2e coverage docs storybook:build audit spec
    validate verify""".split()
)
"""Names of project scripts that test, check and build; also with a suffix (`test:unit`)."""

BUNDLED = {
    "npm": "test t tst run run-script start restart stop exec x create init",
    "pnpm": "test t run start exec dlx x create init",
    "yarn": "test run start exec dlx create init workspace workspaces node",
    "poetry": "run shell build publish new init",
    "uv": "run pip tool build publish venv python init",
    "pipenv": "shell graph lock sync",
    "composer": "exec run run-script create-project dump-autoload test",
    "cargo": "run test build check clippy doc bench fmt new init install publish fix tree",
}
"""Verbs that run, beside those that install."""


def is_harmless_script(name: str) -> bool:
    """Whether a script of the project only tests, checks or builds, by its name."""
    head = name.split(":", 1)[0]
    return name in HARMLESS_SCRIPTS or head in HARMLESS_SCRIPTS


def _manager(call: Call) -> str | None:
    """`apt install x`, `pip uninstall x`, `npm publish`."""
    verb, *names = call.operands or [""]
    if call.name == "yarn" and not verb:
        verb = "install"
    if call.has("-s", "--simulate", "--dry-run", "--just-print", "--download-only"):
        return None
    label, call.name = call.name, f"{call.name} {display(verb)}"
    if verb in INSTALLS:
        _installs(call, label, names)
    elif verb in REMOVES:
        for name in or_unknown(names):
            call.effect("infra.change", thing("package", name))
    elif verb in CLEANS or verb in ("set", "pkg", "key", "login", "logout", "token", "adduser"):
        if names[:1] not in (["dir"], ["list"], ["info"], ["verify"]):
            call.effect("fs.write", thing("path", f"~/.cache/{label}"))
    elif verb in PUBLISHES:
        call.effect("deploy.release", thing("package", names[0] if names else None))
    elif verb in READS or not verb:
        return None
    else:
        call.opaque(f"{call.name}", "package.install", "infra.change", "proc.exec", "fs.*")
    return None


def _installs(call: Call, label: str, names: list[str]) -> None:
    files = call.options.all("-r", "--requirement", "-c", "--constraint")
    for name in files:
        call.reads(name)
    if call.has("--check", "--frozen-check"):
        return
    for one in or_unknown(names):
        call.effect("package.install", thing("package", one if one is None else _bare(label, one)))


def _bare(manager: str, name: str) -> str:
    """The name without its version."""
    if "/" in name and "@" not in name[1:]:
        return name
    for sign in ("==", ">=", "<=", "~=", "!=", ">", "<", "["):
        name = name.split(sign, 1)[0] if name.split(sign, 1)[0] else name
    if manager in ("npm", "pnpm", "yarn", "bun", "brew", "go", "composer") and "@" in name[1:]:
        name = name[0] + name[1:].split("@", 1)[0]
    return name.split("=", 1)[0] if manager in ("apt", "apt-get", "conda", "apk") else name


def _pacman(call: Call) -> str | None:
    """`pacman -Syu x`, `rpm -i x`, `dpkg -i x`: the verb is an option."""
    flags = call.options.flags
    names = call.operands
    if call.has("-R", "-e", "--erase", "--remove", "-r", "-P", "--purge"):
        for name in or_unknown(names):
            call.effect("infra.change", thing("package", name))
    elif call.has("-S", "-U", "-i", "--install", "--upgrade", "-F", "--configure") and not (
        call.name == "pacman" and flags & {"-s", "-i", "-l", "-g"} and "-y" not in flags
    ):
        if call.name == "dpkg" or not flags & {"-q", "--query", "-Q", "-V"}:
            for name in or_unknown(names):
                call.effect("package.install", thing("package", name))
    return None


def _node_manager(call: Call) -> str | None:
    """`npm run x`, `yarn x`, `pnpm exec x`; the rest as any package manager."""
    verb, *rest = call.operands or [""]
    if verb in ("test", "t", "tst"):
        return None
    if verb in ("run", "run-script", "rum"):
        return _script(call, rest)
    if verb in ("exec", "dlx", "x", "node"):
        words = call.options.rest or _behind(call, verb)
        return call.run(
            [word for word in words if word != "--"], call.shell.subshell(f"{call.name} {verb}")
        )
    if verb in ("start", "stop", "restart"):
        return _script(call, [verb])
    if verb == "version" and rest:
        call.writes("package.json")
        call.effect("vcs.commit", call.path("."), why=f"{call.name} version")
        return None
    if verb in ("create", "init"):
        call.effect("fs.write", call.path("package.json"))
        if rest:
            call.effect("package.install", thing("package", rest[0]))
        return None
    if verb in ("workspace", "workspaces"):
        return _script(call, rest[1:] if verb == "workspace" else rest[-1:])
    if call.name == "yarn" and certain(verb) and not _is_manager_verb(verb):
        return _script(call, [verb, *rest])
    return _manager(call)


def _is_manager_verb(verb: str) -> bool:
    return verb in INSTALLS | REMOVES | READS | CLEANS | PUBLISHES or not verb


def _script(call: Call, rest: list[str]) -> str | None:
    name = rest[0] if rest else ""
    if not name or is_harmless_script(name):
        return None
    if call.name == "yarn" and certain(name):
        # A program that the project has installed, or else a script, which is no program.
        return call.run(rest, call.shell.subshell("yarn"))
    call.opaque(f"{call.name} runs the script {display(name)} of the project")
    return None


def _behind(call: Call, verb: str) -> list[str]:
    return call.args[call.args.index(verb) + 1 :] if verb in call.args else []


_CONDA_QUIET = frozenset({"activate", "deactivate", "init", "info", "doctor", "compare", "shell"})


def _conda(call: Call) -> str | None:
    verb, *rest = call.operands or [""]
    if verb in _CONDA_QUIET or (verb == "env" and rest[:1] in ([], ["list"], ["export"])):
        return None
    if verb == "run":
        return _runs(call, _behind(call, "run"))
    if verb == "env":
        if rest[0] in ("remove", "create", "update"):
            call.effect("infra.change", thing("environment", call.options.one("-n", "--name")))
        return None
    if verb == "create":
        call.options.operands = ["install", *rest]
    return _manager(call)


def _versions(call: Call) -> str | None:
    """`nvm use 18` sets the shell up; `nvm install 18` installs."""
    verb, *rest = call.operands or [""]
    if verb in ("install", "uninstall", "i", "add", "remove"):
        kind = "package.install" if verb in ("install", "i", "add") else "infra.change"
        call.effect(kind, thing("package", " ".join(rest) or None))
    return "" if verb in ("init", "env", "use") else None


def _python_manager(call: Call) -> str | None:
    """`poetry run x`, `uv run x`, `uv pip install x`."""
    verb, *rest = call.operands or [""]
    if verb == "run":
        return _runs(call, _behind(call, "run"))
    if verb == "tool" and rest[:1] == ["run"]:
        return _runs(call, _behind(call, "run"))
    if verb == "pip":
        return call.run(["pip", *_behind(call, "pip")], call.shell.subshell(f"{call.name} pip"))
    if verb in ("build", "export", "venv", "new", "init", "shell", "graph", "python", "self"):
        if verb in ("venv", "new", "init"):
            call.on_paths("fs.write", rest[:1] or [".venv" if verb == "venv" else "."])
        return None
    if verb == "tool":
        call.options.operands = rest
    return _manager(call)


_RUN_VALUES = frozenset(
    """-n --name --with --python -p --extra --group --env-file --project --from --directory
    --package""".split()
)


def _runs(call: Call, words: list[str]) -> str | None:
    """A command behind options of the manager's own."""
    left = list(words)
    inner = call.shell.subshell(f"{call.name} run")
    while left and left[0][:1] == "-":
        option = left.pop(0)
        if option in ("-m", "--module") and left:
            return call.run(["python", "-m", *left], inner)
        if option == "--":
            break
        if option in _RUN_VALUES and left:
            left.pop(0)
    if left and left[0].endswith(".py"):
        left = ["python", *left]
    return call.run(left, inner) if left else None


def _cargo(call: Call) -> str | None:
    """`cargo run` and `go run` run the project; tests and builds are harmless."""
    verb, *rest = call.operands or [""]
    if verb in ("run", "r", "generate", "xtask"):
        call.opaque(f"{call.name} {verb} runs code of the project")
        return None
    if verb in ("fmt", "fix") and not call.has("--check", "-n"):
        call.effect("fs.write", call.path(".", recursive=True))
        return None
    if verb in ("clean",):
        call.effect(
            "fs.delete",
            call.path("target" if call.name == "cargo" else "~/.cache/go-build", recursive=True),
        )
        return None
    if verb in _COMPILED or not verb:
        return None
    if verb in ("new", "init", "mod", "work"):
        call.effect("fs.write", call.path(rest[-1] if rest and verb in ("new", "init") else "."))
        return None
    return _manager(call)


_COMPILED = frozenset(
    """test t build b check c clippy doc bench vet tree metadata version env list
    nextest tarpaulin help bugreport tool llvm-cov audit deny machete rustc rustdoc
    locate-project miri expand""".split()
)


def other_verb(call: Call) -> str | None:
    """The other verbs of programs that also run commands (`pipenv install`, `bundle update`)."""
    if call.name in ("pipenv", "bundle", "hatch", "rye", "pipx", "mise", "asdf"):
        if call.operands[:1] in (["test"], ["build"], ["env"], ["check"], ["doctor"]):
            return None
        return _manager(call)
    if call.name in ("op", "doppler", "chamber", "aws-vault", "infisical"):
        return secret_tool(call)
    return None


_OPTIONS = """-t --target-release -c --config -o --option -r --requirement --constraint -i
    --index-url --extra-index-url -f --find-links --prefix -w --workspace --registry --tag
    --otp --access -C --cwd -n --name --channel -p --python --source -e --editable --root
    --version --features --git --branch --path --filter -F --manifest-path --package --bin
    --target-dir"""
_OPTIONS_FLAGGED = "-t --target-release -o --option -c --config"

PROGRAMS: dict[str, Program] = {
    **each(
        "apt apt-get aptitude yum dnf zypper apk snap flatpak brew port choco winget scoop "
        "nix-env pkg emerge",
        program(_manager, _OPTIONS_FLAGGED),
    ),
    **each(
        "pip pip3 pip2 gem cpan cpanm composer dart flutter pub",
        program(_manager, _OPTIONS),
    ),
    **each("pacman yay rpm dpkg", program(_pacman, "-D --root --dbpath")),
    **each(
        "npm pnpm yarn",
        program(
            _node_manager,
            "-w --workspace --registry --tag --otp --access -C --cwd --prefix --filter -F",
        ),
    ),
    **each(
        "poetry uv",
        program(
            _python_manager,
            "--group --extra -C --directory --project --with --python -p --source -E",
        ),
    ),
    **each(
        "cargo go",
        program(
            _cargo,
            "-p --package --features --manifest-path --bin --target -o -run -j --example --test",
            clusters=False,
        ),
    ),
    **each("easy_install", program(_manager)),
    **each("conda mamba micromamba", program(_conda, f"{_OPTIONS} -n --name", stop=False)),
    **each("nvm fnm rbenv pyenv nodenv jenv volta sdk rvm", program(_versions)),
}
