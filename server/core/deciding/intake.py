"""What core does with an intent: `check_intent` says whether it is allowed, `draft_of` decides an accepted one.

Where people type their dice themselves, `draft_of` stops at the first roll whose faces are missing and parks the act.
When they have been typed it decides the act again from its beginning, now with these faces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from server.core import dice
from server.core import events as e
from server.core import intents as i
from server.core.commit import Submitted
from server.core.deciding import check, decide
from server.core.deciding.typed_dice import TypedDice
from server.core.draft import Draft
from server.core.errors import NeedsDice, Rejected
from server.core.history import history
from server.core.history.kept_dice import kept_faces
from server.core.ids import GM
from server.core.knowing.viewer import without_names
from server.core.secrecy import answered_by, known, not_seen_by_all
from server.core.size import check_size
from server.core.state import Ask, Decision, Parked, State
from server.core.system import Asker
from server.core.timeline.evolve import with_faces
from server.core.timeline.timeline import Timeline

ServerDice = Callable[[str, bytes], dice.Source]
"""The server's dice at the head, by stream and by the nonce of the intent."""


_OF_PARKED = (i.TypeDice, i.ServerRolls)
_OF_DECISION = (i.Expire, i.Continue, i.CloseDecision, i.PassStanding)
"""They name the decision that they are for."""


def check_intent(timeline: Timeline, intent: i.Intent, asker: Asker, decision: str | None = None) -> None:
    """Raises Rejected where the asker may not do this now. `decision`: the open one that the asker means."""
    check_as_known(timeline, known(timeline.system, timeline.state, asker.audience), intent, asker, decision)


def check_as_known(
    timeline: Timeline, state: State, intent: i.Intent, asker: Asker, decision: str | None = None
) -> None:
    """`check_intent` for callers that have worked out already what the asker knows of the state."""
    check_size(intent)
    check.check(timeline.system, state, intent, asker, decision)
    if isinstance(intent, history.HISTORY):
        history.check_history(timeline, intent, asker)


def check_seen(timeline: Timeline, intent: i.Intent, asker: Asker, seen: int | None) -> None:
    """After another seat's unsettling event that the sender has not seen: look again. Only some intents ask so. `seen`:
    the newest number of its own that the sender has seen. Raises Rejected."""
    unsettling = timeline.system.unsettling.get(type(intent))
    if seen is None or unsettling is None:
        return
    numbers = timeline.numbers.get(asker.audience, ())
    if seen > len(numbers):
        raise Rejected("ahead", n=seen, newest=len(numbers))
    for version in numbers[seen:]:
        commit = timeline.commit(version)
        others = commit.submitted.seat != asker.seat
        if others and any(isinstance(x, unsettling) for x in commit.told_to(asker.audience)):
            raise Rejected("stale_settle", seen=seen, n=len(numbers))


def submission(timeline: Timeline, id: bytes, seat: str, nonce: bytes, intent: i.Intent) -> Submitted:
    """The intent as it will be recorded: with the open decision that it answers, as the seat sees it."""
    decision = timeline.state.play.decision
    if isinstance(intent, i.PassStanding):
        decision = timeline.state.play.opened(intent.decision)
    if decision is not None and isinstance(intent, _OF_DECISION):
        if isinstance(intent, i.Continue | i.PassStanding):  # the seat's act goes on, so that seat's dice are rolled
            seat, nonce = decision.seat, decision.nonce
    else:
        decision = answered_by(timeline.state, timeline.ledger.audience(seat), intent)
    answers = decision.id if decision is not None else None
    return Submitted(id=id, seat=seat, nonce=nonce, intent=intent, answers=answers)


def stream_of(timeline: Timeline, seat: str) -> str:
    """The dice stream of a seat: its own, or `gm` for the GM and the server."""
    place = timeline.ledger.seats.get(seat)
    return seat if place is not None and place.role == "player" else GM


def empty_draft(
    timeline: Timeline, submitted: Submitted, now: int, source: dice.Source | None = None, act: str = ""
) -> Draft:
    """A draft at the head in which nothing is decided yet. Without `source` no dice can be thrown in it: what the
    server records by itself needs none."""
    source = dice.ScriptedDice(()) if source is None else source
    return Draft(timeline.system, timeline.state, timeline.play_at, submitted, now=now, dice=source, act=act)


def draft_of(timeline: Timeline, submitted: Submitted, now: int, server_dice: ServerDice) -> Draft:
    """Decide an accepted intent. Where faces are missing that people will type, the draft parks the act instead."""
    intent = submitted.intent
    parked = timeline.state.play.parked
    if parked is not None and isinstance(intent, i.DropAct) and not _is_of_somebody(parked):
        return _run_by_server(timeline, parked, now, server_dice)
    if isinstance(intent, _OF_PARKED) or (parked is not None and isinstance(intent, i.Expire)):
        return _run_parked(timeline, intent, now, server_dice)
    server = server_dice(stream_of(timeline, submitted.seat), submitted.nonce)
    typed = bool(timeline.ledger.table and timeline.ledger.table.typed_dice)
    source: dice.Source = server
    if typed:
        source = TypedDice({}, (), submitted.seat, server, not_seen_by_all(timeline.state))
    source = server if isinstance(intent, i.DrawDice) else _keeping(timeline, source)
    draft = empty_draft(timeline, submitted, now, source)
    try:
        _emit(timeline, draft, intent)
    except NeedsDice as needs:
        if not typed:
            raise
        draft = empty_draft(timeline, submitted, now, source)
        _park(draft, _parked(submitted, draft.act, now, needs), now)
    return draft


def _keeping(timeline: Timeline, source: dice.Source) -> dice.Source:
    """With the table option `keep_dice`, a roll that a rewind took back shows the same faces when it comes again."""
    table = timeline.ledger.table
    if table is None or not table.keep_dice:
        return source
    return dice.KeptDice(kept_faces(timeline), source)


def _parked(submitted: Submitted, act: str, now: int, needs: NeedsDice) -> Parked:
    return Parked(
        act=act,
        intent=submitted.intent,
        seat=submitted.seat,
        nonce=submitted.nonce,
        at=now,
        answers=submitted.answers,
        roll=needs.roll,
        who=needs.who,
        sides=needs.sides,
        count=needs.count,
        faces={},
    )


def _park(draft: Draft, parked: Parked, now: int) -> None:
    draft.emit(e.ActParked(parked=parked))
    draft.now = now
    unseen = not_seen_by_all(draft.state)
    name = _called(parked.key, unseen)
    done = sum(len(faces) for key, faces in parked.faces.items() if _called(key, unseen) == name)
    draft.open("dice", f"dice.{name}.{done}", {parked.who: Ask()})


def _called(key: str, unseen: Collection[str]) -> str:
    """What everybody may call a roll (`<roll>|<who>`): one at somebody unseen like one at somebody else unseen."""
    roll, mark, who = key.rpartition("|")
    return without_names(roll, unseen) + mark + who


def _run_parked(timeline: Timeline, intent: i.Intent, now: int, server_dice: ServerDice) -> Draft:
    parked = timeline.state.play.parked
    decision = timeline.state.play.decision
    if parked is None or decision is None:
        raise AssertionError("no act is parked")
    faces = intent.faces if isinstance(intent, i.TypeDice) else ()
    by_server = parked.server if faces else (*parked.server, parked.key)
    more = replace(with_faces(parked, parked.key, faces), server=by_server)
    server = server_dice(stream_of(timeline, parked.seat), parked.nonce)
    unseen = not_seen_by_all(timeline.state)
    source = _keeping(timeline, TypedDice(more.faces, more.server, parked.seat, server, unseen))
    draft = _unparked(timeline, more, faces, decision, now, source)
    try:
        _emit(timeline, draft, parked.intent)
        _start_clock(draft, now)
    except NeedsDice as needs:
        draft = _unparked(timeline, more, faces, decision, now, server, park=True)
        _park(draft, replace(more, roll=needs.roll, who=needs.who, sides=needs.sides, count=needs.count), now)
    return draft


def _is_of_somebody(parked: Parked) -> bool:
    """Did anybody decide on it? All else comes again by itself as soon as it is dropped, and asks for the same dice."""
    return parked.intent.by != "server" and not isinstance(parked.intent, i.Reveal)


def _run_by_server(timeline: Timeline, parked: Parked, now: int, server_dice: ServerDice) -> Draft:
    """What was typed is dropped; the server rolls it all."""
    decision = timeline.state.play.decision
    if decision is None:
        raise AssertionError("no act is parked")
    server = server_dice(stream_of(timeline, parked.seat), parked.nonce)
    draft = _unparked(timeline, parked, (), decision, now, _keeping(timeline, server))
    _emit(timeline, draft, parked.intent)
    _start_clock(draft, now)
    return draft


def _unparked(
    timeline: Timeline,
    parked: Parked,
    faces: tuple[int, ...],
    decision: Decision,
    now: int,
    source: dice.Source,
    park: bool = False,
) -> Draft:
    submitted = Submitted(
        id=b"", seat=parked.seat, nonce=parked.nonce, intent=parked.intent, answers=parked.answers
    )  # the id is needed only to name the act, and that has its name
    draft = empty_draft(timeline, submitted, now, source, parked.act)
    if faces:
        draft.emit(e.DiceTyped(who=parked.who, roll=parked.roll, faces=faces))
    draft.close(decision.id)
    if not park:
        draft.emit(e.ActUnparked(act=parked.act))
    draft.now = parked.at  # the act is decided as if nobody had had to wait for its dice
    return draft


def _start_clock(draft: Draft, now: int) -> None:
    """Give a question that the act has opened its whole time from now on, not from when the act was parked."""
    decision = draft.play.decision
    opened = {event.decision.id for event in draft.events if isinstance(event, e.DecisionOpened)}
    if decision is not None and decision.id in opened and decision.remaining_ms is not None:
        draft.emit(e.TimeGiven(decision=decision.id, at=now, remaining_ms=decision.remaining_ms))


def _emit(timeline: Timeline, draft: Draft, intent: i.Intent) -> None:
    if isinstance(intent, history.HISTORY):
        history.decide_history(timeline, draft, intent)
    else:
        decide.decide(draft, intent)
