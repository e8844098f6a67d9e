"""The server's secret seeds, made from its master key: nothing is stored, and servers with the same key agree.

Two chains per encounter, one for open rolls and one for secret ones; commit 1 holds their tips.
"""

import hmac
from collections.abc import Iterable
from functools import lru_cache

from server.core.dice import Seeds, previous_seed
from server.core.state import Tips
from server.keys.join_code import code_of

CHAIN_LENGTH = 4096
"""Epochs of an encounter at most."""

_MARK_EVERY = 64

MOST_KEPT = 8_192
"""Of so many encounters the newest seeds are kept, which take some milliseconds to make."""


@lru_cache(maxsize=256)
def _marks(root: bytes) -> tuple[bytes, ...]:
    """Every 64th seed of a chain, from the last epoch down to the tip."""
    marks, seed = [root], root
    for epoch in range(CHAIN_LENGTH - 1, -1, -1):
        seed = previous_seed(seed)
        if epoch % _MARK_EVERY == 0:
            marks.append(seed)
    return tuple(marks)


class SeedKeeper:
    """Seeds by encounter and epoch; `master` is 32 secret bytes, `former` those of encounters that were made before."""

    def __init__(self, master: bytes, former: Iterable[bytes] = ()) -> None:
        self._master = master
        self._former = tuple(former)
        self._roots: dict[str, bytes] = {}
        """The former key under which an encounter was made, if it was: there will be no more of them."""
        self._newest: dict[str, tuple[int, Seeds]] = {}

    def seeds(self, encounter: str, epoch: int) -> Seeds:
        """Both chains' seeds of an epoch (from 1)."""
        epoch_of, seeds = self._newest.get(encounter, (0, None))
        if seeds is None or epoch_of != epoch:
            key = self._roots.get(encounter, self._master)
            seeds = Seeds(_seed(key, encounter, "open", epoch), _seed(key, encounter, "secret", epoch))
            self._newest[encounter] = (epoch, seeds)
            if len(self._newest) > MOST_KEPT:
                del self._newest[next(iter(self._newest))]
        return seeds

    def tips(self, encounter: str) -> Tips:
        """The public ends of both chains, of an encounter that is made now."""
        return self._tips(self._master, encounter)

    def holds(self, encounter: str, tips: Tips) -> bool:
        """Is there the key of this encounter, which commit 1 has bound to these tips? From now on it is used."""
        for key in (self._master, *self._former):
            if self._tips(key, encounter) == tips:
                if self._roots.get(encounter, self._master) != key:
                    self._newest.pop(encounter, None)
                    self._roots[encounter] = key
                return True
        return False

    def _tips(self, key: bytes, encounter: str) -> Tips:
        return Tips(_seed(key, encounter, "open", 0), _seed(key, encounter, "secret", 0))

    def snapshot_key(self, encounter: str) -> bytes:
        """What an encounter's snapshots are authenticated with: nobody who can merely write the store makes one up."""
        return hmac.digest(self._master, b"fray/snapshots\0" + bytes.fromhex(encounter), "sha256")

    def join_code(self, encounter: str, k: int) -> str:
        """The code of the `k`th door to an encounter; another one after a change of the key."""
        return code_of(self._master, encounter, k)

    def place_of_door(self, code: str) -> str:
        """What a code is filed under: hex digits that tell nobody the code."""
        return hmac.digest(self._master, b"fray/door\0" + code.encode(), "sha256").hex()


def _seed(key: bytes, encounter: str, chain: str, epoch: int) -> bytes:
    text = b"fray/root\0" + bytes.fromhex(encounter) + chain.encode()
    root = hmac.digest(key, text, "sha256")
    marks = _marks(root)
    above = -(-epoch // _MARK_EVERY)
    seed = marks[CHAIN_LENGTH // _MARK_EVERY - above]
    for _ in range(above * _MARK_EVERY - epoch):
        seed = previous_seed(seed)
    return seed
