"""3.3: frames. One ordered list of pending actions, a window before each, then its resolution.

Every window is a silent decision, also when nobody is asked: a hidden combatant might hold a readied action.
"""

from __future__ import annotations

from server.core.draft import Draft
from server.kit.asking import open_window
from server.kit.between import distance
from server.kit.frames import top
from server.kit.hidden import is_public, player_sees
from server.kit.order import stop
from server.rules.brink.acts.question import ask_gm, topic_of
from server.rules.brink.deciding.resolve import resolve
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import effect_of, is_able, next_action
from server.rules.brink.state.state import Action, Frame, Game


def in_progress(draft: Draft) -> Frame | None:
    """The frame that the fight waits for or goes on with, if any. One of which not all know holds up nothing of which
    they do: it lies aside while it waits for an answer itself, or what all know of comes first. Only the opening attack
    comes before all else (B-START-2)."""
    game: Game = draft.game
    frame = top(game)
    if frame is None or game.stage == "opening" or _is_known(draft, frame):
        return frame
    is_asked_first = game.stage == "boundary" and not game.boundary.asked and bool(frame.pending)
    return None if frame.waits or game.waits or is_asked_first else frame


def _is_known(draft: Draft, frame: Frame) -> bool:
    """Does everybody know of something in it that is still to be done, or of somebody whose fate is open after it?"""
    people = (who for action in frame.pending for who in (action.who, action.deed.target))
    return is_public(draft.play, *people, *draft.game.doubtful)


def step(draft: Draft, frame: Frame) -> bool:
    """One step of the frame on top; False where it has to wait."""
    if not frame.pending:
        return _close(draft, frame)
    unclear = next((action for action in frame.pending if question_of(draft, action)), None)
    if unclear is not None:
        ask_gm(draft, unclear, question_of(draft, unclear))
        return False
    action = next_action(draft.game, frame)
    if frame.window != action.id:
        _open_window(draft, frame, action)
        return False
    return resolve(draft, action)


def _close(draft: Draft, frame: Frame) -> bool:
    """Behind an opportunity attack nobody may see whether somebody hidden is offered one too, behind a readied action
    at a boundary that asks nobody again, whose turn comes next. What the opening attack did is told before anybody
    rolls initiative (B-START-2)."""
    draft.emit(e.FrameClosed(frame=frame.id))
    game, below = draft.game, in_progress(draft)
    is_child = below is not None and not below.waits
    is_behind_turn = below is None and game.stage == "boundary" and game.boundary.asked
    if not is_child and not is_behind_turn and game.stage != "opening":
        return True
    stop(draft, f"stop.{frame.latest}")
    return False


def question_of(draft: Draft, action: Action) -> str:
    """What the GM has to say before the window opens: what a free-text action costs, how far a target is. Nothing about
    what will come to nothing."""
    if not is_able(draft.game, action.who):
        return ""
    if action.deed.kind == "custom":
        return "" if action.ruling is not None else "custom"
    if effect_of(draft.game, action.who, action.deed) is None or action.source == "opportunity":
        return ""
    target = action.deed.target
    return "distance" if target in draft.play.pieces and distance(draft.play, action.who, target) is None else ""


def _open_window(draft: Draft, frame: Frame, action: Action) -> None:
    """B-READY-3, 3.3.2: before any die of the action."""
    people = (action.who, action.deed.target)
    secret = not is_public(draft.play, *people)
    name, holders = f"window.{action.name}.after.{frame.latest}", _holders(draft, frame, action, people)
    open_window(draft, "window", name, holders, topic=topic_of(draft, action), secret=secret)


def _holders(draft: Draft, frame: Frame, action: Action, people: tuple[str, ...]) -> list[str]:
    """3.3: able holders who have not passed on this action, and who know of it."""
    game: Game = draft.game
    return [
        who
        for who, combatant in game.combatants.items()
        if combatant.readied and is_able(game, who) and f"{who}|{action.id}" not in frame.passed
        and who in draft.play.pieces and player_sees(draft.state, who, *people)
    ]  # fmt: skip
