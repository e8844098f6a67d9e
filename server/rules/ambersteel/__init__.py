"""Ambersteel: d20 combat with stamina, defences chosen after the attack is seen, ripostes, zones of control, armour
that wears, death's door. Rules are found by ids: `A-*`.

state      sheets, house rules, combatants, frames, intents, events; what follows from attributes (`derived`), look-ups
           (`facts`), the moments (`moment`)
things     weapons, shields, armour, objects, and samples of them
acts       what is done, step by step: an attack is in `attack`, its defence in `defence`, a move in `movement`
deciding   checks (`may`), questions (`answering`), turns and rounds (`turns`), the GM's words
evolve     events applied
offers     options; secrecy   who may know what; words   for people
"""

from server.core.system import System
from server.kit.order import open_roll
from server.rules.ambersteel.deciding.decide import check, decide, default, proceed, turn_end
from server.rules.ambersteel.deciding.gm_intents import removed
from server.rules.ambersteel.evolve.game import evolve, initial
from server.rules.ambersteel.offers.gm import BEATEN
from server.rules.ambersteel.offers.reach import REACHING
from server.rules.ambersteel.offers.seat import OFFERING
from server.rules.ambersteel.offers.stops import STOPS
from server.rules.ambersteel.secrecy.redact import REDACT, TOPIC
from server.rules.ambersteel.state.events import CombatantAdded
from server.rules.ambersteel.state.options import Options
from server.rules.ambersteel.state.registry import EVENTS, INTENTS
from server.rules.ambersteel.state.sheet import Sheet
from server.rules.ambersteel.state.state import Game
from server.rules.ambersteel.words.catalog import CATALOG
from server.rules.ambersteel.words.demo import DEMO, SIEGE
from server.rules.ambersteel.words.marks import MARKS
from server.rules.ambersteel.words.rules import RULES
from server.rules.ambersteel.words.show import show
from server.rules.ambersteel.words.sums import SUMS
from server.rules.ambersteel.words.tally import TALLY
from server.rules.ambersteel.words.texts import TEXTS

SYSTEM = System(
    name="ambersteel", version="1", titles={"en": "Ambersteel", "de": "Bernstahl"}, events=EVENTS, intents=INTENTS,
    game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS, catalog=CATALOG, rules=RULES, demo=DEMO,
    more_demos=(SIEGE,),
    initial=initial, add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    redact=REDACT, topic=TOPIC, show=show, options=OFFERING.options, reach=REACHING.of, turn_end=turn_end,
    beaten=BEATEN, removed=removed, open_roll=open_roll, marks=MARKS, tally=TALLY, sums=SUMS, stops=STOPS,
    unnoticed=frozenset({
        "move", "convert_movement", "reload", "abandon_reload", "stance", "draw_main", "draw_off", "stand_up",
        "turn_claim", "turn_pass", "turn_breather", "policy", "answer.reaction_decline", "gm_set", "set_sight",
        "gm_set_perception", "gm_hold", "gm_check", "gm_damage",
    }),
    noticeable=frozenset({
        "is_pc", "str", "dex", "end", "con", "spd", "perc", "hp", "sp", "actions.*", "weapons.*.name",
        "weapons.*.range_types", "weapons.*.modes",
        "weapons.*.stamina_damage.*", "weapons.*.attack_mod", "weapons.*.parry_mod", "weapons.*.loaded",
        "weapons.*.reload_progress", "weapons.*.stance", "death_failures",
    }),
    done_unseen=frozenset({"MishapRuled.kind", "MishapRuled.text"}),
    shown_in=frozenset({
        "Sheet.is_pc", "Weapon.name", "Weapon.range_types", "Shield.name", "Arm.loaded", "Actions.standard",
        "Actions.quick", "Actions.bonus", "Actions.overdrive", "HitsRolled.modifier", "HitsRolled.total", "Shot.total",
        "DefenceRequested.total", "DefenceRolled.modifier", "DefenceRolled.total",
        "Throw.damage", "Throw.reach_cm", "Throw.type", "ThrowRolled.damage", "ThrowRolled.damage_type",
        "ThrowRolled.reach_cm", "ThrowRolled.value", "ReleaseRequested.reach_cm", "topic.total", "topic.reach_cm",
        "Ruling.advantage", "Ruling.modifier", "Ruling.range_penalty", "Ruling.damage", "Ruling.damage_type",
        "Ruling.reach_cm", "Ruling.waive", "RulingGiven.text", "HealthLost.health",
        "Combatant.statuses", "Status.name", "StatusData.text", "StatusData.turns", "StatusGained.name",
    }),
)  # fmt: skip

__all__ = ["SYSTEM"]
