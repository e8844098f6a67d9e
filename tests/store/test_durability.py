"""Which settings are told to weaken an acknowledgement."""

from __future__ import annotations

import pytest

from server.store.durability import weaknesses

_STRONG = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory-policy": "noeviction",
    "aof-load-truncated": "yes",
}


def test_strong_settings_have_no_weakness() -> None:
    """What the private Redis is given is enough, also with replicas that are all waited for."""
    assert weaknesses(_STRONG, attached_replicas=0, replicas=0) == []
    assert weaknesses(_STRONG, attached_replicas=2, replicas=2) == []


@pytest.mark.parametrize("name", list(_STRONG))
def test_each_weak_setting_is_told(name: str) -> None:
    """The sentence names the setting, its value and the value to set."""
    (told,) = weaknesses({**_STRONG, name: "weak"}, 0, 0)

    assert told.startswith(f"not_durable: {name} is weak, so ")
    assert told.endswith(f"set it to {_STRONG[name]}")


def test_hidden_settings_are_told() -> None:
    """A server that does not show its settings cannot be judged, and that is said."""
    assert [told.partition(":")[0] for told in weaknesses({}, 0, 0)] == ["durability_unknown"]


@pytest.mark.parametrize(("attached", "waited", "code"), [(0, 1, "replicas_missing"), (2, 1, "replica_may_lag")])
def test_replicas_must_be_those_waited_for(attached: int, waited: int, code: str) -> None:
    """Too few stop appends; one that is not waited for may be promoted without the newest commits."""
    assert [code] == [told.partition(":")[0] for told in weaknesses(_STRONG, attached, waited)]
