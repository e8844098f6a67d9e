"""The reaction window and the order in which reactions are carried out (T-REACT-*; 3.3 steps 5 to 7)."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.ids import GM, born
from server.core.state import Ask, Decision, Play
from server.kit.between import distance
from server.rules.tirakan import events as e
from server.rules.tirakan.acts.kind import Moment
from server.rules.tirakan.acts.kinds import kind_of, main_deed
from server.rules.tirakan.acts.movement import go
from server.rules.tirakan.asking.eligibility import may_react, notices
from server.rules.tirakan.asking.questions import topic_of
from server.rules.tirakan.checks.deed import check_deed
from server.rules.tirakan.deciding.pay import declare, pay
from server.rules.tirakan.rolls import improve
from server.rules.tirakan.secrecy.hidden import is_secret, public_name
from server.rules.tirakan.state.facts import in_order, is_able, is_surprised, top
from server.rules.tirakan.state.intents import Attack, Deed, Walk
from server.rules.tirakan.state.state import Frame


def open_window(draft: Draft, frame: Frame) -> None:
    """3.3 step 5. The act stops in any case: whether somebody hidden is asked is nobody's business."""
    people = [who for who in draft.game.order if who != frame.who and may_react(draft, frame.who, who)]
    _open(draft, frame, "reaction", people)


def open_defence(draft: Draft, frame: Frame) -> None:
    """H-05: the target alone may defend itself against a reaction attack."""
    asked = [frame.target] if may_react(draft, frame.who, frame.target) else []
    _open(draft, frame, "defence", asked)


def _open(draft: Draft, frame: Frame, kind: str, people: list[str]) -> None:
    eligible = in_order(draft.game, people)
    if eligible:
        draft.emit(e.ReactionWindowOpened(action_id=frame.id, eligible=eligible))
    asks = {who: Ask(must=False, secret=_is_unseen(draft.play, frame)) for who in eligible}
    draft.open(kind, f"{frame.name}window", asks, silent=True, topic=topic_of(draft.play, frame))


def _is_unseen(play: Play, frame: Frame) -> bool:
    """Does somebody see nothing of this act? Then who is asked is between them and the GM."""
    if frame.kind == "phase" or not is_secret(play, frame.who):
        return False
    return not frame.target or is_secret(play, frame.target)


def close_window(draft: Draft, _decision: Decision) -> None:
    """T-REACT-6, T-REACT-7: all have answered; however many react, by initiative."""
    frame = top(draft.game)
    if frame is None:
        return
    order = in_order(draft.game, list(frame.declared))
    if frame.kind == "phase":
        draft.emit(e.PhaseWindowClosed(action_id=frame.id, order=order))
    else:
        before = _distance_before_leaving(draft.play, frame)
        draft.emit(e.ReactionWindowClosed(action_id=frame.id, order=order, distance_cm=before))


def _distance_before_leaving(play: Play, frame: Frame) -> int | None:
    """T-REACT-9, T-REACT-11: if the GM lets a blow land whose target ran away before the dice, it is rolled as if the
    target had stayed."""
    deed = frame.declared.get(frame.target)
    leaves = deed is not None and kind_of(deed).is_move
    is_unrolled = isinstance(frame.deed, Attack) and frame.strike is None
    return distance(play, frame.who, frame.target) if leaves and is_unrolled else None


def widen(draft: Draft) -> None:
    """Ask those too who may react only now, because the GM let them perceive the actor (T-REACT-1)."""
    frame, decision = top(draft.game), draft.play.decision
    if frame is None or decision is None or decision.kind not in ("reaction", "phase"):
        return
    new = [
        who
        for who in draft.game.order
        if who not in decision.asks and (who != frame.who or frame.kind == "phase")
        and may_react(draft, frame.who, who)
    ]  # fmt: skip
    if new:
        secret = _is_unseen(draft.play, frame)
        draft.ask_more(decision, {who: Ask(must=False, secret=secret) for who in new})


# --- carrying out ----------------------------------------------------------------------------------------------------


def carry_out(draft: Draft, frame: Frame, who: str) -> None:
    """3.3 step 6: check again, pay, do it."""
    deed = frame.declared[who]
    reason = lapse_reason(draft, frame, who, deed)
    action_id = born(draft.act, reaction_name(draft.play, frame, who))
    main = main_deed(deed)
    kind = kind_of(main)
    if reason:
        draft.emit(e.ReactionLapsed(who=who, action_id=frame.id, reason=reason))
    elif kind.is_doubtful(main) and who not in frame.rulings:
        _ask_whether_it_serves(draft, frame, who)
    elif kind.answer is None:
        declare(draft, who, deed, action_id, "reaction", f"{reaction_name(draft.play, frame, who)}.")
    else:
        pay(draft, who, 1, action_id, main)
        if isinstance(deed, Walk):
            go(draft, who, deed.path, action_id)
        since = len(draft.trail)
        kind.answer(draft, frame, who, main, main is not deed)
        draft.emit(e.ReactionResolved(who=who, target=frame.who, action_id=action_id))
        improve.ask(draft, frame, since)


def _ask_whether_it_serves(draft: Draft, frame: Frame, who: str) -> None:
    """H-35: answered like a free act, by a ruling on the reaction."""
    secret = is_secret(draft.play, frame.who, who)
    thing = getattr(main_deed(frame.declared[who]), "object", "")
    topic = {**topic_of(draft.play, frame), "reaction": who, "object": thing}
    name = f"{reaction_name(draft.play, frame, who)}.object"
    draft.open("object", name, {GM: Ask(secret=secret)}, silent=secret, topic=topic)


def reaction_name(play: Play, frame: Frame, who: str) -> str:
    """What the reaction is called in ids and rolls; one per participant and act."""
    return f"{frame.name}react.{public_name(play, who)}"


def lapse_reason(draft: Draft, frame: Frame, who: str, deed: Deed) -> str:
    """T-REACT-12: why it is now impossible or pointless; empty if it is not."""
    play, game = draft.play, draft.game
    combatant = game.combatants[who]
    if who not in play.pieces or not is_able(game, who):
        return "incapacitated"
    if not notices(draft, frame.who, who):
        return "not_perceived"
    if is_surprised(combatant) or not combatant.actions + combatant.quick_reaction:
        return "surprised" if is_surprised(combatant) else "no_action_left"
    try:
        check_deed(play, who, deed, Moment(frame=frame))
    except Rejected as refusal:
        return refusal.code
    return ""


def lapse_all(draft: Draft, frame: Frame, reason: str) -> None:
    """T-REACT-11a: the act is nullified, and with it every reaction still to come."""
    for who in frame.queue:
        draft.emit(e.ReactionLapsed(who=who, action_id=frame.id, reason=reason))
