"""Clusters: `kubectl` and its cousins, `helm`, `argocd`."""

from __future__ import annotations

from tools_mock.effects.programs.call import Call, Program, each, program, thing
from tools_mock.effects.programs.verbs import Tool, tool_entry
from tools_mock.effects.shell.marks import as_thing, certain, display
from tools_mock.effects.shell.state import Shell
from traces.model import Thing

RESOURCES: dict[str, str] = {
    "po": "pod",
    "deploy": "deployment",
    "svc": "service",
    "ns": "namespace",
    "sts": "statefulset",
    "ds": "daemonset",
    "rs": "replicaset",
    "rc": "replicationcontroller",
    "cm": "configmap",
    "pvc": "persistentvolumeclaim",
    "pv": "persistentvolume",
    "ing": "ingress",
    "ingresses": "ingress",
    "no": "node",
    "sa": "serviceaccount",
    "cj": "cronjob",
    "hpa": "horizontalpodautoscaler",
    "crd": "customresourcedefinition",
    "crds": "customresourcedefinition",
    "netpol": "networkpolicy",
    "networkpolicies": "networkpolicy",
    "sc": "storageclass",
    "storageclasses": "storageclass",
    "ep": "endpoints",
    "endpoints": "endpoints",
    "pdb": "poddisruptionbudget",
    "quota": "resourcequota",
    "ev": "event",
}
"""Short names and odd plurals of resources."""

READ_VERBS = frozenset(
    """get describe logs log top explain diff version cluster-info api-resources api-versions wait
    events auth completion options kustomize port-forward proxy plugin ctx""".split()
)
CHANGE_VERBS = {
    "apply": ("infra.change",),
    "create": ("infra.create",),
    "expose": ("infra.create",),
    "autoscale": ("infra.create",),
    "patch": ("infra.change",),
    "edit": ("infra.change",),
    "replace": ("infra.change",),
    "set": ("infra.change",),
    "scale": ("infra.change",),
    "label": ("infra.change",),
    "annotate": ("infra.change",),
    "taint": ("infra.change",),
    "cordon": ("infra.change",),
    "uncordon": ("infra.change",),
    "drain": ("infra.change", "proc.stop"),
    "delete": ("infra.destroy",),
    "evict": ("infra.destroy",),
    "certificate": ("access.grant",),
    "debug": ("infra.create", "proc.exec"),
    "new-project": ("infra.create",),
    "new-app": ("infra.create",),
}


def resource_type(text: str) -> str:
    """The full singular name of a kind of resource."""
    name = text.lower().split(".", 1)[0]
    if name in RESOURCES:
        return RESOURCES[name]
    singular = name.removesuffix("es") if name.endswith(("sses", "xes")) else name.removesuffix("s")
    return RESOURCES.get(singular, singular if not name.endswith("ss") else name)


def _resources(call: Call, operands: list[str], namespace: Thing) -> list[tuple[Thing, ...]]:
    """The objects that `TYPE NAME …`, `TYPE/NAME …` or `TYPE --all` name."""
    if not operands:
        return [(thing("resource", None), namespace)]
    if any("/" in text for text in operands):
        pairs = [(a, b) for a, _, b in (text.partition("/") for text in operands)]
    else:
        types = operands[0].split(",")
        names = operands[1:] or [""]
        pairs = [(one, name) for one in types for name in names]
    found = []
    for kind, name in pairs:
        full = resource_type(kind) if certain(kind) else kind
        text = f"{full}/{name}" if name else f"{full}/*"
        things = [as_thing("resource", text), *([as_thing("name", name)] if name else [])]
        if full == "namespace" and name:
            found.append((*things, as_thing("namespace", name, recursive=True)))
        else:
            found.append((*things, namespace))
    return found


def _kubectl(call: Call) -> str | None:
    if not call.operands:
        return None
    verb, *operands = call.operands
    named = call.options.one("-n", "--namespace")
    everywhere = call.has("-A", "--all-namespaces")
    namespace = thing("namespace", "*" if everywhere else named)
    context = call.options.one("--context", "--kubeconfig", "--cluster")
    place = (thing("context", context),)
    call.name = f"{call.name} {display(verb)}"
    if call.options.has("--dry-run") and call.options.one("--dry-run") != "none":
        verb = "diff"
    special = _SPECIAL.get(verb)
    if special is not None:
        return special(call, operands, namespace, place)
    if verb in READ_VERBS:
        _reads(call, verb, operands, place)
    elif verb in CHANGE_VERBS:
        _changes(call, verb, operands, namespace, place)
    else:
        call.opaque(call.name, "infra.*", "proc.*", "secret.read")
    return None


def _reads(call: Call, verb: str, operands: list[str], place: tuple[Thing, ...]) -> None:
    kinds = operands[0].split("/")[0].split(",") if operands else []
    output = call.options.one("-o", "--output") or ""
    if (
        verb == "get"
        and "secret" in map(resource_type, kinds)
        and output not in ("", "wide", "name")
    ):
        call.effect("secret.read", as_thing("resource", " ".join(operands)), *place)
    things = (as_thing("resource", "/".join(operands[:2])),) if operands else ()
    call.effect("infra.read", *things, *(one for one in place if one.known != "unknown"))


def _changes(
    call: Call, verb: str, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> None:
    files = call.options.all("-f", "--filename", "-k", "--kustomize")
    for name in files:
        if name != "-" and "://" not in name:
            call.reads(name)
    if files and not operands:
        objects = [(thing("resource", None), namespace, *_seen(call, files))]
    else:
        objects = _resources(call, _objects_of(call, verb, operands), namespace)
    for kind in CHANGE_VERBS[verb]:
        for things in objects:
            call.effect(kind, *things, *place)
    if verb in ("apply", "replace") and call.has("--prune", "--force"):
        call.effect("infra.destroy", thing("resource", None), namespace, *place)
    if verb == "create" and operands[:1] in (["rolebinding"], ["clusterrolebinding"], ["token"]):
        call.effect("access.grant", *objects[0], *place)
    if verb == "set" and operands[:1] == ["image"]:
        for text in operands[1:]:
            if "=" in text:
                image = as_thing("image", text.split("=", 1)[1])
                call.effect("deploy.release", *objects[0], image, *place)


def _seen(call: Call, files: list[str]) -> list[Thing]:
    return [call.path(name) for name in files if name != "-" and "://" not in name]


def _objects_of(call: Call, verb: str, operands: list[str]) -> list[str]:
    """The operands that name objects, and no settings."""
    if verb == "delete" and call.has("--all") and len(operands) == 1 and "/" not in operands[0]:
        return [*operands, "*"]
    if verb in ("cordon", "uncordon", "drain", "taint"):
        return ["node", *[text for text in operands if resource_type(text) != "node"][:1]]
    if verb == "set":
        operands = operands[1:]
    if verb in ("patch", "scale", "label", "annotate", "create", "set", "expose"):
        return [text for text in operands if "=" not in text]
    return operands


def _rollout(
    call: Call, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> str | None:
    verb = operands[0] if operands else "status"
    if verb in ("status", "history"):
        call.effect("infra.read", *place)
        return None
    for things in _resources(call, operands[1:], namespace):
        call.effect("infra.change", *things, *place)
        if verb == "undo":
            call.effect("deploy.release", *things, *place)
    return None


def _run_inside(
    call: Call, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> str | None:
    """`kubectl exec pod -- command`: the command runs in the container."""
    rest = call.options.rest
    target = operands[0] if operands else None
    words = rest
    if not words and target in call.args:
        # The older form has no `--`: all that follows the pod is the command.
        words = call.args[call.args.index(target) + 1 :]
    where = (thing("container", target), namespace, *place)
    inner: Shell = call.shell.elsewhere(f"{call.name} {display(target or '')}".strip(), *where)
    if not words:
        return None
    return call.run(words, inner)


def _run_image(
    call: Call, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> str | None:
    image = thing("image", call.options.one("--image"))
    call.effect(
        "infra.create", thing("resource", f"pod/{operands[0]}" if operands else None), namespace
    )
    call.effect("proc.exec", image, namespace, *place)
    if call.options.rest:
        call.run(call.options.rest, call.shell.elsewhere(call.name, namespace, *place))
    return None


def _copy(
    call: Call, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> str | None:
    for index, text in enumerate(operands[:2]):
        pod, colon, path = text.rpartition(":")
        where = (thing("container", pod), namespace) if colon else ()
        kind = "fs.write" if index else "fs.read"
        seen = as_thing("path", path if colon else call.shell.path(text), recursive=True)
        call.effect(kind, seen, *where)
    return None


def _config(
    call: Call, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> str | None:
    verb = operands[0] if operands else "view"
    if verb in ("view", "current-context", "get-contexts", "get-clusters", "get-users"):
        call.effect("infra.read")
        if call.has("--raw"):
            call.effect("secret.read", thing("path", "~/.kube/config"))
    else:
        call.effect("fs.write", thing("path", "~/.kube/config"))
    return None


def _auth(
    call: Call, operands: list[str], namespace: Thing, place: tuple[Thing, ...]
) -> str | None:
    call.effect("access.grant" if operands[:1] == ["reconcile"] else "infra.read", *place)
    return None


_SPECIAL = {
    "rollout": _rollout,
    "exec": _run_inside,
    "rsh": _run_inside,
    "run": _run_image,
    "cp": _copy,
    "config": _config,
    "auth": _auth,
}

_KUBECTL_VALUES = """-n --namespace --context --kubeconfig --cluster --user -f --filename -k
    --kustomize -o --output -l --selector --field-selector -c --container --replicas --image
    --grace-period --timeout -p --patch --type --token --as --as-group --server -s --tail
    --since --sort-by --overrides --restart --port --target-port --name --labels --env
    --from-literal --from-file --to-revision --revision --for --template -L --subresource"""

_HELM = Tool(
    values="""--version -f --values --set --set-string --set-file --timeout --repo --username
    --password --history-max -o --output --kubeconfig --keyring --post-renderer""",
    noun="release",
    most=1,
    phrases={
        "install": ("infra.create", "deploy.release"),
        "upgrade": ("infra.change", "deploy.release"),
        "rollback": ("infra.change", "deploy.release"),
        "uninstall": ("infra.destroy",),
        "delete": ("infra.destroy",),
        "template": (),
        "lint": (),
        "get": ("infra.read",),
        "repo list": ("infra.read",),
        "repo add": ("fs.write",),
        "repo update": ("infra.read",),
        "repo remove": ("fs.write",),
        "dependency build": (),
        "dependency update": (),
        "dep update": (),
        "package": ("fs.write",),
        "create": ("fs.write",),
        "pull": ("fs.write",),
        "push": ("deploy.release",),
        "test": (),
        "env": (),
    },
    places={"-n": "namespace", "--namespace": "namespace", "--kube-context": "context"},
    unknown=("infra.*", "deploy.release"),
)
_ARGO = Tool(
    values="-o --output --server --auth-token --revision --resource --prune-propagation-policy",
    noun="application",
    phrases={
        "app sync": ("infra.change", "deploy.release"),
        "app rollback": ("infra.change", "deploy.release"),
        "app wait": ("infra.read",),
        "app terminate-op": ("infra.change",),
        "app resources": ("infra.read",),
        "app manifests": ("infra.read",),
        "login": (),
        "account update-password": ("access.grant",),
        "cluster rm": ("infra.destroy",),
    },
    unknown=("infra.*", "deploy.release", "access.*"),
)

PROGRAMS: dict[str, Program] = {
    **each("kubectl k oc microk8s.kubectl k3s-kubectl", program(_kubectl, _KUBECTL_VALUES)),
    "helm": tool_entry(_HELM),
    **each("argocd argo flux", tool_entry(_ARGO)),
}
