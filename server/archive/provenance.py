"""Which encounters are this server's own, bound to its seeds or naming its key, and which files bear its signature."""

from __future__ import annotations

import msgspec

from server.archive.checkpoints import Checkpoints
from server.archive.export import Content
from server.archive.signing import is_signed_by
from server.archive.writing import Seal
from server.core.state import Ledger, Tips
from server.keys.seeds import SeedKeeper
from server.store.stored import stored_of


class Provenance:
    """`keeper` has the seeds (None: the master key is not here), `checkpoints` the key that signs (None: nothing is
    signed here)."""

    def __init__(self, keeper: SeedKeeper | None, checkpoints: Checkpoints | None) -> None:
        self._keeper = keeper
        self._checkpoints = checkpoints
        self.key = checkpoints.key if checkpoints is not None else b""
        """The public key that new encounters name as the signer of their heads; empty where nothing is signed."""

    def is_ours(self, ledger: Ledger) -> bool:
        """Does an encounter say that it began here, by the tips of its seeds or by who signs it?"""
        if self.key != b"" and ledger.signer == self.key:
            return True
        return self._keeper is not None and self._keeper.holds(ledger.encounter, ledger.tips)

    def has_begun(self, encounter: str) -> bool:
        """Was a head of an encounter with this id signed here? Then the id is no other's, though its log be lost."""
        return self._checkpoints is not None and self._checkpoints.newest(encounter) is not None

    def sign(self, content: Content) -> Content:
        """A file with our signature, if it is ours to sign (`seal`)."""
        if self._checkpoints is None or not self.is_ours(_began(content)):
            return content
        return self._checkpoints.sign(content)

    def seal(self, ledger: Ledger, audience: str, count: int) -> Seal | None:
        """What an audience's file of so many entries bears. One of an encounter that began elsewhere bears nothing:
        nobody here has seen it happen, though its log may lie here."""
        if self._checkpoints is None or not self.is_ours(ledger):
            return None
        return self._checkpoints.seal(ledger.signer, ledger.encounter, audience, count)

    def vouches_for(self, content: Content, ledger: Ledger) -> bool:
        """Has this server seen all of it happen? It is ours, and signed here to its end."""
        return self.is_ours(ledger) and self.has_signed(content)

    def has_signed(self, content: Content) -> bool:
        """Does our signature cover exactly the file's last entry?"""
        return bool(self.key) and _has_signed(self.key, content)


def is_whole(content: Content, ledger: Ledger) -> bool:
    """Has the one whom commit 1 names signed the file's last entry? Where it names nobody there is none to ask."""
    return not ledger.signer or _has_signed(ledger.signer, content)


def _has_signed(key: bytes, content: Content) -> bool:
    signature = content.signature
    if signature is None or not content.entries:
        return False
    newest = (content.encounter, content.audience, len(content.entries), content.entries[-1].hash)
    return is_signed_by(key, signature.signature, *newest)


def _began(content: Content) -> Ledger:
    """What a file says of the encounter's beginning: tips and signer."""
    facts = stored_of(content.entries[0].body).facts() if content.entries else []
    created = next((fact for fact in facts if fact["type"] == "Created"), None)
    if created is None:
        return Ledger(encounter=content.encounter)
    tips = msgspec.convert(created["tips"], Tips)
    return Ledger(encounter=content.encounter, tips=tips, signer=bytes(created.get("signer", b"")))
