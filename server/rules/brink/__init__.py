"""Brink: d20 combat with energy points, two standard actions and a readied one. Rules are found by ids: `B-*`."""

from server.core.system import System
from server.kit.order import open_roll
from server.rules.brink.deciding.decide import decide, default, turn_end
from server.rules.brink.deciding.gm_intents import removed
from server.rules.brink.deciding.intent_check import check
from server.rules.brink.deciding.turns import proceed
from server.rules.brink.evolve.game import evolve, initial
from server.rules.brink.offers.gm import BEATEN
from server.rules.brink.offers.reach import REACHING
from server.rules.brink.offers.seat import options
from server.rules.brink.offers.stops import STOPS
from server.rules.brink.secrecy.redact import REDACT, TOPIC, gone
from server.rules.brink.state.events import CombatantAdded
from server.rules.brink.state.options import Options
from server.rules.brink.state.registry import EVENTS, INTENTS
from server.rules.brink.state.sheet import Sheet
from server.rules.brink.state.state import Game
from server.rules.brink.words.catalog import CATALOG
from server.rules.brink.words.demo import DEMO
from server.rules.brink.words.marks import MARKS
from server.rules.brink.words.rules import RULES
from server.rules.brink.words.show import show
from server.rules.brink.words.sums import SUMS
from server.rules.brink.words.tally import TALLY
from server.rules.brink.words.texts import TEXTS
from server.rules.brink.words.tutorial import TUTORIAL

SYSTEM = System(
    name="brink", version="1", titles={"en": "Brink", "de": "Am Abgrund"}, events=EVENTS, intents=INTENTS,
    game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS, catalog=CATALOG, rules=RULES, demo=DEMO,
    tutorial=TUTORIAL, initial=initial, add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    redact=REDACT, gone=gone, topic=TOPIC, show=show, options=options, reach=REACHING.of, turn_end=turn_end,
    beaten=BEATEN, removed=removed, open_roll=open_roll, marks=MARKS, tally=TALLY, sums=SUMS, stops=STOPS,
    untold=frozenset({"Game.doubtful", "Action.origin"}),
    unnoticed=frozenset({
        "move", "shift", "swap", "reload", "ready_and_end", "custom", "delay_turn", "plan_turn",
        "answer.reinsert_turn", "answer.keep_waiting", "answer.pass_readied", "gm_set", "set_group.group=",
        "set_sight", "set_distance", "set_enmity",
    }),
    noticeable=frozenset({
        "group", "ep", "ep_regain", "morale", "might", "accuracy", "agility", "protection", "weapons.*.name",
        "weapons.*.weapon_type", "weapons.*.loaded", "weapons.*.accuracy", "weapons.*.initiative",
        "weapons.*.might", "skills.*.name", "skills.*.ep_cost", "skills.*.initiative", "skills.*.effect.*",
        "weapons.*.range_m",  # whether it is asked for a blow at who walks away: whoever is asked takes time
    }),
    shown_in=frozenset({
        "Sheet.group", "Sheet.ep", "Sheet.morale", "Combatant.group", "Combatant.ep", "Combatant.morale",
        "Combatant.lost", "Weapon.name", "Weapon.weapon_type", "Weapon.loaded", "Arm.loaded", "EnergyGained.amount",
        "EnergyGained.ep", "EnergySpent.amount", "EnergySpent.ep", "Action.label", "Action.initiative", "Action.energy",
        "ReactionDeclared.rank", "HitsRolled.total", "HitsRolled.hit", "ProtectionUsed.dealt", "HealthLost.amount",
        "ActionSpent.amount", "ActionSpent.left", "Combatant.std_left", "WeaponSwapped.name",
    }),
    done_unseen=frozenset({"ActionRefused.reason", "Deed.kind", "GMRuled.text"}),
    shown_unseen=frozenset({
        "Action.initiative", "ReactionDeclared.rank", "HitsRolled.total", "HitsRolled.hit", "ProtectionUsed.dealt",
    }),
)  # fmt: skip

__all__ = ["SYSTEM"]
