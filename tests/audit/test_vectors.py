"""Each verifier tells good signatures from bad ones, and the test would notice one that does not."""

from __future__ import annotations

import pytest

from client_demo import signatures
from tests.audit.vectors import CHECKS, all_vectors, misjudged


@pytest.mark.parametrize("name", CHECKS)
def test_every_vector_is_told_for_what_it_is(name: str) -> None:
    """RFC 8032 and Wycheproof."""
    assert misjudged(CHECKS[name]) == []


def test_a_verifier_that_takes_a_larger_s_is_noticed() -> None:
    """A planted fault: s is reduced instead of refused, so every signature has others beside it."""

    def sloppy(key: bytes, signature: bytes, text: bytes) -> bool:
        s = int.from_bytes(signature[32:], "little") % signatures.ORDER
        return signatures.is_signed(key, signature[:32] + s.to_bytes(32, "little"), text)

    assert len(all_vectors()) > 150
    assert len(misjudged(sloppy)) >= 5
