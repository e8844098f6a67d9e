"""Are the dice the ones that were fixed beforehand? Follows seeds, salt and counters, and recomputes every open draw.

What it needs is told to every seat, so that the GM's file and a player's are checked by the same lines. Raises Damaged
with the code `dice`; knows no file and no rule system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from server.archive.export import Damaged, SeedsShown
from server.core.dice import SECRET, commitment_of, draw, leads_to, previous_seed, salt_of
from server.core.ids import GM
from server.store.stored import Fact


class Draw(NamedTuple):
    """One die of the server, as the evidence names it, at a commit or number."""

    at: int
    stream: str
    epoch: int
    k: int
    sides: int
    face: int
    salt: bytes
    nonce: bytes


class DiceCheck:
    """Takes facts and draws in their order; `finish` recomputes."""

    def __init__(self, encounter: str) -> None:
        self.encounter = bytes.fromhex(encounter)
        self.players: set[str] = set()
        self.epoch = 1
        self.withheld: list[str] = []
        self.counts: Counter[str] = Counter()
        self.draws: list[Draw] = []
        self.late: list[Damaged] = []
        """What is wrong with dice that may come of an earlier one: the first of all is named at the end."""
        self._tips = {"open": b"", "secret": b""}
        self._last = b""
        self._seeds: dict[int, bytes] = {}
        self._secrets: dict[int, bytes] = {}
        self._joined: dict[str, bytes] = {}
        self._revealed: dict[str, bytes] = {}
        self._revoked: set[str] = set()
        self._salt = b""
        self._next: Counter[str] = Counter()

    # --- facts -------------------------------------------------------------------------------------------------------

    def fact(self, at: int, fact: Fact) -> None:
        """Take one event."""
        take = _FACTS.get(fact["type"])
        if take is not None:
            take(self, at, fact)

    def _created(self, _at: int, fact: Fact) -> None:
        self._tips = fact["tips"]
        self._last = self._tips["open"]

    def _seat(self, _at: int, fact: Fact) -> None:
        if fact["role"] == "player":
            self.players.add(fact["seat"])

    def _join(self, _at: int, fact: Fact) -> None:
        self._joined[fact["seat"]] = fact["commitment"]

    def _revoke(self, _at: int, fact: Fact) -> None:
        self._revoked.add(fact["seat"])

    def _free(self, _at: int, fact: Fact) -> None:
        self._joined.pop(fact["seat"], None)

    def _reveal(self, at: int, fact: Fact) -> None:
        seat, value = fact["who"], fact["preimage"]
        if commitment_of(self.encounter, seat, value) != self._joined.get(seat):
            raise Damaged("dice", at, f"seat {seat} revealed a value that it was not bound to")
        self._revealed[seat] = value

    def _fix_salt(self, at: int, fact: Fact) -> None:
        self.withheld = list(fact.get("withheld", ()))
        used = {seat: value for seat, value in self._revealed.items() if seat not in self.withheld}
        missing = self._joined.keys() - used.keys() - set(self.withheld) - self._revoked
        if missing:
            raise Damaged("dice", at, f"the values of {', '.join(sorted(missing))} are left out without a word")
        if salt_of(self.encounter, used) != fact["salt"]:
            raise Damaged("dice", at, "the dice's salt is not made of the values that the seats revealed")
        self._salt = fact["salt"]

    def _open_seed(self, at: int, fact: Fact) -> None:
        self._learn(at, fact["epoch"], fact["seed"])
        self.epoch += 1

    def _learn(self, at: int, epoch: int, seed: bytes) -> None:
        if epoch != self.epoch or previous_seed(seed) != self._last:
            raise Damaged("dice", at, f"the seed of epoch {epoch} does not lead to the tip that commit 1 holds")
        self._seeds[epoch] = self._last = seed

    def _secret_seed(self, at: int, fact: Fact) -> None:
        self._learn_secrets(at, fact["epoch"], fact["seed"])

    def _learn_secrets(self, at: int, epoch: int, seed: bytes) -> None:
        if not leads_to(seed, epoch, self._tips["secret"]):
            raise Damaged("dice", at, f"the secret seed of epoch {epoch} does not lead to the tip that commit 1 holds")
        for number in range(epoch, 0, -1):
            self._secrets[number] = seed
            seed = previous_seed(seed)

    def seeds(self, shown: SeedsShown) -> None:
        """Take what the file itself reveals of the epoch that is not over."""
        self._learn(0, shown.epoch, shown.open)
        self._learn_secrets(0, shown.epoch, shown.secret)

    # --- draws -------------------------------------------------------------------------------------------------------

    def drawn(self, at: int, stream: str, epoch: int, k: int, sides: int, face: int, nonce: bytes) -> None:
        """Take the evidence of one die. `face` 0: not shown."""
        if stream not in self.players and stream not in (GM, SECRET):
            raise Damaged("dice", at, f"there is no dice stream {stream}")
        if epoch != self.epoch:
            raise Damaged("dice", at, f"a die of epoch {epoch} in epoch {self.epoch}")
        if k != self._next[stream]:
            raise Damaged("dice", at, f"die {k} of {stream} where {self._next[stream]} was next: dice were left out")
        self._next[stream] += 1
        nonce = b"" if stream in (GM, SECRET) else nonce
        self.draws.append(Draw(at, stream, epoch, k, sides, face, self._salt, nonce))

    def finish(self) -> None:
        """Recompute every draw whose seed is known; count the others. Raises what was wrong first."""
        for die in self.draws:
            seed = (self._secrets if die.stream == SECRET else self._seeds).get(die.epoch)
            if die.face == 0:
                self.counts["unseen"] += 1
            elif seed is None:
                self.counts["secret" if die.stream == SECRET else "unrevealed"] += 1
            else:
                self._recompute(die, seed)
        if self.late:
            raise min(self.late, key=lambda damaged: damaged.version)

    def _recompute(self, die: Draw, seed: bytes) -> None:
        face = draw(seed, self.encounter, die.stream, die.k, die.salt, die.nonce, die.sides) if die.sides > 0 else 0
        if face != die.face:
            what = f"die {die.k} of {die.stream} is a {die.face} of {die.sides} where the seeds give {face}"
            self.late.append(Damaged("dice", die.at, f"entry {die.at}: {what}"))
        self.counts["recomputed"] += 1


_FACTS: dict[str, Callable[[DiceCheck, int, Fact], None]] = {
    "Created": DiceCheck._created,
    "SeatOpened": DiceCheck._seat,
    "SeatJoined": DiceCheck._join,
    "SeatRevoked": DiceCheck._revoke,
    "SeatFreed": DiceCheck._free,
    "SeatRevealed": DiceCheck._reveal,
    "SaltFixed": DiceCheck._fix_salt,
    "SeedRevealed": DiceCheck._open_seed,
    "SecretsRevealed": DiceCheck._secret_seed,
}
