"""What answers a question that waits for somebody, as wishes; each defence with what it costs (3.3a)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from server.core.state import Decision, State
from server.kit.forms import choice
from server.kit.frames import found
from server.kit.moment import owes
from server.kit.offering import Wish, somebody
from server.rules.ambersteel.acts import defence
from server.rules.ambersteel.offers.deeds import aims, modes, others, spot
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import cost_of, item_name, melee_weapon, weapon_of
from server.rules.ambersteel.state.state import Combatant, Frame
from server.rules.ambersteel.things.items import Weapon

KINDS = ("defence", "mode", "riposte", "opportunity", "zones", "release")


def asked_about(state: State, who: str, *kinds: str) -> Frame | None:
    """What the question is about that waits for its answer now, where it is one of these kinds."""
    decision = state.play.decision
    if decision is None or decision is not owes(state.play, who, *kinds):
        return None
    return found(state.play.game, decision.topic.get("action"))


def answers(state: State, who: str) -> list[Wish]:
    """What it could answer now."""
    decision, frame = state.play.decision, asked_about(state, who, *KINDS)
    if decision is None or frame is None:
        return []
    return _of(state, who, state.play.game.combatants[who], decision, frame)


def _of(state: State, who: str, one: Combatant, decision: Decision, frame: Frame) -> list[Wish]:
    if decision.kind == "defence":
        return _defences(who, one)
    if decision.kind == "mode":
        pick = choice("mode", *(mode.id for mode in weapon_of(one, frame.weapon).damage_modes))
        return [Wish(intent=i.DamageChoose(who=who, mode=""), group="answer", goal="harm", pick=pick)]
    if decision.kind == "release":
        return _releases(state, who, frame)
    if decision.kind == "riposte":  # which costs nothing (A-RIP-2)
        return _strikes(i.ReactionRiposte(who=who, target=frame.target), weapon_of(one, frame.weapon), "")
    weapon = weapon_of(one, melee_weapon(one))
    strike = i.ReactionOpportunity(who=who, target=frame.who)
    return _strikes(strike, weapon, _sp(cost_of(one, weapon.cost_attack, weapon)))


def _strikes(strike: i.ReactionRiposte | i.ReactionOpportunity, weapon: Weapon, cost: str) -> list[Wish]:
    """With one tap, or with all that may be said before; or not at all (A-RIP-4, A-ZOC-5)."""
    plain = Wish(intent=strike, group="answer", goal="harm", whom="target", cost=cost)
    aimed = replace(plain, label="aimed", params=(*modes(weapon), *aims(type(strike))))
    return [plain, aimed, Wish(intent=i.ReactionDecline(who=strike.who), group="answer", goal="end")]


def _sp(cost: int) -> str:
    return f"{cost} sp" if cost else ""


def _defences(who: str, one: Combatant) -> list[Wish]:
    """A-ATK-5: each thing in hand to parry with, dodging, allowing."""
    found = []
    for item in dict.fromkeys((one.main, *([one.off] if one.off else []))):
        parry = i.Defend(who=who, kind="parry", item=item)
        cost = _sp(defence.cost(one, "parry", item))
        found.append(
            Wish(intent=parry, key="parry", group="answer", goal="defend", label=item_name(one, item), cost=cost)
        )
    dodge = _sp(defence.cost(one, "dodge", ""))
    found.append(Wish(intent=i.Defend(who=who, kind="dodge"), key="dodge", group="answer", goal="defend", cost=dodge))
    return [*found, Wish(intent=i.Defend(who=who, kind="allow"), key="allow", group="answer", goal="end")]


def _releases(state: State, who: str, frame: Frame) -> list[Wish]:
    """A-THR-5: at somebody, at a place, or it is dropped."""
    pick, at = somebody(state.play, others(state.play, who)), state.play.pieces[who].at
    reach_cm = frame.thrown.reach_cm if frame.thrown is not None else 0
    answer = partial(Wish, group="answer")
    found = []
    if pick.choices:
        found.append(answer(intent=i.ThrowRelease(who=who), key="throw_at", goal="harm", pick=pick))
    if at is not None and reach_cm > 0:
        there = i.ThrowRelease(who=who, point=at)
        found.append(answer(intent=there, key="throw_there", goal="prepare", params=(spot(reach_cm),)))
    return [*found, answer(intent=i.ThrowRelease(who=who), key="drop", goal="end")]
