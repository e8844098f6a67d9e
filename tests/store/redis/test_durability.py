"""Which settings are told to weaken an acknowledgement."""

from __future__ import annotations

import pytest

from server.store.redis.durability import Primary, is_refused, weaknesses

_STRONG = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory-policy": "noeviction",
    "aof-load-truncated": "yes",
}


def primary(config=_STRONG, attached=0, version="7.2.4", role="master") -> Primary:
    """A primary as described."""
    return Primary(config, version, role, attached)


def codes(found: list[str]) -> list[str]:
    """What the sentences begin with."""
    return [told.partition(":")[0] for told in found]


def test_strong_settings_have_no_weakness() -> None:
    """What the private Redis is given is enough, also with replicas that are all waited for."""
    assert weaknesses(primary(), replicas=0) == []
    assert weaknesses(primary(attached=2), replicas=2) == []


@pytest.mark.parametrize("name", list(_STRONG))
def test_each_weak_setting_is_told(name: str) -> None:
    """The sentence names the setting, its value and the value to set; what loses commits is refused."""
    (told,) = weaknesses(primary({**_STRONG, name: "weak"}), 0)

    is_fatal = name in ("appendonly", "appendfsync", "maxmemory-policy")
    assert told.startswith(f"{'not_durable' if is_fatal else 'weak_setting'}: {name} is weak, so ")
    assert told.endswith(f"set it to {_STRONG[name]}")
    assert is_refused(told) is is_fatal


def test_hidden_settings_are_told() -> None:
    """A server that does not show its settings cannot be judged, and that is said."""
    found = weaknesses(primary({}), 0)
    assert codes(found) == ["durability_unknown"]
    assert not is_refused(found[0])


@pytest.mark.parametrize(
    ("attached", "waited", "code"), [(0, 1, "replicas_missing"), (2, 1, "replica_may_lag"), (1, 0, "replica_may_lag")]
)
def test_replicas_must_be_those_waited_for(attached: int, waited: int, code: str) -> None:
    """Too few stop appends; one that is not waited for may be promoted without the newest commits."""
    found = weaknesses(primary(attached=attached), waited)
    assert codes(found) == [code]
    assert not is_refused(found[0])


@pytest.mark.parametrize(
    ("version", "role", "code"),
    [("6.0.16", "master", "too_old"), ("5.0", "master", "too_old"), ("7.2.4", "slave", "not_primary")],
)
def test_what_cannot_serve_is_refused(version: str, role: str, code: str) -> None:
    """A server that is too old, or a replica."""
    found = weaknesses(primary(version=version, role=role), 0)
    assert codes(found) == [code]
    assert is_refused(found[0])
