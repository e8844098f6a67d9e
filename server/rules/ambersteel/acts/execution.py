"""Executions (2.12): no die, but the GM's word."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.ids import born
from server.kit.asking import ask_gm
from server.kit.frames import name_in
from server.kit.hidden import public_name
from server.rules.ambersteel.acts.attack import cancel
from server.rules.ambersteel.acts.declare import in_hand
from server.rules.ambersteel.acts.stamina import pay
from server.rules.ambersteel.acts.statuses import fall, gain, reveal
from server.rules.ambersteel.acts.topic import topic_of
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import cost_of, item_name, weapon_of
from server.rules.ambersteel.state.facts import SENSELESS, attacks_with, how_with, is_in, is_within
from server.rules.ambersteel.state.sheet import StatusData
from server.rules.ambersteel.state.state import Frame


def request(draft: Draft, intent: i.Execute) -> None:
    """A-EXE-4: nothing is spent yet."""
    who, target = intent.who, intent.target
    reveal(draft, who, target)
    combatant = draft.game.combatants[who]
    weapon = in_hand(combatant, intent.weapon)
    held = weapon_of(combatant, weapon)
    name = name_in(None, "execution", public_name(draft.play, who))
    frame = Frame(
        id=born(draft.act, name), name=name, kind="execution", who=who, target=target, weapon=weapon,
        label=item_name(combatant, weapon), action="standard", is_maim=intent.kind == "maim",
        how=how_with(held, is_within(draft.play, who, target, held.reach_cm)),
    )  # fmt: skip
    draft.emit(e.ExecutionRequested(who=who, target=target, frame=frame))


def step(draft: Draft, frame: Frame) -> bool:
    """A-EXE-4: it waits for the GM."""
    if is_in(draft.game.combatants[frame.who], *SENSELESS) or is_in(draft.game.combatants[frame.target], "dead"):
        return cancel(draft, frame, "attacker_unable")
    ask_gm(draft, "execution", f"{frame.name}.execution", topic_of(frame), secret=True)
    return False


def rule(draft: Draft, frame: Frame, answer: e.ExecutionAnswered) -> None:
    """A-EXE-1, A-EXE-4, A-EXE-5: yes costs the action and the weapon's stamina."""
    if answer.yes and not _pay(draft, frame):
        cancel(draft, frame, "attacker_unable")
        return
    is_pc = draft.game.combatants[frame.target].sheet.is_pc
    outcome = "no" if not answer.yes else "maim" if frame.is_maim else "deaths_door" if is_pc else "kill"
    draft.emit(e.ExecutionRuled(who=frame.who, target=frame.target, yes=answer.yes, outcome=outcome, text=answer.text))
    if outcome == "maim" and answer.status:
        gain(draft, frame.target, answer.status, frame.who, StatusData(text=answer.text))
    elif outcome in ("kill", "deaths_door"):
        fall(draft, frame.target)
    draft.emit(e.AttackEnded(who=frame.who, target=frame.target, attack=frame.id))


def _pay(draft: Draft, frame: Frame) -> bool:
    """A-EXE-5: False where the effort was too much (A-STA-4)."""
    draft.emit(e.ActionSpent(who=frame.who, action=frame.action, purpose="execution"))
    weapon = attacks_with(draft.game, frame)
    cost = cost_of(draft.game.combatants[frame.who], weapon.cost_attack, weapon)
    price = cost if draft.game.options.execution_costs_stamina else 0
    return not pay(draft, frame.who, price, "execution", frame.name).is_aborted
