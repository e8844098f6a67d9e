"""What the GM says unasked (B-GM-1, B-INIT-5, B-READY-7, B-TURN-6): what each intent needs, and what it sets going.

What the GM answers where the fight asks is in `gm_answer`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.intents import Intent
from server.core.state import Play, State
from server.kit import between, ground
from server.kit.forms import check_people
from server.kit.frames import top
from server.kit.moment import Check, owes
from server.kit.newcomers import check_newcomer, join
from server.rules.brink.acts.declare import refund
from server.rules.brink.deciding import finish, gm_answer, initiative, turns
from server.rules.brink.deciding.value import check_set, set_value
from server.rules.brink.state import events as e
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import is_able, pending
from server.rules.brink.state.moment import MOMENTS
from server.rules.brink.state.sheet import Sheet
from server.rules.brink.state.state import Action, Game

# --- refusals --------------------------------------------------------------------------------------------------------


def _check_add(state: State, intent: i.AddCombatant) -> None:
    """B-INIT-5: from initiative to the end, while no frame is open; also before the fight."""
    game: Game = state.play.game
    if game.frames or game.stage == "opening":
        raise MOMENTS.wrong_phase(state, intent)
    check_newcomer(state, intent, game.combatants)
    check_people(state, intent)
    if not intent.like and (intent.sheet is None or not intent.side):
        raise Rejected("sheet_needed", name=intent.name)
    sheet, side = _sheet_of(state.play, intent)
    check_group(state, intent.who, sheet.group, side)


def _sheet_of(play: Play, intent: i.AddCombatant) -> tuple[Sheet, str]:
    """A newcomer's sheet and side: its own, or those of whom it is like."""
    like = play.game.combatants.get(intent.like)
    sheet = intent.sheet if intent.sheet is not None or like is None else like.sheet
    assert sheet is not None, "checked"
    return sheet, intent.side or play.pieces[intent.like].side


def check_group(state: State, who: str, group: str, side: str) -> None:
    """B-INIT-3: members of one group are on one side, and it has a name of its own, for slots are called by them."""
    combatants = state.play.game.combatants
    names = {each.group for other, each in combatants.items() if other != who and each.group}
    if (group in combatants and group != who and combatants[group].group != group) or (not group and who in names):
        raise Rejected("group_name_taken", group=group or who)
    for other, combatant in combatants.items():
        if group and other != who and combatant.group == group and state.play.pieces[other].side != side:
            raise Rejected("mixed_group", group=group)


def _check_group(state: State, intent: i.SetGroup) -> None:
    check_group(state, intent.who, intent.group, state.play.pieces[intent.who].side)


def _check_action(state: State, intent: i.GmGrantInitiative | i.GmRefuse) -> None:
    """An action that is declared, and none of whose dice has been rolled."""
    action = pending(state.play.game, intent.action)
    if action is None or action.shot is not None or _holding_child(state.play.game, action):
        raise Rejected("stale_action")


def _holding_child(game: Game, action: Action) -> bool:
    """Is it a move inside which an opportunity attack is being resolved?"""
    frame = top(game)
    return frame is not None and all(each.id != action.id for each in frame.pending)


def _check_close(state: State, intent: i.GmCloseWindow) -> None:
    decision = state.play.decision
    if decision is None or decision.kind not in ("window", "boundary") or not decision.unanswered():
        raise MOMENTS.wrong_phase(state, intent)


def _check_end(state: State, intent: i.EndCombat) -> None:
    """B-END-1."""
    sides = {piece.side for piece in state.play.pieces.values()}
    unknown = next((side for side in intent.winners if side not in sides), None)
    if unknown is not None:
        raise Rejected("unknown_side", side=unknown, sides=", ".join(sorted(sides)))


# --- what they set going ---------------------------------------------------------------------------------------------


def _add(draft: Draft, intent: i.AddCombatant) -> None:
    """B-INIT-5."""
    sheet, side = _sheet_of(draft.play, intent)
    who = join(draft, e.CombatantAdded, intent, side, sheet=sheet)
    if draft.game.order:
        initiative.join(draft, who)


def _refuse(draft: Draft, intent: i.GmRefuse) -> None:
    """B-GM-1: what waits for it waits no more."""
    action = pending(draft.game, intent.action)
    if action is None:
        return
    for frame in draft.game.frames:
        if any(each.id == action.id for each in frame.pending):
            for decision in reversed(frame.waits):
                draft.close(decision, "gm")
    refund(draft, action)
    draft.emit(
        e.ActionRefused(who=action.who, target=action.deed.target, action=action.id, reason=intent.text or "refused")
    )
    turns.go_on(draft)


def _grant(draft: Draft, intent: i.GmGrantInitiative) -> None:
    """B-READY-7."""
    action = pending(draft.game, intent.action)
    if action is not None:
        draft.emit(e.ActionGranted(who=action.who, action=action.id))


def _close_window(draft: Draft, _intent: i.GmCloseWindow) -> None:
    """3.2: the rest passes."""
    decision = draft.play.decision
    if decision is not None:
        for who in decision.unanswered():
            draft.answer(decision, who)


def _end_turn(draft: Draft, _intent: i.GmEndTurn) -> None:
    turns.end_turn(draft, [])
    turns.go_on(draft)


def _set(draft: Draft, intent: i.GmSet) -> None:
    set_value(draft, intent)
    if not is_able(draft.game, intent.who):
        excuse(draft, intent.who)
    turns.go_on(draft)


def excuse(draft: Draft, who: str) -> None:
    """Whoever no longer fights is asked no more: its open questions get their mildest answer."""
    decision = owes(draft.play, who, "window", "boundary", "opportunity", "bonus")
    if decision is None:
        return
    answer = i.DeclineOpportunity(who=who) if decision.kind == "opportunity" else None
    draft.system.decide(draft, answer or draft.system.default(draft.state, decision, who))


def removed(draft: Draft, who: str) -> None:
    """Somebody was taken off the table: whatever waited for it goes on, and nothing more is asked about its actions."""
    if draft.play.phase == "running":
        for decision in reversed(draft.play.decisions):
            action = gm_answer.action_of(draft.game, decision)
            if action is not None and action.who == who:
                draft.close(decision.id, "moot")
        excuse(draft, who)
        turns.leave(draft, who)
        turns.go_on(draft)


def _group(draft: Draft, intent: i.SetGroup) -> None:
    draft.emit(e.GroupSet(who=intent.who, group=intent.group))


def _end(draft: Draft, intent: i.EndCombat) -> None:
    finish.end(draft, tuple(dict.fromkeys(intent.winners)), "gm")


CHECKS: dict[type[Intent], tuple[Check, ...]] = {
    i.AddCombatant: (MOMENTS.open, _check_add),
    i.SetGroup: (MOMENTS.setup, check_people, _check_group),
    i.SetOptions: (MOMENTS.setup,),
    i.GmRule: (MOMENTS.running, gm_answer.check_rule),
    i.GmRefuse: (MOMENTS.running, _check_action),
    i.GmGrantInitiative: (MOMENTS.running, _check_action),
    i.GmCloseWindow: (MOMENTS.running, _check_close),
    i.GmEndTurn: (MOMENTS.idle,),
    i.GmSet: (check_people, check_set),
    **between.checks(MOMENTS.open),
    ground.SetTerrain: (MOMENTS.open,),
    i.EndCombat: (MOMENTS.running, _check_end),
}

DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.AddCombatant: _add,
    i.SetGroup: _group,
    i.SetOptions: lambda draft, intent: draft.emit(e.OptionsSet(options=intent.options)),
    i.GmRule: gm_answer.decide_rule,
    i.GmRefuse: _refuse,
    i.GmGrantInitiative: _grant,
    i.GmCloseWindow: _close_window,
    i.GmEndTurn: _end_turn,
    i.GmSet: _set,
    **between.DECIDES,
    ground.SetTerrain: ground.decide,
    i.EndCombat: _end,
}
