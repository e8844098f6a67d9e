"""Tirakan Classic: the older edition of Tirakan, with priority, reactions behind the act, protection value and
penetration. Rules are found by ids: `L-*`."""

from server.core.system import System
from server.kit.order import open_roll
from server.rules.tirakan_classic.deciding.checks import check
from server.rules.tirakan_classic.deciding.decide import decide, default, proceed, removed, turn_end
from server.rules.tirakan_classic.evolve.game import evolve, initial
from server.rules.tirakan_classic.offers.seat import OFFERING
from server.rules.tirakan_classic.offers.stops import STOPS
from server.rules.tirakan_classic.secrecy.redact import REDACT, TOPIC, gone
from server.rules.tirakan_classic.state.events import CombatantAdded
from server.rules.tirakan_classic.state.options import Options
from server.rules.tirakan_classic.state.registry import EVENTS, INTENTS
from server.rules.tirakan_classic.state.sheet import Sheet
from server.rules.tirakan_classic.state.state import Game
from server.rules.tirakan_classic.words.catalog import CATALOG
from server.rules.tirakan_classic.words.demo import DEMO
from server.rules.tirakan_classic.words.demo_granary import DEMO_GRANARY
from server.rules.tirakan_classic.words.marks import MARKS
from server.rules.tirakan_classic.words.rules import RULES
from server.rules.tirakan_classic.words.show import show
from server.rules.tirakan_classic.words.sums import SUMS
from server.rules.tirakan_classic.words.texts import TEXTS

SYSTEM = System(
    name="tirakan_classic", version="1", titles={"en": "Tirakan Classic", "de": "Tirakan Classic"},
    events=EVENTS, intents=INTENTS, game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS,
    catalog=CATALOG, rules=RULES, demo=DEMO, more_demos=(DEMO_GRANARY,),
    initial=initial, add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    turn_end=turn_end, removed=removed, open_roll=open_roll, redact=REDACT, gone=gone, topic=TOPIC, show=show,
    options=OFFERING.options, offering=OFFERING.steps, marks=MARKS, sums=SUMS, stops=STOPS,
    unnoticed=frozenset({
        "run", "walk", "crawl", "kneel", "lie_down", "stand_up", "reload", "use_object", "draw", "put_away", "custom",
        "spend_bonus_die", "answer.walk", "answer.run", "answer.crawl", "answer.kneel", "answer.lie_down",
        "answer.stand_up", "answer.reload", "answer.keep_roll", "answer.improve_roll",
        "answer.gm_rule_custom", "gm_set", "gm_set_perception", "gm_adjust_wounds", "set_cover", "set_distance",
        "set_enmity",
    }),
    noticeable=frozenset({
        "strength", "quickness", "deftness", "speed", "hand_to_hand", "shooting", "throwing", "evasion", "min_roll",
        "lineage_actions", "template_actions", "actions", "stolen_next", "base_protection", "armour.*.name",
        "armour.*.protection", "bonus_dice", "destiny_dice", "wounds", "max_wounds", "wound_reduction", "status",
        "posture", "weapons.*.name", "weapons.*.weapon_class", "weapons.*.range_m", "weapons.*.penetration",
        "weapons.*.wounds_per_hit", "weapons.*.bonus_wounds", "weapons.*.modes", "weapons.*.default_mode",
    }),
)  # fmt: skip

__all__ = ["SYSTEM"]
