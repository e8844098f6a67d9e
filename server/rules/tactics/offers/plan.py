"""What may be planned: the actions that a combatant could think of, each judged as the plan stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from server.core.options import Choice, Goal, Option, Param, Reason
from server.core.state import Play
from server.kit.moment import name_of
from server.rules.tactics.state.facts import FULL_BURST, distance, foes, is_near, move_cm
from server.rules.tactics.state.plan import MOST_ACTIONS, PACES, STRIKES, Action, Plan
from server.rules.tactics.state.sheet import Item
from server.rules.tactics.state.state import BARE_HANDS, Combatant

Reasoned = Callable[[dict[str, Any]], Reason | None]
"""Why an intent would be refused."""
DEFENCES = ("dodge", "parry", "block", "run", "unarmed")
"""Skills that are used by other actions than that of using a skill."""


class Idea(msgspec.Struct, frozen=True, gc=False):
    """An action that could be planned: as it is declared, what it is called (a name, or a key), and at whom it aims.
    `first`: the move that it takes to come within reach."""

    action: dict[str, Any]
    label: str
    target: str = ""
    first: dict[str, Any] | None = None

    @property
    def is_strike(self) -> bool:
        """Is it an attack of any kind?"""
        return self.action["kind"] in STRIKES

    @property
    def actions(self) -> list[dict[str, Any]]:
        """All of it."""
        return [self.action] if self.first is None else [self.first, self.action]

    @property
    def kind(self) -> str:
        """What refuses it, whomever it aims at."""
        return repr([{**action, "targets": ""} for action in self.actions])


def ideas(play: Play, who: str, *, brief: bool = False) -> list[Idea]:
    """Every action that it could plan; in `brief` without naming foes."""
    combatant: Combatant = play.game.combatants[who]
    people = [] if brief else foes(play, who)
    return [*_strikes(play, who, combatant, people), *_moves(people), *_others(combatant)]


def _idea(label: str, target: str = "", **action: Any) -> Idea:
    raw: dict[str, Any] = msgspec.to_builtins(Action(**action))
    return Idea({**raw, **({"targets": target} if target else {})}, label, target)


def _strikes(play: Play, who: str, combatant: Combatant, people: list[str]) -> list[Idea]:
    """One for each foe and weapon, one for whichever foe; bursts and sprays as long as they can be."""
    found = []
    for weapon in (*combatant.sheet.items, BARE_HANDS):
        item = combatant.item(weapon)
        if item is None or item.kind == "shield":
            continue
        for kind, count, sign in _kinds(item):
            label = f"{item.name or weapon}{sign}" if weapon else "unarmed"
            same: dict[str, Any] = {"kind": kind, "weapon": weapon, "count": count}
            found += [_at(play, who, item, _idea(label, foe, **same)) for foe in people]
            found += [_idea(label, **same)] if kind != "area" else []
    weapons = [id for id, item in combatant.sheet.weapons.items() if item.kind == "melee"]
    return found + [
        _idea(f"{combatant.sheet.weapons[weapon].name} → {name}", name, kind="attack", weapon=weapon)
        for name in play.game.objects
        for weapon in weapons
    ]


def _at(play: Play, who: str, item: Item, idea: Idea) -> Idea:
    """D-MOV-9: together with the slowest pace that leads within reach, where it takes one."""
    if item.is_ranged or is_near(play, who, idea.target, item.reach_cm):
        return idea
    gap = (distance(play, who, idea.target) or 0) - item.reach_cm
    move = move_cm(play.game.combatants[who])
    pace = next((pace for pace, times in PACES.items() if times * move >= gap), "sprint")
    sign = "→ " if pace == "walk" else f"→ ×{PACES[pace]} "
    first = _idea(pace, idea.target, kind="move", pace=pace).action
    return msgspec.structs.replace(idea, label=sign + idea.label, first=first)


def _kinds(item: Item) -> list[tuple[str, int, str]]:
    """What can be done with it, how many rounds that takes, and a sign for it."""
    if item.kind == "area":
        return [("area", 1, "")]
    most = FULL_BURST[item.fire]
    bursts = [("burst", most, f" ×{most}"), ("spray", most, f" {most}×1")] if item.is_ranged and most > 1 else []
    return [("attack", 1, ""), *bursts]


def _moves(people: list[str]) -> list[Idea]:
    """At each pace towards each foe, and wherever it turns out to be needed."""
    targets = ("", *people)
    return [_idea(pace, target, kind="move", pace=pace) for pace in PACES for target in targets]


def _others(combatant: Combatant) -> list[Idea]:
    found = [_idea("full_defense", kind="full_defense")]
    for id, gear in combatant.gear.items():
        name = combatant.sheet.items[id].name or id
        found += [_idea(f"↑ {name}", kind="draw", weapon=id)] if not gear.in_hand else []
        found += [_idea(f"↻ {name}", kind="reload", weapon=id)] if gear.ammo is not None else []
    used = {*DEFENCES, *(item.skill.lower() for item in combatant.sheet.items.values())}
    found += [_idea(skill, kind="skill", skill=skill) for skill in combatant.sheet.skills if skill.lower() not in used]
    return [*found, _idea("talk", kind="talk")]


# --- the plan as a whole ---------------------------------------------------------------------------------------------


def bare(plan: Plan) -> list[dict[str, Any]]:
    """The actions as they are declared anew: without ids, for their places may change."""
    made: list[dict[str, Any]] = []
    for action in plan:
        raw = msgspec.to_builtins(action)
        raw.pop("id", None)
        made.append(raw)
    return made


def declaring(play: Play, who: str, judge: Reasoned, *, settled: bool) -> list[Option]:
    """To plan one action more, to plan one less, to plan nothing. It stands with the answers until one has settled, for
    it may be changed all the same; only a first attack is asked for."""
    group = "free" if settled else "answer"
    declared: Plan = play.game.combatants[who].record.plan
    plan = bare(declared)
    base = {"type": "actions_declare", "who": who}
    made = []
    if len(plan) < MOST_ACTIONS - 1:
        every = ideas(play, who, brief=settled)
        judged = _judged(every, lambda idea: {"plan": [*plan, *idea.actions]}, base, judge)
        strikes = [choice for idea, choice in zip(every, judged, strict=True) if idea.is_strike]
        others = [choice for idea, choice in zip(every, judged, strict=True) if not idea.is_strike]
        is_asked = not settled and not any(action.is_strike for action in declared)
        strike = _option_of("plan_strike", who, base, "plan", strikes, "harm" if is_asked else "prepare", group)
        made.append(msgspec.structs.replace(strike, answers=is_asked))
        made.append(_option_of("actions_declare", who, base, "plan", others, "prepare", group))
    for at, action in enumerate(() if settled else declared):
        template = {**base, "plan": [*plan[:at], *plan[at + 1 :]]}
        label = called(play, at, action)
        made.append(_option("plan_less", who, template, (), judge(template), "prepare", label, group))
    if len(declared) > 1 and not settled and not any(action.kind in ("draw", "reload") for action in declared):
        made.append(_ordering(play, who, base, declared, group))
    return [*made, _option("plan_nothing", who, {**base, "plan": []}, (), None, "prepare", "", group)]


def _ordering(play: Play, who: str, base: dict[str, Any], plan: Plan, group: str) -> Option:
    """The same actions in any other order; where one is drawn or loaded for another that may not be."""
    choices = [Choice(msgspec.to_builtins(action), called(play, at, action)) for at, action in enumerate(plan)]
    count = len(choices)
    param = Param(name="plan", kind="list", label="plan", choices=tuple(choices), least=count, most=count)
    intent = {**base, "plan": [choice.value for choice in choices]}
    return _option("plan_order", who, intent, (param,), None, "prepare", "", group)


def _judged(
    every: list[Idea], made: Callable[[Idea], dict[str, Any]], base: dict[str, Any], judge: Reasoned
) -> list[Choice]:
    """Each as a choice; of those that differ only in whom they aim at one is judged for all."""
    reasons: dict[str, Reason | None] = {}
    found = []
    for idea in every:
        part = made(idea)
        if idea.kind not in reasons:
            reasons[idea.kind] = judge({**base, **part})
        (value,) = part.values()
        found.append(Choice(value, idea.label, reasons[idea.kind], target=idea.target))
    return found


def _option_of(
    key: str, who: str, base: dict[str, Any], name: str, judged: list[Choice], goal: Goal, group: str, label: str = ""
) -> Option:
    param = Param(name=name, kind="choice", label="plan", choices=tuple(judged))
    reason = judged[0].reason if all(each.reason for each in judged) else None
    return _option(key, who, base, (param,), reason, goal, label, group)


def called(play: Play, at: int, action: Action) -> str:
    """An action of a plan in short: its place, with what, at whom; for a move its multiplier."""
    what = f"×{PACES[action.pace]}" if action.is_move else action.weapon or action.skill
    targets = [name_of(play, who) for who in action.among if who in play.pieces]
    return f"{at + 1}. {what}" + (f" → {targets[0]}" if len(targets) == 1 else "")


def _option(
    key: str, who: str, intent: dict[str, Any], params: tuple[Param, ...], reason: Reason | None, goal: Goal,
    label: str, group: str,
) -> Option:  # fmt: skip
    return Option(
        key=key, who=who, intent=intent, group=group, params=params, reason=reason, label=label, goal=goal,
    )  # fmt: skip


# --- changing it -----------------------------------------------------------------------------------------------------


def changing(play: Play, who: str, judge: Reasoned, *, brief: bool) -> list[Option]:
    """D-ACT-5: to add an action, to give one up, to do another one in its place. `brief`: neither is its go due nor is
    it attacked, so that it hardly changes anything."""
    base = {"type": "actions_change", "who": who}
    every, record = ideas(play, who, brief=brief), play.game.combatants[who].record
    judged = _judged(every, lambda idea: {"add": idea.actions}, base, judge)
    made = [_option_of("change_add", who, base, "add", judged, "prepare", "free")]
    for at, action in enumerate(record.plan):
        if action.id in record.performed:
            continue
        label, drop = called(play, at, action), {**base, "drop": [action.id]}
        made.append(_option("change_drop", who, drop, (), judge(drop), "prepare", label, "free"))
        if not brief:
            judged = _judged(every, partial(_swap, action.id), base, judge)
            made.append(_option_of("change_replace", who, base, "replace", judged, "prepare", "free", label))
    return made


def _swap(id: str, idea: Idea) -> dict[str, Any]:
    return {"replace": {id: idea.action}}
