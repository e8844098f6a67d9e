"""The reaction window: who is asked, what is announced, and the order in which it is carried out.

All are asked at once; reactions are carried out by initiative, whatever order they were announced in. Each reserves an
action and pays it when it is done; one that has become impossible lapses and costs nothing. An act stops for its window
in any case: whether somebody hidden is asked is nobody's business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.events import Answered
from server.core.ids import born
from server.core.state import Ask, Decision, Play
from server.kit import asking
from server.kit.acts import events as e
from server.kit.acts.acts import Acts
from server.kit.acts.deeds import main_deed, plain, walked
from server.kit.acts.frame import ACT, REACTION
from server.kit.frames import asked_about, name_in, top
from server.kit.hidden import is_secret, public_name

WINDOW, DEFENCE, PHASE = "reaction", "defence", "phase"
"""Kinds of decisions in which reactions are announced: to an act of the actor, to a reaction, between rounds."""
WINDOWS = (WINDOW, PHASE, DEFENCE)

ANNOUNCED = "#"
"""Parts the id of an act from who has only announced a reaction to it."""

SERVES = "object"
"""The kind of the question whether something serves for a defence."""


def in_order(game: Any, people: Any) -> tuple[str, ...]:
    """By initiative."""
    return tuple(who for who in game.order if who in people)


def reserved(game: Any, who: str) -> int:
    """How many actions are kept for announced reactions."""
    return sum(who in frame.declared for frame in game.frames)


# --- the window ------------------------------------------------------------------------------------------------------


def open_window(acts: Acts, draft: Draft, frame: Any) -> None:
    """To an act of the actor all may react who are eligible; to a reaction, if at all, its target alone."""
    is_act = frame.kind == ACT
    people = [who for who in draft.game.order if who != frame.who and (is_act or who == frame.target)]
    eligible = tuple(who for who in people if acts.windows.eligible(draft, frame, who))
    if eligible:
        draft.emit(e.ReactionWindowOpened(action_id=frame.id, eligible=eligible))
    kind, topic = WINDOW if is_act else DEFENCE, dict(acts.windows.topic(draft.play, frame))
    asking.open_window(
        draft, kind, name_in(frame, "window"), eligible, topic=topic, secret=is_unseen(draft.play, frame)
    )


def is_unseen(play: Play, frame: Any) -> bool:
    """Does somebody see nothing of this act? Then who is asked is between them and the GM."""
    if frame.kind not in (ACT, REACTION) or not is_secret(play, frame.who):
        return False
    return not frame.target or is_secret(play, frame.target)


def close_window(acts: Acts, draft: Draft) -> None:
    """All have answered; however many react, by initiative."""
    frame = top(draft.game)
    if frame is None:
        return
    order = in_order(draft.game, frame.declared)
    if acts.details.closed is not None:
        draft.emit(acts.details.closed(draft.play, frame, order))
    else:
        closed: Any = acts.shapes.closed
        draft.emit(closed(action_id=frame.id, order=order))


def widen(acts: Acts, draft: Draft, who: str) -> None:
    """Ask this one too if it may react only now, because the GM let it perceive the actor or gave it an action. Of
    others nothing was said; were they asked, they would learn that something was."""
    frame, decision = top(draft.game), draft.play.decision
    if frame is None or decision is None or decision.kind not in (WINDOW, PHASE):
        return
    is_left_out = who not in draft.game.order or (who == frame.who and frame.kind != PHASE)
    if who not in decision.asks and not is_left_out and acts.windows.eligible(draft, frame, who):
        draft.ask_more(decision, {who: Ask(must=False, secret=is_unseen(draft.play, frame))})


# --- answers ---------------------------------------------------------------------------------------------------------


def announce(acts: Acts, draft: Draft, who: str, deed: Any) -> None:
    """A reaction is announced; one action is reserved for it."""
    decision, frame = draft.answered, asked_about(draft.game, draft.answered)
    if decision is not None and frame is not None:
        reacting: Any = acts.shapes.reacting
        draft.emit(reacting(who=who, decision=decision.id, action_id=frame.id, reaction=plain(deed)))


def answering(event: Callable[..., Answered], *says: str) -> Callable[[Draft, Any], None]:
    """An answer and nothing else: the event says what the intent says (`says`), of the act that was asked about. What
    comes of it comes when the question is closed: the answer may be secret, and others may lie above it."""

    def decide(draft: Draft, intent: Any) -> None:
        decision, frame = draft.answered, asked_about(draft.game, draft.answered)
        if decision is not None and frame is not None:
            said = {field: getattr(intent, field) for field in says}
            draft.emit(event(who=intent.who, decision=decision.id, action_id=frame.id, **said))

    return decide


def void(draft: Draft, frame: Any, who: str, decision: Decision | None) -> None:
    """The GM refused an announced reaction, or ruled that it costs more than one action. While the window is open
    another one may be announced."""
    draft.emit(e.ActionRefused(who=who, action_id=f"{frame.id}{ANNOUNCED}{who}", reason="refused"))
    if frame.stage == "paid" and decision is not None:
        draft.emit(e.ReactionWithdrawn(who=who, decision=decision.id, action_id=frame.id))
    else:
        draft.emit(e.ReactionLapsed(who=who, action_id=frame.id, reason="refused"))


# --- carrying out ----------------------------------------------------------------------------------------------------


def declare(acts: Acts, draft: Draft, who: str, deed: Any, name: str, kind: str) -> None:
    """The act is announced: its frame is pushed. What is walked meanwhile is the frame's path."""
    main = plain(main_deed(deed))
    declared: Any = acts.shapes.declared
    draft.emit(
        declared(
            action_id=born(draft.act, name), frame=kind, name=f"{name}." if kind == REACTION else "", who=who,
            kind=acts.deeds.kind(main).name, target=acts.details.target(draft.play, who, main), deed=main,
            path=walked(deed), cost=acts.deeds.cost(draft.play, who, deed),
        )
    )  # fmt: skip


def carry_out(acts: Acts, draft: Draft, frame: Any, who: str) -> None:
    """Check again, pay, do it."""
    deed = frame.declared[who]
    main, name = main_deed(deed), reaction_name(draft.play, frame, who)
    kind = acts.deeds.kind(main)
    if reason := acts.order.lapse(draft, frame, who, deed):
        draft.emit(e.ReactionLapsed(who=who, action_id=frame.id, reason=reason))
    elif kind.is_doubtful(draft.play, main) and who not in frame.rulings:
        _ask_whether_it_serves(acts, draft, frame, who)
    elif kind.answer is None:
        declare(acts, draft, who, deed, name, REACTION)
    else:
        _defend(acts, draft, frame, who, deed)


def _defend(acts: Acts, draft: Draft, frame: Any, who: str, deed: Any) -> None:
    """A defence is done inside the frame that it answers."""
    main, action_id = main_deed(deed), born(draft.act, reaction_name(draft.play, frame, who))
    answer = acts.deeds.kind(main).answer
    if answer is None:
        raise AssertionError(f"{acts.deeds.kind(main).name} is no defence")
    acts.paying.pay(draft, who, 1, action_id, main)
    if main is not deed:
        acts.paying.go(draft, who, deed.path, action_id)
    since = len(draft.trail)
    answer(draft, frame, who, main, main is not deed)
    draft.emit(e.ReactionResolved(who=who, target=frame.who, action_id=action_id))
    acts.details.rolled(draft, frame, since)


def _ask_whether_it_serves(acts: Acts, draft: Draft, frame: Any, who: str) -> None:
    """Answered like a free act, by a ruling on the reaction."""
    secret = is_secret(draft.play, frame.who, who)
    thing = getattr(main_deed(frame.declared[who]), "object", "")
    topic = {**acts.windows.topic(draft.play, frame), "reaction": who, "object": thing}
    name = f"{reaction_name(draft.play, frame, who)}.{SERVES}"
    asking.ask_gm(draft, SERVES, name, topic, secret=secret, silent=secret)


def reaction_name(play: Play, frame: Any, who: str) -> str:
    """What the reaction is called in ids and rolls; one per participant and act."""
    return name_in(frame, "react", public_name(play, who))


def lapse_all(draft: Draft, frame: Any, reason: str) -> None:
    """The act is nullified, and with it every reaction still to come."""
    for who in frame.queue:
        draft.emit(e.ReactionLapsed(who=who, action_id=frame.id, reason=reason))
