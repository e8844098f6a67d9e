"""Tactics: 3d6 combat in which everybody plans in secret, and plans are answered until all have settled. Rules are
found by ids: `D-*`."""

from server.core.system import System
from server.rules.tactics.checks.intent import check
from server.rules.tactics.deciding.decide import decide, default, proceed, turn_end
from server.rules.tactics.deciding.gm import removed
from server.rules.tactics.evolve.game import evolve, initial
from server.rules.tactics.offers.gm import BEATEN
from server.rules.tactics.offers.reach import REACHING
from server.rules.tactics.offers.seat import options
from server.rules.tactics.offers.stops import STOPS
from server.rules.tactics.secrecy.redact import REDACT, TOPIC, gone, open_roll
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.options import Options
from server.rules.tactics.state.registry import EVENTS, INTENTS
from server.rules.tactics.state.samples import SHEETS
from server.rules.tactics.state.sheet import Sheet
from server.rules.tactics.state.state import Game
from server.rules.tactics.words.catalog import CATALOG
from server.rules.tactics.words.demo import DEMO
from server.rules.tactics.words.demo_modern import DEMO_MODERN
from server.rules.tactics.words.marks import MARKS
from server.rules.tactics.words.rules import RULES
from server.rules.tactics.words.show import show
from server.rules.tactics.words.sums import SUMS
from server.rules.tactics.words.tally import TALLY
from server.rules.tactics.words.texts import TEXTS

SYSTEM = System(
    name="tactics", version="1", titles={"en": "Tactics", "de": "Taktik"}, events=EVENTS, intents=INTENTS,
    game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS, catalog=CATALOG, rules=RULES, demo=DEMO,
    samples=SHEETS, initial=initial, add=lambda who, sheet, piece: e.CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    redact=REDACT, gone=gone, topic=TOPIC, show=show, options=options, reach=REACHING.of, turn_end=turn_end,
    beaten=BEATEN, removed=removed, more_demos=(DEMO_MODERN,), open_roll=open_roll,
    marks=MARKS, tally=TALLY, sums=SUMS, stops=STOPS,
    unsettling={i.PhaseSettle: (e.TacticsSet, e.StanceAnnounced, e.ActionsDeclared)},
    untold=frozenset({"Game.stage"}),
    unnoticed=frozenset({"gm_set", "perform_talk"}),
    noticeable=frozenset({
        "tactics", "move_m", "skills.*.base", "weapons.*.name", "weapons.*.in_hand", "weapons.*.reach_m",
    }),
    done_unseen=frozenset({
        "HitsRolled.dice", "HitsRolled.effective", "HitsRolled.hit", "HitsRolled.natural", "HitsRolled.superior",
        "HitsRolled.terms",
    }),
    shown_in=frozenset({
        "Sheet.weapons", "Sheet.armour", "Item.name", "Armour.name", "Combatant.gear", "Moved.path",
        "Moved.length_cm", "Ran.length_cm", "Ran.straight_cm", "Record.moved_cm", "Record.straight_cm",
        "Record.initiative", "Record.stance", "InitiativeRolled.total", "StanceAnnounced.stance",
        "TieOpened.tied", "topic.tied", "HitsRolled.hit",
    }),
)  # fmt: skip

__all__ = ["SYSTEM"]
