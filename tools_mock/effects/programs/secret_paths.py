"""Which files hold secrets by their name, and which variables do."""

from __future__ import annotations

import re

SECRET_PATHS = (
    r"\.ssh/(?:id_[^/.]+|identity|[^/]+\.pem)",
    r"[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ovpn|asc)",
    r"\.env(?:\.(?!example$|sample$|template$|dist$)[^/]+)?",
    r"[^/]+\.env",
    r"etc/(?:g?shadow|sudoers)(?:-|\.bak)?",
    r"etc/kubernetes/admin\.conf",
    r"\.aws/credentials",
    r"\.azure/accessTokens\.json",
    r"\.config/gcloud/(?:credentials\.db|application_default_credentials\.json)",
    r"\.config/gh/hosts\.yml",
    r"\.kube/config",
    r"\.docker/config\.json",
    r"\.(?:netrc|pgpass|my\.cnf|git-credentials|pypirc|htpasswd|vault-token)",
    r"\.gnupg/.*",
    r"(?:var/)?run/secrets/.*",
    r"proc/(?:\d+|self)/environ",
    r"(?:[^/]*[-_])?(?:service[-_]account|credentials|secrets?)(?:[-_][^/]*)?\.(?:json|ya?ml|txt|ini|toml)",
)
"""Regular expressions for the end of a path, from a slash or the beginning on."""

_PATH = re.compile(rf"(?:^|/)(?:{'|'.join(SECRET_PATHS)})$", re.IGNORECASE)
_VARIABLE = re.compile(
    r"\$\{?[A-Za-z_]*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL)\w*\}?",
    re.IGNORECASE,
)


def is_secret_path(path: str) -> bool:
    """Whether a file with this path holds a secret."""
    return _PATH.search(path) is not None


def is_secret_variable(source: str) -> bool:
    """Whether `$NAME` by its name holds a secret."""
    return _VARIABLE.fullmatch(source) is not None
