"""What may be planned: the actions that a combatant could think of, each judged as the plan stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from server.core.options import Choice, Option, Param, Reason
from server.core.state import Play
from server.kit.moment import name_of
from server.rules.tactics.state.facts import FULL_BURST, foes
from server.rules.tactics.state.plan import MOST_ACTIONS, PACES, Action, Plan
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Combatant

Judge = Callable[[Any], Reason | None]
DEFENCES = ("dodge", "parry", "block", "run", "unarmed")
"""Skills that are used by other actions than that of using a skill."""
MOST_CHOICES = 60


def ideas(play: Play, who: str) -> list[Choice]:
    """Every action that it could plan, with what it is called."""
    combatant: Combatant = play.game.combatants[who]
    found = [*_strikes(play, who, combatant), *_moves(play, who), *_others(combatant)]
    return found[:MOST_CHOICES]


def _choice(action: Action, label: str, target: str = "") -> Choice:
    return Choice(msgspec.to_builtins(action), label, target=target)


def _strikes(play: Play, who: str, combatant: Combatant) -> list[Choice]:
    """One for each foe and weapon, one for whichever foe; bursts and sprays as long as they can be."""
    found = []
    for weapon in (*combatant.sheet.items, BARE_HANDS):
        item = combatant.item(weapon)
        if item is None or item.kind == "shield":
            continue
        for kind, count in _kinds(item):
            name = f"{kind} {item.name or weapon}".strip() if weapon else kind
            found += [_strike(kind, weapon, count, (foe,), name) for foe in foes(play, who)]
            found += [_strike(kind, weapon, count, (), name)] if kind != "area" else []
    targets = [*play.game.objects]
    weapons = [id for id, item in combatant.sheet.weapons.items() if item.kind == "melee"]
    return found + [_strike("attack", weapon, 1, (name,), "attack") for name in targets for weapon in weapons]


def _strike(kind: str, weapon: str, count: int, targets: tuple[str, ...], name: str) -> Choice:
    action = Action(kind=kind, weapon=weapon, count=count, targets=targets)  # type: ignore[arg-type]
    return _choice(action, name, targets[0] if targets else "")


def _kinds(item: Item) -> list[tuple[str, int]]:
    """What can be done with it, and how many rounds that takes."""
    if item.kind == "area":
        return [("area", 1)]
    most = FULL_BURST[item.fire]
    return [("attack", 1), *([("burst", most), ("spray", most)] if item.is_ranged and most > 1 else [])]


def _moves(play: Play, who: str) -> list[Choice]:
    """At each pace towards each foe, and wherever it turns out to be needed."""
    found = []
    for pace in PACES:
        found.append(_choice(Action(kind="move", pace=pace), pace))  # type: ignore[arg-type]
        found += [
            _choice(Action(kind="move", pace=pace, targets=(foe,)), pace, foe)  # type: ignore[arg-type]
            for foe in foes(play, who)
        ]
    return found


def _others(combatant: Combatant) -> list[Choice]:
    found = [_choice(Action(kind="full_defense"), "full_defense")]
    for id, gear in combatant.gear.items():
        name = combatant.sheet.items[id].name or id
        found += [_choice(Action(kind="draw", weapon=id), f"draw {name}")] if not gear.in_hand else []
        found += [_choice(Action(kind="reload", weapon=id), f"reload {name}")] if gear.ammo is not None else []
    for skill in combatant.sheet.skills:
        if skill.lower() not in (*DEFENCES, *(item.skill.lower() for item in combatant.sheet.items.values())):
            found.append(_choice(Action(kind="skill", skill=skill), f"skill {skill}"))
    return [*found, _choice(Action(kind="talk"), "talk")]


# --- the plan as a whole ---------------------------------------------------------------------------------------------


def bare(plan: Plan) -> list[dict[str, Any]]:
    """The actions as they are declared anew: without ids, for their places may change."""
    made: list[dict[str, Any]] = []
    for action in plan:
        raw = msgspec.to_builtins(action)
        raw.pop("id", None)
        made.append(raw)
    return made


def declaring(play: Play, who: str, judge: Callable[[dict[str, Any]], Reason | None]) -> list[Option]:
    """To plan one action more, to plan one less, to plan nothing."""
    plan = bare(play.game.combatants[who].record.plan)
    base = {"type": "actions_declare", "who": who}
    made = []
    if len(plan) < MOST_ACTIONS:
        choices = [_judged(each, judge({**base, "plan": [*plan, each.value]})) for each in ideas(play, who)]
        more = Param(name=f"plan.{len(plan)}", kind="choice", label="plan", choices=tuple(choices))
        reason = choices[0].reason if all(each.reason for each in choices) else None
        template = {**base, "plan": [*plan, {}]}
        made.append(_option("actions_declare", who, template, (more,), reason))
    for at, action in enumerate(plan):
        left = [*plan[:at], *plan[at + 1 :]]
        template = {**base, "plan": left}
        made.append(_option("plan_less", who, template, (), judge(template), label=_name(play, action)))
    made.append(_option("plan_nothing", who, {**base, "plan": []}, (), None))
    return made


def _judged(choice: Choice, reason: Reason | None) -> Choice:
    return choice if reason is None else msgspec.structs.replace(choice, reason=reason)


def _name(play: Play, action: dict[str, Any]) -> str:
    kind = action.get("pace", "walk") if action["kind"] == "move" else action["kind"]
    targets = action.get("targets", ())
    return f"{kind} → {name_of(play, targets[0])}" if targets and targets[0] in play.pieces else str(kind)


def _option(
    key: str, who: str, intent: dict[str, Any], params: tuple[Param, ...], reason: Reason | None, label: str = "",
    group: str = "answer",
) -> Option:  # fmt: skip
    return Option(
        key=key,
        who=who,
        intent=intent,
        group=group,
        params=params,
        reason=reason,
        label=label,
        answers=group == "answer",
    )


# --- changing it -----------------------------------------------------------------------------------------------------


def changing(play: Play, who: str, judge: Callable[[dict[str, Any]], Reason | None]) -> list[Option]:
    """D-ACT-5: to add an action, to give one up, to do another one in its place."""
    base = {"type": "actions_change", "who": who}
    every = ideas(play, who)
    made = []
    choices = [_judged(each, judge({**base, "add": [each.value]})) for each in every]
    made.append(_change("change_add", who, {**base, "add": [{}]}, "add.0", choices))
    for action in play.game.combatants[who].record.left:
        label = _name(play, msgspec.to_builtins(action))
        drop = {**base, "drop": [action.id]}
        made.append(_option("change_drop", who, drop, (), judge(drop), label, group="free"))
        choices = [_judged(each, judge({**base, "replace": {action.id: each.value}})) for each in every]
        raw = {**base, "replace": {action.id: {}}}
        made.append(_change("change_replace", who, raw, f"replace.{action.id}", choices, label))
    return made


def _change(key: str, who: str, intent: dict[str, Any], name: str, choices: list[Choice], label: str = "") -> Option:
    param = Param(name=name, kind="choice", label="plan", choices=tuple(choices))
    reason = choices[0].reason if all(each.reason for each in choices) else None
    return _option(key, who, intent, (param,), reason, label, group="free")
