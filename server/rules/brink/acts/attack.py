"""Attacks and attack skills (B-ATK-*, B-AMMO-1, B-SKILL-4): checked again, rolled, their damage dealt."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Ask
from server.kit.between import distance, sees
from server.kit.hidden import is_public, public_name
from server.rules.brink.acts import custom
from server.rules.brink.acts.done import done
from server.rules.brink.acts.harm import DIE_SIDES, harm
from server.rules.brink.acts.question import topic_of
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import effect_of, is_able, is_loaded, needs_load, reach_cm
from server.rules.brink.state.sheet import AttackEffect
from server.rules.brink.state.state import Action, Combatant, Game, skills_of

# --- is it still possible? -------------------------------------------------------------------------------------------


def impossible(draft: Draft, action: Action) -> str:
    """B-READY-9: target, weapon in hand and loaded, range, line of sight; once the die is known only that the target is
    gone."""
    game: Game = draft.game
    effect = effect_of(game, action.who, action.deed)
    if effect is None:
        return ""
    combatant, target = game.combatants[action.who], action.deed.target
    if action.shot is not None:
        return "" if target in game.combatants else "target_out_of_fight"
    if combatant.equipped != action.weapon:
        return "weapon_not_in_hand"
    if not _is_target(game, target):
        return "target_out_of_fight"
    if needs_load(effect, combatant.weapon) and not is_loaded(combatant):
        return "not_loaded"
    return _out_of_reach(draft, action, effect)


def _is_target(game: Game, target: str) -> bool:
    """B-FORF-2: who has forfeited since the declaration does not escape."""
    return is_able(game, target) or (target in game.combatants and game.combatants[target].status == "forfeited")


def _out_of_reach(draft: Draft, action: Action, effect: AttackEffect) -> str:
    roll, who, target = f"{action.name}.hit", action.who, action.deed.target
    apart = distance(draft.play, who, target)
    far = draft.terms.use(roll, who, "distance_cm", apart if apart is not None else 0, "B-ATK-1")
    reach = draft.terms.use(roll, who, "reach_cm", reach_cm(effect, draft.game.combatants[who].weapon), "B-ATK-1")
    if far > reach:
        return "out_of_range"
    in_sight = draft.terms.use(roll, who, "sight", int(sees(draft.game, who, target)), "B-ATK-1")
    return "" if in_sight else "no_line_of_sight"


def has_lost_skill(game: Game, action: Action) -> bool:
    """The GM took it away meanwhile."""
    return action.deed.skill not in skills_of(game, game.combatants[action.who])


# --- the roll --------------------------------------------------------------------------------------------------------


def resolve(draft: Draft, action: Action) -> bool:
    """3.3: ammunition, the die, what comes of it. What is no attack is the GM's."""
    effect = effect_of(draft.game, action.who, action.deed)
    if effect is None:
        return custom.resolve(draft, action)
    if action.shot is not None:
        return _strike(draft, action, effect, action.shot.face)
    combatant: Combatant = draft.game.combatants[action.who]
    if needs_load(effect, combatant.weapon) and combatant.equipped in combatant.arms:
        draft.emit(e.AmmoSpent(who=action.who, weapon=combatant.equipped))
    face = draft.roll(f"{action.name}.hit", action.who, DIE_SIDES, 1)[0][0]
    if draft.game.options.ep_after_roll and combatant.ep > 0:
        rolled = _rolled(draft, action, effect, face, preliminary=True)
        draft.emit(rolled)
        if not rolled.hit:
            _ask_for_ep(draft, action)
            return False
    return _strike(draft, action, effect, face)


def _rolled(draft: Draft, action: Action, effect: AttackEffect, face: int, preliminary: bool = False) -> e.HitsRolled:
    """B-ATK-2, B-ATK-3, B-ATK-4: the sum and what it has to reach, every number a term."""
    parts = _parts(draft, action, effect)
    roll, target = f"{action.name}.hit", action.deed.target
    agility = draft.terms.use(roll, action.who, "agility", draft.game.combatants[target].sheet.agility, "B-ATK-4")
    total = face + sum(parts.values())
    return e.HitsRolled(
        who=action.who, target=target, action=action.id, face=face, parts=parts, total=total, agility=agility,
        hit=total >= agility, preliminary=preliminary, terms=draft.terms.of(roll, action.who),
    )  # fmt: skip


def _parts(draft: Draft, action: Action, effect: AttackEffect) -> dict[str, int]:
    roll, who = f"{action.name}.hit", action.who
    combatant: Combatant = draft.game.combatants[who]
    bonus = (action.deed.ep_bonus + action.extra_ep) * draft.game.options.ep_step
    parts = {
        "accuracy": draft.terms.use(roll, who, "accuracy", combatant.sheet.accuracy, "B-ATK-2"),
        "weapon": draft.terms.use(roll, who, "weapon", combatant.weapon.accuracy, "B-ATK-2"),
        "skill": draft.terms.use(roll, who, "skill", effect.accuracy, "B-SKILL-4"),
        "ep": draft.terms.use(roll, who, "ep", bonus, "B-ATK-3"),
    }
    extra = draft.terms.use_extra(roll, who)
    return {**parts, "gm": extra} if extra else parts


def _ask_for_ep(draft: Draft, action: Action) -> None:
    """3.3.8: nobody but the attacker may answer to a known roll."""
    secret = not is_public(draft.play, action.who)
    asks = {action.who: Ask(secret=secret)}
    name = f"bonus.{public_name(draft.play, action.who)}.{action.name}"
    draft.open("bonus", name, asks, silent=True, topic=topic_of(draft, action))


def _strike(draft: Draft, action: Action, effect: AttackEffect, face: int) -> bool:
    rolled = _rolled(draft, action, effect, face)
    draft.emit(rolled)
    if rolled.hit:
        dealt = _damage(draft, action, effect)
        _interrupt(draft, action, dealt)
    return done(draft, action)


def _damage(draft: Draft, action: Action, effect: AttackEffect) -> int:
    """B-ATK-5, B-ATK-6: might of combatant, weapon and skill, less the target's protection."""
    roll, who, target = f"{action.name}.damage", action.who, action.deed.target
    combatant: Combatant = draft.game.combatants[who]
    damage = draft.terms.use(roll, who, "might", combatant.sheet.might, "B-ATK-5")
    damage += draft.terms.use(roll, who, "weapon", combatant.weapon.might, "B-ATK-5")
    damage += draft.terms.use(roll, who, "skill", effect.might, "B-SKILL-4")
    damage += draft.terms.use_extra(roll, who)
    protection = draft.terms.use(roll, who, "protection", draft.game.combatants[target].sheet.protection, "B-ATK-6")
    dealt = max(0, damage - protection)
    draft.emit(
        e.ProtectionUsed(
            who=who, target=target, damage=damage, protection=protection, dealt=dealt, terms=draft.terms.of(roll, who)
        )
    )
    harm(draft, target, dealt, f"{action.name}.brink")
    return dealt


def _interrupt(draft: Draft, action: Action, dealt: int) -> None:
    """B-READY-10, B-A-23: by option a readied basic attack cancels what its target is about to do."""
    when = draft.game.options.interrupt_cancels
    if (
        action.source != "readied"
        or action.deed.kind != "attack"
        or when == "never"
        or (when == "on_damage" and not dealt)
    ):
        return
    for other in draft.game.frames[-1].pending:
        if other.who == action.deed.target:
            draft.emit(e.ActionVoided(who=other.who, action=other.id, reason="interrupted"))
