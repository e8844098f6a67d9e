"""Whose eyes look: the questions that a rule of secrecy may ask of an audience.

A rule never learns which audience asks. So what it says depends on the answers alone, and they are remembered
(`asked`): for another audience that sees the same combatants, and would be answered alike, the result is taken again.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable
from typing import Any, TypeVar

from server.core.ids import GM, UNSEEN
from server.core.memo import Memo, Newest
from server.core.state import Ask, Piece, Play, State

T = TypeVar("T")

Hidden = frozenset[str]
"""The combatants that an audience does not see."""

NOBODY: Hidden = frozenset()


def seat_of(audience: str) -> str | None:
    """The seat that an audience consists of; None for the public."""
    return audience[5:] if audience.startswith("seat:") else None


def owns(state: State, audience: str, who: str) -> bool:
    """Does the audience play this combatant (the GM owns all)?"""
    if audience == GM:
        return True
    seat = seat_of(audience)
    if who not in state.play.pieces and who == seat:  # seats are asked themselves to reveal their random values
        return True
    return seat is not None and state.ledger.controller(who) == seat


def reads(state: State, audience: str, who: str) -> bool:
    """May the audience read this combatant's sheet? Players' are open to all who see them, the GM's where the table
    says so."""
    return audience == GM or state.ledger.controller(who) != GM or _are_all_open(state)


def _are_all_open(state: State) -> bool:
    """Does the table open the sheets of the GM's combatants?"""
    table = state.ledger.table
    return table is not None and table.npc_numbers_public


def hidden_from(state: State, audience: str) -> Hidden:
    """The combatants that this audience does not see."""
    if audience == GM:
        return NOBODY
    pieces = state.play.pieces
    secret: list[str] = _SECRET.of(pieces)
    if not secret:
        return NOBODY
    seat = seat_of(audience)
    return frozenset(secret if seat is None else [who for who in secret if not _sees(state, seat, who)])


def _sees(state: State, seat: str, who: str) -> bool:
    """Does the seat see this one, which not everybody sees? Its owner does, the seats named, and who plays anybody who
    is aware of it: people can't unsee what one of their combatants sees."""
    piece, controller = state.play.pieces[who], state.ledger.controller
    if seat in (piece.seen_by or ()) or controller(who) == seat:
        return True
    return bool(piece.aware) and any(controller(other) == seat for other in named_in(state, piece.aware))


def party_of(piece: Piece) -> str:
    """How lists of those who are aware of somebody name its side."""
    return f"side:{piece.side}"


def named_in(state: State, aware: tuple[str, ...]) -> list[str]:
    """The combatants of whom such a list speaks, by their names or their sides."""
    pieces = state.play.pieces.items()
    return [who for who, piece in pieces if who in aware or party_of(piece) in aware]


def is_aware(state: State, who: str, of: str) -> bool:
    """Is this combatant aware of that one? Where not everybody is: whoever is named, by itself or by its side, and all
    whom a seat plays that plays or sees that one itself.

    A seat that sees it through one of its combatants may play others that are not aware of it. Of combatants that
    others play, `known` tells nobody whether they are."""
    piece, seat = state.play.pieces.get(of), state.ledger.controller(who)
    if piece is None or piece.seen_by is None or seat == state.ledger.controller(of) or seat in piece.seen_by:
        return True
    return who in named_in(state, piece.aware)


def not_seen_by_all(state: State) -> list[str]:
    """The combatants that somebody does not see."""
    return _SECRET.of(state.play.pieces)  # type: ignore[no-any-return]


def _secret(pieces: dict[str, Piece]) -> list[str]:
    return [who for who, piece in pieces.items() if piece.seen_by is not None]


_SECRET = Newest(_secret)
"""Remembered, for it is asked for each audience and event."""


def hidden_around(before: State, after: State, audience: str) -> Hidden:
    """The combatants that the audience sees neither before nor after an event."""
    pieces = after.play.pieces
    same = before.play.pieces is pieces
    if same and not _SECRET.of(pieces):
        return NOBODY
    then = hidden_from(after, audience)
    if same and before.ledger.control is after.ledger.control:
        return then
    first = hidden_from(before, audience)
    if not first and not then:
        return NOBODY
    joined = {who for who in then if who in first or who not in before.play.pieces}
    return frozenset(joined | {who for who in first if who not in after.play.pieces})


def without_names(name: str, hidden: Container[str]) -> str:
    """What something is called, with these combatants in it as `unseen`."""
    return ".".join(UNSEEN if part in hidden else part for part in name.split("."))


Question = tuple[str, Any]
Answered = tuple[Question, bool]
"""A question with what was answered."""
Answers = dict[tuple[Question, int, bool], tuple[State, bool]]
"""What was asked of an audience, by question and ledger, with the state and what was answered."""


class Viewer:
    """One audience, looking at one state: the questions that rules may ask of it."""

    __slots__ = ("_audience", "_state", "asked", "hidden", "mark", "own_mark")

    def __init__(
        self,
        state: State,
        audience: str,
        hidden: Hidden,
        asked: Answers | None = None,
        mark: Hashable = None,
        own_mark: Hashable = None,
    ) -> None:
        """`asked` collects. `mark`: what it sees is remembered under this, part by part, for all audiences of this mark
        that answer alike; `own_mark`: for this one alone."""
        self._state = state
        self._audience = audience
        self.hidden = hidden
        self.asked: Answers = {} if asked is None else asked
        self.mark = mark
        self.own_mark = own_mark

    def sees(self, *people: str) -> bool:
        """Does it see all of these?"""
        return not self.hidden or self.hidden.isdisjoint(people)

    def reads(self, who: str) -> bool:
        """May it read this one's sheet? A player's is open to those who see that one, as `reads` says."""
        return _are_all_open(self._state) or (self._state.ledger.controller(who) != GM and self.sees(who))

    def plays(self, who: str) -> bool:
        """Does it play this one?"""
        return self.answer(("plays", who))

    def sits_on(self, seat: str) -> bool:
        """Is it this seat?"""
        return self.answer(("sits_on", seat))

    def is_among(self, audiences: tuple[str, ...]) -> bool:
        """Is it one of these?"""
        return self.answer(("is_among", audiences))

    def sees_question(self, id: str) -> bool:
        """May it know that anybody is asked this, if it is still open?"""
        decision = self._state.play.opened(id)
        return decision is not None and any(self.sees_ask(who, ask) for who, ask in decision.asks.items())

    def sees_ask(self, who: str, ask: Ask) -> bool:
        """May it know that this one is asked? Nobody is shown what one was asked who is off the table, for it may have
        been hidden. The GM is asked, too, and seats for their random values."""
        play = self._state.play
        is_there = who in play.pieces or who == GM or play.starting is not None or _is_about_to_join(play, who)
        if not self.sees(who) or not is_there:
            return False
        return (not ask.secret and self.seen_about(ask) == ask.about) or self.plays(who)

    def seen_about(self, ask: Ask) -> tuple[str, ...]:
        """Whom it sees of those whom the ask is about. Who is off the table may have been hidden."""
        return tuple(who for who in self.seen(ask.about) if who in self._state.play.pieces)

    def is_secret(self, who: str) -> bool:
        """Is there anybody who does not see this one?"""
        piece = self._state.play.pieces.get(who)
        return piece is not None and piece.seen_by is not None

    @property
    def are_secrets(self) -> bool:
        """Is there anybody whom somebody does not see?"""
        return bool(_SECRET.of(self._state.play.pieces))

    def name(self, who: str) -> str:
        """The combatant, or that somebody unseen is it."""
        return UNSEEN if who in self.hidden else who

    def in_id(self, id: str) -> str:
        """The id of something that was born, or the name of a roll, without the names of combatants it does not see."""
        if not self.hidden:
            return id
        act, slash, name = id.rpartition("/")
        return act + slash + without_names(name, self.hidden)

    def seen(self, people: Iterable[str]) -> tuple[str, ...]:
        """Whom of them it sees."""
        return tuple(who for who in people if who not in self.hidden)

    def around(self, before: State, after: State) -> Witness:
        """This audience, looking at an event between two states."""
        return Witness(before, after, self._audience, self.hidden, self.asked)

    def blind_to(self, more: Hidden) -> Viewer:
        """This audience, were these hidden from it as well."""
        marks = (self.mark, more), (self.own_mark, more)
        return Viewer(self._state, self._audience, self.hidden | more, self.asked, *marks)

    def answer(self, question: Question) -> bool:
        """Ask, and remember what was answered."""
        state = self._state
        answer = _answer(state, self._audience, question)
        self.asked[question, id(state.ledger), question[1] in state.play.pieces] = (state, answer)
        return answer

    def steady(self, found: dict[str, T]) -> dict[str, T]:
        """What is left of a map for this audience: the same object as before where the entries are the same. What is
        made of it serves on then, and takes no longer, whatever becomes of those whom it does not see."""
        return found if self.mark is None else _STEADY.of(tuple(found.values()), (self.mark, *found), _itself, found)

    # --- for `masking`, which remembers parts -------------------------------------------------------------------------

    @property
    def depends(self) -> tuple[object, ...]:
        """What, beside its mark, answers depend on."""
        return self._state.ledger.control, self._state.ledger.table

    def apart(self) -> Viewer:
        """This audience, with nothing asked yet, and nothing remembered."""
        return Viewer(self._state, self._audience, self.hidden)

    def answers(self) -> tuple[Answered, ...]:
        """What was asked, and answered."""
        return tuple((key[0], answer) for key, (_, answer) in self.asked.items())

    def answers_alike(self, answers: tuple[Answered, ...]) -> bool:
        """Does it answer all of this as somebody did? It counts as asked."""
        return not answers or all(self.answer(question) is answer for question, answer in answers)


def _is_about_to_join(play: Play, who: str) -> bool:
    """Does the act that adds it wait for its dice? Nobody is asked for the dice of somebody hidden, and nobody is taken
    off the table meanwhile."""
    return play.parked is not None and play.parked.who == who


def _itself(found: dict[str, T]) -> dict[str, T]:
    return found


def _weight(found: dict[str, Any]) -> int:
    """One for what is kept in any case, and one for so many entries, with their keys and what they are told apart by;
    measured."""
    return 1 + len(found) // 8


_STEADY = Memo(1024, weigh=_weight)


def would_answer(audience: str, asked: Answers) -> bool:
    """Would this audience answer all of it alike?"""
    if not asked:
        return True
    return all(_answer(state, audience, key[0]) is answer for key, (state, answer) in asked.items())


def _answer(state: State, audience: str, question: Question) -> bool:
    what, about = question
    if what == "plays":
        return owns(state, audience, about)
    return seat_of(audience) == about if what == "sits_on" else audience in about


class Witness(Viewer):
    """One audience, around one event. `gone`: who was off the table before it; that one may have been hidden."""

    __slots__ = ("_gone", "after", "before")

    def __init__(
        self,
        before: State,
        after: State,
        audience: str,
        hidden: Hidden,
        asked: Answers | None = None,
        gone: Hidden = NOBODY,
    ) -> None:
        super().__init__(after, audience, hidden | gone if gone else hidden, asked)
        self.before, self.after, self._gone = before, after, gone

    def saw(self) -> Viewer:
        """This audience as it was before the event."""
        return self._at(self.before)

    def now(self) -> Viewer:
        """This audience as it is after the event."""
        return self._at(self.after)

    def _at(self, state: State) -> Viewer:
        hidden = hidden_from(state, self._audience)
        return Viewer(state, self._audience, hidden | self._gone if self._gone else hidden, self.asked)
