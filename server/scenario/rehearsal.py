"""A table without store and socket: the straight line of core for scenarios, conformance tests and bots' rehearsals.

Everything is real but the I/O: each commit is sealed, decoded again and folded as if it had been read from the log.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Any

from server.core.commit import Commit
from server.core.create import Create, EncounterSpec, lay
from server.core.deciding import intake
from server.core.deciding.decide import MOST_ALONE, parse_intent
from server.core.deciding.standing import standing
from server.core.dice import ScriptedDice, Seeds, ServerDice, Source, previous_seed
from server.core.errors import Rejected
from server.core.ids import PUBLIC, audience_of
from server.core.intents import Continue, Intent, PassStanding
from server.core.options import Option
from server.core.secrecy import known
from server.core.state import State, Tips
from server.core.system import Asker, System
from server.core.telling.tell import told_commit
from server.core.timeline.timeline import Timeline
from server.core.view import View, view
from server.past.feed import released
from server.store.codec import Codec, Sealed

ENCOUNTER = "00" * 16


class Rehearsal:
    """Submits intents, folds their commits, continues silent decisions by itself."""

    def __init__(
        self,
        system: System,
        spec: EncounterSpec,
        dice: Iterable[int] | None = (),
        seeds: Callable[[int], Seeds] = lambda _epoch: Seeds(b"o" * 32, b"s" * 32),
    ) -> None:
        """`dice`: faces in the order in which they are drawn; None: the server's own draws, the same in every run,
        made from `seeds` by epoch."""
        self.system = system
        self.timeline = Timeline(system, ENCOUNTER)
        self.codec = Codec(system)
        self.sealed: list[Sealed] = []
        self.dice: Source | None = None if dice is None else ScriptedDice(dice)
        self.log: list[bytes] = []
        """Every commit as it would be stored."""
        self.submitted: Intent | None = None
        """What was submitted last, also if it was refused or failed; None: the table is being laid."""
        self.now = 1_000
        self._ids = itertools.count(1)
        self._seeds = seeds
        tips = Tips(previous_seed(seeds(1).open), previous_seed(seeds(1).secret))
        id = self.new_id()
        submitted = intake.submission(self.timeline, id, "server", bytes(16), Create())
        draft = intake.empty_draft(self.timeline, submitted, self.now)
        lay(draft, system, spec, ENCOUNTER, tips, {}, "")
        self.take(told_commit(self.timeline, submitted, draft, self.now))

    def new_id(self) -> bytes:
        """An intent id; ids here are counted so that tests are repeatable."""
        return next(self._ids).to_bytes(16, "big")

    @property
    def state(self) -> State:
        """The state at the head."""
        return self.timeline.state

    def take(self, commit: Commit) -> Commit:
        """Seal, decode again, fold: what is folded is what would be read from the log."""
        sealed = self.codec.seal(ENCOUNTER, commit, self.timeline.ledger.told)
        again = self.codec.open(commit.version, sealed.body)
        if again.commit != sealed.commit:
            raise AssertionError(f"commit {commit.version} reads back differently")
        self.sealed.append(sealed)
        self.log.append(sealed.body)
        self.timeline.fold(again.commit)
        return again.commit

    def asker(self, seat: str) -> Asker:
        """Who a seat is."""
        if seat == "server":
            return Asker("server", "server", "gm", self.now)
        role = self.state.ledger.seats[seat].role
        audience = audience_of(seat, role)
        until = released(self.timeline, self._aged) if audience == PUBLIC else None
        return Asker(seat, role, audience, self.now, until)

    def _aged(self, age_ms: int) -> int:
        return bisect_right(self.timeline.times, self.now - age_ms)

    def _source(self, stream: str, nonce: bytes) -> Source:
        if self.dice is not None:
            return self.dice
        ledger = self.state.ledger
        seeds = self._seeds(ledger.epoch)
        return ServerDice(bytes.fromhex(ENCOUNTER), seeds, ledger.epoch, ledger.counters, ledger.salt, stream, nonce)

    def submit(
        self, seat: str, intent: Intent | dict[str, Any], decision: str | None = None, seen: int | None = None
    ) -> Commit:
        """One intent, one commit. `seen`: how far the sender had been told. Raises Rejected."""
        if isinstance(intent, dict):
            intent = parse_intent(self.system, intent)
        self.submitted = intent
        self.now += 1_000
        with self.timeline.shelf:
            intake.check_seen(self.timeline, intent, self.asker(seat), seen)
            intake.check_intent(self.timeline, intent, self.asker(seat), decision)
            submitted = intake.submission(self.timeline, self.new_id(), seat, bytes(16), intent)
            draft = intake.draft_of(self.timeline, submitted, self.now, self._source)
            commit = self.take(told_commit(self.timeline, submitted, draft, self.now))
        if self.state.play != draft.play:
            raise AssertionError(f"folding commit {commit.version} gives another state than deciding it")
        return commit

    def meant(self, option: Option) -> str | None:
        """The open decision where the option answers it."""
        decision = self.state.play.decision
        return decision.id if option.answers and decision is not None else None

    def go_on(self) -> list[Commit]:
        """The server's own continues, as long as there are any. Asserts that they come to an end."""
        commits: list[Commit] = []
        while (intent := self._next()) is not None:
            if len(commits) == MOST_ALONE:
                kinds = ", ".join(each.kind for each in self.state.play.decisions)
                raise AssertionError(f"{MOST_ALONE} continues and nobody to wait for ({kinds})")
            commits.append(self.submit("server", intent))
        return commits

    def _next(self) -> Intent | None:
        """What the server does next by itself: those who want it so pass, or the act goes on."""
        play = self.state.play
        for each in play.decisions if play.parked is None else ():
            if standing(self.system, self.state, each):
                return PassStanding(decision=each.id)
        decision = play.decision
        if decision is None or not decision.silent or decision.unanswered() or play.is_held:
            return None
        return Continue(decision=decision.id)

    def play(self, seat: str, intent: Intent | dict[str, Any]) -> list[Commit]:
        """An intent and all that the server continues by itself."""
        return [self.submit(seat, intent), *self.go_on()]

    def refusal(self, seat: str, intent: Intent | dict[str, Any]) -> str:
        """The code of a refused intent."""
        before = self.timeline.version
        try:
            self.submit(seat, intent)
        except Rejected as rejected:
            if self.timeline.version != before:
                raise AssertionError("a refused intent was committed") from rejected
            return rejected.code
        raise AssertionError("the intent was taken")

    def view(self, audience: str) -> View:
        """What an audience sees now."""
        with self.timeline.shelf:
            return view(self.system, known(self.system, self.state, audience), audience)
