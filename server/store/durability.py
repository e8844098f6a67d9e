"""What the settings of a Redis server take away from an acknowledgement. Pure: settings in, sentences out."""

from __future__ import annotations

from collections.abc import Mapping

_WANTED = {
    "appendonly": ("yes", "an acknowledged commit does not survive a restart"),
    "appendfsync": ("always", "an acknowledged commit may not survive a power cut"),
    "no-appendfsync-on-rewrite": ("no", "during a rewrite an acknowledged commit may not survive a power cut"),
    "maxmemory-policy": ("noeviction", "a full server may throw whole encounters away"),
    "aof-load-truncated": ("yes", "after a power cut the server may refuse to start"),
}


def weaknesses(config: Mapping[str, str], attached_replicas: int, replicas: int) -> list[str]:
    """Return one sentence, code first, for each setting that is weaker than an acknowledgement promises.

    `config` is what CONFIG GET answers, empty when it is not allowed; `attached_replicas` is how many the primary has
    now, `replicas` how many each commit waits for.
    """
    found = [
        f"not_durable: {name} is {config[name]}, so {harm}; set it to {value}"
        for name, (value, harm) in _WANTED.items()
        if config.get(name, value) != value
    ]
    if not config:
        found.append("durability_unknown: the server does not show its settings; allow CONFIG GET")
    if attached_replicas < replicas:
        found.append(f"replicas_missing: each commit waits for {replicas} replicas, {attached_replicas} are attached")
    if attached_replicas > replicas:
        found.append(
            f"replica_may_lag: {attached_replicas} replicas are attached and a commit waits for {replicas}, "
            "so a fail-over may lose acknowledged commits; wait for all that can be promoted"
        )
    return found
