"""What is refused of answers to an attack (specification 3.3a)."""

from __future__ import annotations

from server.core.errors import Rejected
from server.core.state import Decision, State
from server.kit.moment import asked, name_of
from server.rules.tactics.checks.go import check_full_defense
from server.rules.tactics.checks.plan import weapon_name
from server.rules.tactics.deciding.windows import defences
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import is_able, is_shield, usable
from server.rules.tactics.state.helpers import hindrance
from server.rules.tactics.state.moment import MOMENTS
from server.rules.tactics.state.state import BARE_HANDS, Attack, Combatant, Role

Helps = i.Interfere | i.Guard | i.ShieldBody | i.StayOut


def _window(state: State, intent: i.Defend | Helps) -> tuple[Attack, Decision | None]:
    """The attack that may be answered, and the question, where one is asked whom the asker sees. Once the dice are
    thrown it is too late."""
    attack: Attack | None = state.play.game.attack
    if attack is not None and attack.stage == "declared":
        return attack, next((each for each in state.play.decisions if each.kind == "defence"), None)
    if state.play.phase == "running" and state.play.game.stage == "resolve":
        raise Rejected("stale_action")
    raise MOMENTS.wrong_phase(state, intent)


def _check_asked(state: State, who: str, decision: Decision | None) -> None:
    if decision is None or asked(state.play, who, "defence") is None:
        names = [name_of(state.play, each) for each in decision.asks] if decision is not None else []
        raise Rejected("not_the_decider", who=", ".join(names) or "nobody")
    if decision.asks[who].answer is not None:
        raise Rejected("stale_action")


def check_defend(state: State, intent: i.Defend) -> None:
    """D-DEF-1, D-FD-2, D-BLK-5, D-AREA-3."""
    attack, decision = _window(state, intent)
    who = intent.who
    if who == attack.target and not is_able(state.play, who):
        worst = state.play.game.combatants[who].worst
        raise Rejected("cannot_defend", name=name_of(state.play, who), status=worst)
    if who != attack.target:
        raise Rejected("not_the_decider", who=name_of(state.play, attack.target))
    _check_asked(state, who, decision)
    if intent.full_defense:
        check_full_defense(state, who)
    if intent.kind in ("parry", "block"):
        _check_item(state, attack, intent)


def _check_item(state: State, attack: Attack, intent: i.Defend) -> None:
    combatant: Combatant = state.play.game.combatants[intent.who]
    _check_usable(combatant, intent.item)
    if intent.item == BARE_HANDS and intent.who in attack.refused:
        raise Rejected("no_safe_part")
    if not any(
        each.kind == intent.kind and each.item == intent.item for each in defences(combatant, attack, intent.who)
    ):
        raise Rejected("wrong_weapon", weapon=weapon_name(combatant, intent.item), kind=intent.kind)


def _check_usable(combatant: Combatant, item: str) -> None:
    if not usable(combatant, item):
        raise Rejected("weapon_unusable", weapon=weapon_name(combatant, item))


def check_interfere(state: State, intent: i.Interfere) -> None:
    """D-RPB-2."""
    attack, decision = _window(state, intent)
    _check_help(state, attack, intent.who, "interfere")
    _check_asked(state, intent.who, decision)
    _check_usable(state.play.game.combatants[intent.who], intent.item)


def check_guard(state: State, intent: i.Guard) -> None:
    """D-INC-3, D-INC-6."""
    attack, decision = _window(state, intent)
    _check_help(state, attack, intent.who, "guard")
    _check_asked(state, intent.who, decision)
    _check_first(state, attack)
    _check_usable(state.play.game.combatants[intent.who], intent.item)


def check_shield(state: State, intent: i.ShieldBody) -> None:
    """D-INC-5: only a shield may block."""
    attack, decision = _window(state, intent)
    _check_help(state, attack, intent.who, "shield_body")
    _check_asked(state, intent.who, decision)
    _check_first(state, attack)
    combatant: Combatant = state.play.game.combatants[intent.who]
    _check_usable(combatant, intent.item)
    if intent.item and not is_shield(combatant, intent.item):
        raise Rejected("wrong_weapon", weapon=weapon_name(combatant, intent.item), kind="block")


def check_stay_out(state: State, intent: i.StayOut) -> None:
    """3.3a.4."""
    attack, decision = _window(state, intent)
    _check_asked(state, intent.who, decision)
    if intent.who == attack.target:
        raise Rejected("not_the_decider", who=name_of(state.play, attack.target))


def _check_help(state: State, attack: Attack, who: str, role: Role) -> None:
    reason = hindrance(state, attack, who, role)
    if reason:
        names = {"name": name_of(state.play, who), "target": name_of(state.play, attack.target)}
        raise Rejected("cannot_guard", reason=reason, **names)


def _check_first(state: State, attack: Attack) -> None:
    """D-INC-3: one for each attack."""
    other = next((who for who, each in attack.answers.items() if each.role in ("guard", "shield_body")), None)
    if other is not None:
        raise Rejected("guarded_already", name=name_of(state.play, other))


def check_block(state: State, intent: i.BlockChoice) -> None:
    """D-SUND-7."""
    decision = asked(state.play, intent.who, "block")
    if decision is None:
        raise MOMENTS.wrong_phase(state, intent)
    if decision.asks[intent.who].answer is not None:
        raise Rejected("stale_action")
