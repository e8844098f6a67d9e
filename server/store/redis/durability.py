"""What a Redis server and its settings take away from an acknowledgement. Pure: what it says in, sentences out."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

OLDEST = (6, 2)

_MUST = {
    "appendonly": ("yes", "an acknowledged commit does not survive a restart"),
    "appendfsync": ("always", "an acknowledged commit may not survive a power cut"),
    "maxmemory-policy": ("noeviction", "a full server may throw whole encounters away"),
}
_SHOULD = {
    "no-appendfsync-on-rewrite": ("no", "during a rewrite an acknowledged commit may not survive a power cut"),
    "aof-load-truncated": ("yes", "after a power cut the server may refuse to start"),
}

_REFUSED = ("too_old", "not_primary", "not_durable")


class Primary(msgspec.Struct, frozen=True):
    """What a server that takes appends says of itself."""

    config: Mapping[str, str]
    """What CONFIG GET answers, empty when it is not allowed."""
    version: str
    role: str
    replicas: int
    """So many are attached now."""


def weaknesses(primary: Primary, replicas: int) -> list[str]:
    """Return one sentence, code first, for each thing that is weaker than an acknowledgement promises.

    `replicas` is how many each commit waits for.
    """
    found = [*_of_the_server(primary)]
    for code, wanted in (("not_durable", _MUST), ("weak_setting", _SHOULD)):
        found += [
            f"{code}: {name} is {primary.config[name]}, so {harm}; set it to {value}"
            for name, (value, harm) in wanted.items()
            if primary.config.get(name, value) != value
        ]
    if not primary.config:
        found.append("durability_unknown: the server does not show its settings; allow CONFIG GET")
    attached = primary.replicas
    if attached < replicas:
        found.append(f"replicas_missing: each commit waits for {replicas} replicas, {attached} are attached")
    if attached > replicas:
        found.append(
            f"replica_may_lag: {attached} replicas are attached and a commit waits for {replicas}, "
            "so a fail-over may lose acknowledged commits; wait for all that can be promoted"
        )
    return found


def _of_the_server(primary: Primary) -> list[str]:
    found = []
    if tuple(map(int, primary.version.split(".")[:2])) < OLDEST:
        found.append(f"too_old: the server has version {primary.version}; {OLDEST[0]}.{OLDEST[1]} or newer is needed")
    if primary.role != "master":
        found.append(f"not_primary: the server is a {primary.role} and takes no appends; name its primary, or Sentinel")
    return found


def is_refused(weakness: str) -> bool:
    """Is it so weak that nothing should be served without the operator's consent?"""
    return weakness.partition(":")[0] in _REFUSED
