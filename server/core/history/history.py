"""Rewind, redo and amend: the intents on history, and how a rewind's preview is named. Needs the whole timeline."""

from server.core import events as e
from server.core import intents as i
from server.core.deciding.standing import are_set
from server.core.dice import Key
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.history.amend import digest_of, preview
from server.core.ids import GM, Position, audience_of
from server.core.secrecy import hidden_from, sees_ask
from server.core.state import Decision, Ledger, State
from server.core.system import Asker
from server.core.timeline.evolve import played_on, stop_clock
from server.core.timeline.timeline import Timeline

HISTORY = (i.Rewind, i.Redo, i.Amend, i.DrawDice, i.RequestUndo, i.AnswerUndo)


def check_history(timeline: Timeline, intent: i.Intent, asker: Asker) -> None:
    """Raises Rejected where this can't be taken back, redone, amended, asked or answered."""
    if isinstance(intent, i.Rewind):
        _check_rewind(timeline, intent)
    elif isinstance(intent, i.Redo):
        _check_digest(timeline, check_redo(timeline), intent.digest)
    elif isinstance(intent, i.Amend):
        _check_amend(timeline, intent)
    elif isinstance(intent, i.DrawDice):
        _check_draw(timeline, intent)
    elif isinstance(intent, i.RequestUndo):
        if any(request.seat == asker.seat for request in timeline.ledger.requests.values()):
            raise Rejected("already_asked", seat=timeline.ledger.seats[asker.seat].name)
        _wanted(timeline, intent.n, asker.audience)
    elif isinstance(intent, i.AnswerUndo):
        _check_answer(timeline, intent, asker)


def check_position(timeline: Timeline, to: Position) -> None:
    """Raises Rejected where `to` is unknown or lies before the reveal at the start."""
    if not timeline.exists(to) or to.version == 0:
        raise Rejected("unknown_position", to=str(to), head=str(timeline.head))
    if to.version < timeline.ledger.begun:
        raise Rejected("protected_position", to=str(to))


def check_back(timeline: Timeline, to: Position) -> None:
    """Raises Rejected where play can't be taken to `to`, or stands there."""
    check_position(timeline, to)
    if timeline.whole(to) == timeline.head:
        raise Rejected("already_there", to=str(to))


def check_redo(timeline: Timeline) -> Position:
    """Where redo leads. Raises Rejected where there is nothing to redo."""
    if not timeline.ledger.redo:
        raise Rejected("nothing_to_redo")
    return timeline.ledger.redo[-1]


def rewind_digest(timeline: Timeline, to: Position) -> bytes:
    """What the confirmation of a rewind or redo carries: it fits one head and one position."""
    return digest_of([timeline.encounter, timeline.version, str(to)])


def decide_history(timeline: Timeline, draft: Draft, intent: i.Intent) -> None:
    """Emit what the intent on history brings about."""
    if isinstance(intent, i.Rewind):
        _grant(timeline, draft, intent.to)
        _take_back(timeline, draft, intent.to, intent.reason, False)
    elif isinstance(intent, i.Redo):
        _take_back(timeline, draft, timeline.ledger.redo[-1], intent.reason, True)
    elif isinstance(intent, i.Amend):
        _amend(timeline, draft, intent)
    elif isinstance(intent, i.DrawDice):
        _draw(timeline, draft, intent)
    elif isinstance(intent, i.RequestUndo):
        seat = timeline.ledger.seats[draft.seat]
        to = _wanted(timeline, intent.n, audience_of(draft.seat, seat.role))
        draft.emit(e.UndoRequested(request=draft.act, seat=draft.seat, to=to, reason=intent.reason))
    elif isinstance(intent, i.AnswerUndo):
        _answer(timeline, draft, intent)


def _check_rewind(timeline: Timeline, intent: i.Rewind) -> None:
    check_back(timeline, intent.to)
    _check_digest(timeline, intent.to, intent.digest)


def _check_digest(timeline: Timeline, to: Position, digest: bytes) -> None:
    if digest and digest != rewind_digest(timeline, to):
        raise Rejected("preview_outdated")


def check_target(timeline: Timeline, target: Position) -> None:
    """Raises Rejected where the act at `target` can't be amended."""
    parked = timeline.state.play.parked
    if parked is not None:
        raise Rejected("dice_pending", who=parked.who)
    check_position(timeline, target)
    if target.version <= max(1, timeline.ledger.begun):
        raise Rejected("protected_position", to=str(target))
    if not timeline.is_on_line(target):
        raise Rejected("already_undone")


def _check_amend(timeline: Timeline, intent: i.Amend) -> None:
    check_target(timeline, intent.target)
    seen = preview(timeline, intent.target, intent.edits, intent.answers)
    if seen.digest != intent.digest:
        raise Rejected("preview_outdated")
    if seen.needs:
        need = seen.needs[0]
        raise Rejected(
            "needs_dice", count=need.count, roll=need.roll, who=need.who, sides=need.sides, index=need.index,
            depth=need.depth,
        )  # fmt: skip


def _check_draw(timeline: Timeline, intent: i.DrawDice) -> None:
    check_target(timeline, intent.target)
    if not preview(timeline, intent.target, intent.edits, intent.answers).needs:
        raise Rejected("nothing_waits")


def _draw(timeline: Timeline, draft: Draft, intent: i.DrawDice) -> None:
    for need in preview(timeline, intent.target, intent.edits, intent.answers).needs:
        key = Key(need.act, need.roll, need.who, need.index, need.depth)
        faces = draft.draw(key, need.sides, need.count, is_open=need.is_open)
        draft.emit(
            e.DiceDrawn(
                who=need.who, roll=need.roll, sides=need.sides, faces=faces,
                act=need.act, index=need.index, depth=need.depth,
            )
        )  # fmt: skip


def _take_back(timeline: Timeline, draft: Draft, to: Position, reason: str, redo: bool) -> None:
    then = timeline.play_at(to)
    decision = then.decision
    at = timeline.at(to)
    left = _left(decision, at, then.paused)
    in_person = are_set(State(then, draft.ledger))
    draft.emit(
        e.Rewound(
            to=to, left=timeline.head, at=draft.now, remaining_ms=left, reason=reason, redo=redo, in_person=in_person
        )
    )  # fmt: skip


def _left(decision: Decision | None, at: int, paused: bool) -> int | None:
    """What a clock had left at a time; one that stands loses nothing."""
    if decision is None or paused:
        return decision.remaining_ms if decision is not None else None
    return stop_clock(decision, at).remaining_ms


def _amend(timeline: Timeline, draft: Draft, intent: i.Amend) -> None:
    seen = preview(timeline, intent.target, intent.edits, intent.answers)
    event = e.Amended(
        target=intent.target,
        base=timeline.before[timeline.act_start(intent.target)],
        left=timeline.head,
        at=draft.now,
        reason=intent.reason,
        edits=intent.edits,
        steps=seen.steps,
    )
    draft.emit(event, played_on(seen.play, event, timeline.play_at))  # `telling` checks that the steps lead there


# --- players' requests -----------------------------------------------------------------------------------------------


def _wanted(timeline: Timeline, n: int, audience: str) -> Position:
    """Where play must go so that what the audience was told under this number has not happened. Raises Rejected.

    Never to a position at which an act only waits for the server to continue it: for players the commits before and
    after are one act."""
    versions = timeline.numbers.get(audience, ())
    if n > len(versions):
        raise Rejected("unknown_position", to=n, head=len(versions))
    told = next((position for position in timeline.line() if position.version == versions[n - 1]), None)
    if told is None:
        raise Rejected("already_undone")
    left = next((x.left for x in timeline.commit(told.version).events if isinstance(x, e.Rewound | e.Amended)), None)
    to = left or timeline.before[told]
    later, here = told, _last_told(timeline, to, audience)
    while here.version > timeline.ledger.begun and _goes_on(timeline, later) and _is_stopped(timeline, here, audience):
        to = timeline.before[here]
        later, here = here, _last_told(timeline, to, audience)
    check_position(timeline, to)
    return to


def _last_told(timeline: Timeline, position: Position, audience: str) -> Position:
    """The newest position, down the line from here, that the audience was told of."""
    return next(
        (here for here in timeline.before.line(position) if timeline.was_told(here.version, audience)), position
    )


def _goes_on(timeline: Timeline, position: Position) -> bool:
    """May an act go on there that had stopped before? Somebody's own deed begins another one: what only waited in
    secret until then must not change where a request leads."""
    commit = timeline.commit(position.version)
    is_changed = any(isinstance(event, e.Rewound | e.Amended) for event in commit.events)
    return is_changed or isinstance(commit.submitted.intent, i.Continue)


def _is_stopped(timeline: Timeline, position: Position, audience: str) -> bool:
    """Does the act only wait there to be continued, for all that the audience knows? Whom it does not know to be asked
    must not change where its request leads."""
    state = State(timeline.play_at(position), timeline.ledger)
    decision = state.play.decision
    if decision is None or not decision.silent:
        return False
    hidden = hidden_from(state, audience)
    return not any(sees_ask(state, audience, who, decision.asks[who], hidden) for who in decision.unanswered())


def _grant(timeline: Timeline, draft: Draft, to: Position) -> None:
    """Whoever asked for just this, or for less, gets it: a request that stayed would ask for what has been done."""
    for id, request in timeline.ledger.requests.items():
        if timeline.before.leads(to, request.to):
            draft.emit(e.UndoAnswered(request=id, granted=True))


def _check_answer(timeline: Timeline, intent: i.AnswerUndo, asker: Asker) -> None:
    request = timeline.ledger.requests.get(intent.request)
    if request is None:
        raise Rejected("nothing_waits")
    if intent.yes:
        check_position(timeline, request.to)
        if not timeline.is_on_line(request.to) and not _was_left(timeline, request.to):
            raise Rejected("already_undone")
    if asker.role != GM and not (timeline.ledger.table and timeline.ledger.table.undo_vote):
        raise Rejected("gm_only")


def _was_left(timeline: Timeline, position: Position) -> bool:
    """Is it the position that the rewind or amendment at the head has left?"""
    events = timeline.commits[-1].events
    return any(isinstance(event, e.Rewound | e.Amended) and event.left == position for event in events)


def _answer(timeline: Timeline, draft: Draft, intent: i.AnswerUndo) -> None:
    """The GM's word decides at once, the players' when more than half of them agree."""
    seat = timeline.ledger.seats.get(draft.seat)
    granted: bool | None = intent.yes
    if seat is None or seat.role != GM:
        draft.emit(e.UndoVoted(request=intent.request, seat=draft.seat, yes=intent.yes))
        granted = _majority(draft.ledger, intent.request)
    if granted is None:
        return
    request = draft.ledger.requests[intent.request]
    draft.emit(e.UndoAnswered(request=intent.request, granted=granted))
    if granted:
        _take_back(timeline, draft, request.to, request.reason, False)


def _majority(ledger: Ledger, id: str) -> bool | None:
    """Whether more than half of the players are for it, or can't become so any more; None: not yet."""
    players = [seat for seat, place in ledger.seats.items() if place.role == "player" and not place.revoked]
    votes = ledger.requests[id].votes
    yes, no = (sum(votes.get(seat) is wanted for seat in players) for wanted in (True, False))
    if 2 * yes > len(players):
        return True
    return False if 2 * no >= len(players) else None
