"""Tirakan: combat with pools of six-sided dice, in a fantasy and a modern world. Rules are found by ids: `T-*`."""

from server.core.system import System
from server.kit.order import open_roll
from server.rules.tirakan.asking.stops import STOPS
from server.rules.tirakan.checks.intent import check
from server.rules.tirakan.deciding.decide import decide, default, proceed, removed, turn_end
from server.rules.tirakan.events import CombatantAdded
from server.rules.tirakan.events.registry import EVENTS, INTENTS
from server.rules.tirakan.evolve.game import evolve, initial
from server.rules.tirakan.offers.gm import BEATEN
from server.rules.tirakan.offers.reach import REACHING
from server.rules.tirakan.offers.seat import OFFERING
from server.rules.tirakan.secrecy.redact import REDACT, TOPIC, gone
from server.rules.tirakan.state.options import Options
from server.rules.tirakan.state.sheet import Sheet
from server.rules.tirakan.state.state import Game
from server.rules.tirakan.words.catalog import CATALOG
from server.rules.tirakan.words.demo import DEMO
from server.rules.tirakan.words.demo_modern import DEMO_MODERN
from server.rules.tirakan.words.marks import MARKS
from server.rules.tirakan.words.rules import RULES
from server.rules.tirakan.words.show import show
from server.rules.tirakan.words.sums import SUMS
from server.rules.tirakan.words.tally import TALLY
from server.rules.tirakan.words.texts import TEXTS

SYSTEM = System(
    name="tirakan", version="1", titles={"en": "Tirakan", "de": "Tirakan"}, events=EVENTS, intents=INTENTS,
    game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS, catalog=CATALOG, rules=RULES,
    demo=DEMO, more_demos=(DEMO_MODERN,),
    initial=initial, add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    turn_end=turn_end, beaten=BEATEN, removed=removed, open_roll=open_roll, redact=REDACT, gone=gone, topic=TOPIC,
    show=show, options=OFFERING.options, offering=OFFERING.steps, reach=REACHING.of, marks=MARKS, tally=TALLY,
    sums=SUMS, stops=STOPS,
    untold=frozenset({"Frame.stage", "Frame.rolled", "Rolled", "Sheet.auto_protect", "Sheet.base_actions"}),
    unnoticed=frozenset({
        "aim", "hunker", "raise_shield_block", "run", "walk", "use_item", "custom", "crawl", "stand_up", "reload",
        "ready_weapon", "pick_up", "free_weapon", "support_weapon", "accurate_step", "lower_shield", "unsupport_weapon",
        "spend_bonus_die", "auto_protect", "answer.walk", "answer.run", "answer.crawl", "answer.stand_up",
        "answer.hunker", "answer.aim", "answer.accurate_step", "answer.reload", "answer.ready_weapon", "answer.pick_up",
        "answer.support_weapon", "answer.raise_shield_block", "answer.keep_roll", "answer.improve_roll",
        "answer.use_protection", "answer.decline_protection", "answer.gm_rule_custom", "gm_set", "gm_set_perception",
        "gm_inflict_hits", "set_cover", "set_distance", "set_enmity",
    }),
    noticeable=frozenset({
        "strength", "quickness", "deftness", "resistance", "endurance", "apprehension", "willpower", "hand_to_hand",
        "throwing",
        "min_roll", "base_actions", "template_actions", "bonus_dice", "destiny_dice", "rerolls", "max_wounds",
        "wounds", "boost",
        "weapons.*.name", "weapons.*.type", "weapons.*.hands", "weapons.*.damage_potential", "weapons.*.piercing",
        "weapons.*.wounds_per_hit", "weapons.*.ready", "shields.*.name", "armour.*.name",
        "weapons.*.range_m", "armour.*.protection",  # whether it can answer an act: whoever is asked takes time
    }),
    shown_in=frozenset({
        "Sheet.base_actions", "Sheet.bonus_dice", "Sheet.destiny_dice", "Sheet.rerolls", "Sheet.wounds",
        "Weapon.name", "Weapon.type", "Weapon.hands", "Weapon.ready", "Arm.ready", "Shield.name", "Armour.name",
        "Combatant.bonus_dice", "Combatant.destiny_dice", "Combatant.rerolls", "Combatant.wounds",
        "InitiativeRolled.dice", "InitiativeRolled.total", "InitiativeOrderSet.keys", "Initiative.total",
        "QuickReactionRolled.dice", "QuickReactionRolled.successes", "CheckRolled.dice", "ThrowRolled.dice",
        "HitsRolled.pool", "HitsRolled.dice", "HitsRolled.hits", "HitsRolled.N", "HitsRolled.C", "HitsRolled.X",
        "HitsRolled.piercing", "HitsRolled.wounds_per_hit", "CoverRolled.hits", "CoverRolled.removed", "Strike.dice",
        "Strike.hits", "Strike.piercing", "Strike.wounds_per_hit", "WoundsTaken.now", "ReactionResolved.wounds",
        "ActionResolved.wounds", "ThrowRolled.successes", "GMRuled.cover", "GMRuled.distance_cm", "GMRuled.nullify",
        "Ruling.cover", "Ruling.distance_cm", "Ruling.nullify",  # of an open act
        "topic.normal", "topic.critical", "topic.extra", "topic.piercing",
    }),
    done_unseen=frozenset({
        "ActionDeclared.action_id", "ActionDeclared.cost", "ActionDeclared.deed", "ActionDeclared.kind", "Frame.cost",
        "GMRuled.check", "GMRuled.cost", "GMRuled.difficulty", "GMRuled.refuse", "HitsRolled.mode",
        "HitsRolled.special", "Strike.mode", "Strike.special",
    }),
    shown_unseen=frozenset({
        "ThrowRolled.dice", "ThrowRolled.successes", "CoverRolled.hits", "CoverRolled.removed",
        "HitsRolled.pool", "HitsRolled.dice", "HitsRolled.hits", "HitsRolled.N", "HitsRolled.C", "HitsRolled.X",
        "HitsRolled.piercing", "HitsRolled.wounds_per_hit", "Strike.dice", "Strike.hits", "Strike.piercing",
        "Strike.wounds_per_hit", "ActionResolved.wounds", "ReactionResolved.wounds", "topic.normal",
        "topic.critical", "topic.extra", "topic.piercing",
    }),
)  # fmt: skip

__all__ = ["SYSTEM"]
