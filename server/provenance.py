"""Which encounters are this server's own, bound to its seeds or naming its key, and which files bear its signature."""

from __future__ import annotations

from server.checkpoints import Checkpoints
from server.core.state import Ledger
from server.export import Content
from server.seeds import SeedKeeper
from server.signing import is_signed_by


class Provenance:
    """`keeper` has the seeds, `checkpoints` the key that signs; None: nothing is signed here."""

    def __init__(self, keeper: SeedKeeper, checkpoints: Checkpoints | None) -> None:
        self._keeper = keeper
        self.key = checkpoints.key if checkpoints is not None else b""
        """The public key that new encounters name as the signer of their heads; empty where nothing is signed."""

    def is_ours(self, ledger: Ledger) -> bool:
        """Does an encounter say that it began here, by the tips of its seeds or by who signs it?"""
        return (self.key != b"" and ledger.signer == self.key) or self._keeper.holds(ledger.encounter, ledger.tips)

    def has_signed(self, content: Content) -> bool:
        """Does our signature cover exactly the file's last entry?"""
        signature = content.signature
        if signature is None or not content.entries or not self.key:
            return False
        newest = (content.encounter, content.audience, len(content.entries), content.entries[-1].hash)
        return is_signed_by(self.key, signature.signature, *newest)
