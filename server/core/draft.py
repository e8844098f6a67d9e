"""A decision in the making. Each event is applied as soon as it is emitted, for the rules go on from where it leads.

Everything that `decide` may use beyond the state enters here as data (time, seat, dice, terms), so that the same
decision can be made once more later.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from server.core.commit import Submitted
from server.core.dice import Dice, Faces, Key, Roll, Source
from server.core.disclosure import Undeclared
from server.core.errors import Rejected
from server.core.events import DecisionClosed, DecisionOpened, Event, SaltFixed
from server.core.ids import GM, born
from server.core.intents import Intent
from server.core.knowing.shared import Shared
from server.core.knowing.viewer import NOBODY, Answers, Hidden, not_seen_by_all
from server.core.secrecy import Discloses, redact_for
from server.core.size import check_events
from server.core.state import Ask, Decision, Ledger, Play, State, Stopped
from server.core.telling.asked import Asking
from server.core.terms import TermKey, Terms
from server.core.timeline.evolve import Evolves, PlayAt, evolve

MOST_OF_ROLL, MOST_OF_COMBATANT, MOST_OF_ACT = 300, 400, 800
"""The most dice of one roll, of one combatant and of a whole decision, which takes less than ten milliseconds then."""


class Decides(Evolves, Discloses, Protocol):
    """What a draft and those who decide on it need of a rule system."""

    @property
    def name(self) -> str:
        """The system's name."""

    @property
    def intents(self) -> Sequence[type[Intent]]:
        """The system's own intents."""

    @property
    def decide(self) -> Callable[["Draft", Intent], None]:
        """decide(draft, intent): emits events; never refuses."""

    @property
    def proceed(self) -> Callable[["Draft", Decision], None]:
        """proceed(draft, decision): goes on after a decision closed."""

    @property
    def default(self) -> Callable[[State, Decision, str], Intent]:
        """default(state, decision, who): the answer of one who does not answer."""

    @property
    def removed(self) -> Callable[["Draft", str], None]:
        """removed(draft, who): goes on after `who` was taken off the table."""


class Draft:
    """The events of one decision with the state after each."""

    def __init__(
        self,
        system: Decides,
        state: State,
        past: PlayAt,
        submitted: Submitted,
        *,
        now: int,
        dice: Source,
        act: str = "",
        overrides: Mapping[TermKey, int] | None = None,
    ) -> None:
        """`now` in ms. `act`: what the events belong to, where that is not the act of what was submitted."""
        self.system = system
        self.state = state
        self.past = past
        self.act = act or state.play.act_for(submitted.id, submitted.answers)
        self.seat, self.nonce, self.now = submitted.seat, submitted.nonce, now
        self.answers = submitted.answers
        """The id of the decision that is answered here. It need not be the topmost: others may lie above it that
        whoever answers must not know of."""
        self.terms = Terms(self.act, overrides or {})
        self._dice = Dice(self.act, dice)
        self.for_gm: set[int] = set()
        """Events by place in the trail of which the GM alone is told, whatever they declare."""
        self.asking: Asking | None = None
        """Who was asked in an act that is copied, where that is not whoever plays the combatants there."""
        self.closes_by = "answers"
        """The reason that is recorded when a decision closes; another one where defaults were given for people."""
        self.trail: list[tuple[State, Event, State]] = []
        """Each event with the states before and after it."""

    @property
    def play(self) -> Play:
        """What is rewound, as it stands now."""
        return self.state.play

    @property
    def game(self) -> Any:
        """The system's own state, as it stands now."""
        return self.state.play.game

    @property
    def ledger(self) -> Ledger:
        """What is never rewound."""
        return self.state.ledger

    @property
    def answered(self) -> Decision | None:
        """The decision that is answered here, as it stands now; None where none is, or it is closed."""
        return self.play.opened(self.answers)

    def answer(self, decision: Decision, who: str) -> None:
        """Give the default answer for one who was asked there and has not answered. Asserts that it is an answer:
        callers repeat this until nobody is left to answer, and else would never come to an end."""
        mine, self.answers = self.answers, decision.id
        intent = self.system.default(self.state, decision, who)
        self.system.decide(self, intent)
        if self.answered is not None and who in self.answered.unanswered():
            raise AssertionError(f"{type(intent).__name__} does not answer {decision.id} ({decision.kind}) for {who}")
        self.answers = mine

    @property
    def events(self) -> list[Event]:
        """What was emitted so far."""
        return [event for _, event, _ in self.trail]

    @property
    def evidence(self) -> tuple[Any, ...]:
        """The evidence of every face thrown so far."""
        return tuple(self._dice.evidence)

    def emit(self, event: Event, play: Play | None = None) -> None:
        """Append a fact and apply it. `play`: where it leads, for who has just worked that out, act by act.

        Raises Rejected: too_many_events."""
        before, trail = self.state, self.trail
        check_events(len(trail) + 1)
        if isinstance(event, SaltFixed):
            self._dice.fix_salt(event.salt)
        after = evolve(self.system, before, event, self.past) if play is None else State(play, before.ledger)
        self.state = after
        trail.append((before, event, after))

    def roll(self, name: str, who: str, sides: int, count: int, *, explode: bool = False) -> tuple[Faces, ...]:
        """Throw dice under a name that is unique in the act; one tuple of faces per die.

        Raises Rejected: too_many_dice; for the GM dice_beyond, with the figures."""
        self._check_number(who, count)
        return self._dice.roll(name, who, sides, count, explode=explode, is_open=self._is_open(name, who, sides))

    def draw(self, key: Key, sides: int, count: int, *, is_open: bool) -> Faces:
        """Draw the faces that an amendment lacks: of a roll of another act, beginning with the die that `key` names.
        Who rolls may have been hidden then, or be now; then the GM alone is told of the event that follows.

        Raises Rejected as `roll` does."""
        self._check_number(key.who, count)
        is_open = is_open and self._is_open(key.roll, key.who, sides)
        if not is_open:
            self.for_gm.add(len(self.trail))
        return self._dice.draw(key, sides, count, is_open=is_open)

    def _check_number(self, who: str, count: int) -> None:
        """All other tables wait while one decides, so nobody may order too many dice, not even the GM. The figures are
        for the GM alone: others may not know of the combatant."""
        thrown, in_all = self._dice.thrown[who], self._dice.in_all
        if count <= MOST_OF_ROLL and thrown + count <= MOST_OF_COMBATANT and in_all + count <= MOST_OF_ACT:
            return
        bounds = {"of_roll": MOST_OF_ROLL, "of_combatant": MOST_OF_COMBATANT, "of_act": MOST_OF_ACT}
        if self.ledger.audience(self.seat) != GM:
            raise Rejected("too_many_dice", **bounds)
        name = self.play.pieces[who].name if who in self.play.pieces else who
        raise Rejected("dice_beyond", who=name, count=count, thrown=thrown, in_all=in_all, **bounds)

    def _is_open(self, name: str, who: str, sides: int) -> bool:
        return self.system.open_roll(self.state, Roll(name, who, sides))

    def open(
        self, kind: str, name: str, asks: dict[str, Ask], *, silent: bool = False, topic: dict[str, Any] | None = None,
        ends_act: bool = False, time_s: int | None = None, locks: bool = False, least_s: int = 0,
    ) -> Decision:  # fmt: skip
        """Open a decision; its id is born in the act from `name`. With `ends_act` what follows it is another act.
        `time_s`: its own time, e.g. by a house rule; None: the table's. `locks`: answers may be changed until the last
        one asked, perhaps hidden, has answered; no sooner than after `least_s`, and where that is all its time, the
        moment tells nothing of whoever is hidden.

        Raises Undeclared for a key of the topic of which `System.topic` says nothing."""
        if topic and not topic.keys() <= self.system.topic.keys():
            undeclared = sorted(topic.keys() - self.system.topic.keys())
            text = f"{self.system.name} does not say what others may learn of {undeclared} in the topic of {kind!r}"
            raise Undeclared(f"{text}: declare it in System.topic")
        by = self._stopped() if ends_act else Stopped(self.seat, self.nonce)
        decision = Decision(
            id=born(self.act, name),
            kind=kind,
            act=self.act,
            seat=by.seat,
            nonce=by.nonce,
            asks=asks,
            silent=silent or locks,
            opened_at=self.now,
            remaining_ms=self._time_ms(time_s),
            topic=topic or {},
            ends_act=ends_act,
            locks=locks,
            least_ms=least_s * 1000,
        )
        self.emit(DecisionOpened(decision=decision))
        return decision

    def _stopped(self) -> Stopped:
        """With whose dice is thrown what begins behind a stop here. Were they those of an act of which not all are
        told, as of a hidden turn, the dice of what follows would tell that it was there: so they are the game master's
        where nobody has stopped before."""
        if self._is_told_to_all():
            return Stopped(self.seat, self.nonce)
        return self.play.stopped or Stopped(GM, b"")

    def _is_told_to_all(self) -> bool:
        """Of what was emitted so far, is everybody told anything?"""
        states = (*(before for before, _, _ in self.trail[:1]), *(after for _, _, after in self.trail))
        unseen = None if any(map(not_seen_by_all, states)) else NOBODY
        shared: Shared[bool] = Shared()
        return all(self._is_told(audience, unseen, shared) for audience in self.ledger.audiences())

    def _is_told(self, audience: str, unseen: Hidden | None, shared: Shared[bool]) -> bool:
        """Is this audience told anything? Where nobody is hidden (`unseen`) most would answer alike; the GM, of whom
        nothing is asked, shares with nobody."""
        if audience == GM:
            return bool(self.trail)
        found = shared.of(audience, unseen)
        if found is None:
            asked: Answers = {}
            found = any(redact_for(self.system, *step, audience, asked) for step in self.trail)
            shared.keep(unseen, asked, found)
        return found

    def _time_ms(self, time_s: int | None) -> int | None:
        if time_s is None and self.ledger.table is not None:
            time_s = self.ledger.table.window_s
        return None if time_s is None else time_s * 1000

    def ask_more(self, decision: Decision, asks: dict[str, Ask], *, time_s: int | None = None) -> None:
        """Ask more people in the open decision; answers given stay, its clock begins anew (`time_s` as in `open`)."""
        remaining_ms = self._time_ms(time_s)
        self.emit(DecisionOpened(decision=replace(decision, asks=asks, opened_at=self.now, remaining_ms=remaining_ms)))

    def close(self, decision: str, by: str = "") -> None:
        """Close a decision."""
        self.emit(DecisionClosed(decision=decision, by=by or self.closes_by, at=self.now))
