"""Tirakan Classic: the older edition of Tirakan, with priority, reactions behind the act, protection value and
penetration. Rules are found by ids: `L-*`."""

from server.core.system import System
from server.kit.order import open_roll
from server.rules.tirakan_classic.deciding.checks import check
from server.rules.tirakan_classic.deciding.decide import decide, default, proceed, removed, turn_end
from server.rules.tirakan_classic.evolve.game import evolve, initial
from server.rules.tirakan_classic.offers.gm import BEATEN
from server.rules.tirakan_classic.offers.reach import REACHING
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
from server.rules.tirakan_classic.words.noticed import DONE_UNSEEN, NOTICEABLE, SHOWN_IN, SHOWN_UNSEEN, UNNOTICED
from server.rules.tirakan_classic.words.rules import RULES
from server.rules.tirakan_classic.words.samples import SHEETS
from server.rules.tirakan_classic.words.show import show
from server.rules.tirakan_classic.words.sums import SUMS
from server.rules.tirakan_classic.words.tally import TALLY
from server.rules.tirakan_classic.words.texts import TEXTS

SYSTEM = System(
    name="tirakan_classic", version="1", titles={"en": "Tirakan Classic", "de": "Tirakan Classic"},
    events=EVENTS, intents=INTENTS, game_type=Game, options_type=Options, sheet_type=Sheet, samples=SHEETS,
    texts=TEXTS, catalog=CATALOG, rules=RULES, demo=DEMO, more_demos=(DEMO_GRANARY,),
    initial=initial, add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    turn_end=turn_end, beaten=BEATEN, removed=removed, open_roll=open_roll, redact=REDACT, gone=gone, topic=TOPIC,
    show=show, options=OFFERING.options, offering=OFFERING.steps, reach=REACHING.of, marks=MARKS, tally=TALLY,
    sums=SUMS, stops=STOPS,
    untold=frozenset({"Frame.stage", "Frame.rolled", "Rolled", "Sheet.lineage_actions"}),
    unnoticed=UNNOTICED, noticeable=NOTICEABLE, shown_in=SHOWN_IN, shown_unseen=SHOWN_UNSEEN,
    done_unseen=DONE_UNSEEN,
)  # fmt: skip

__all__ = ["SYSTEM"]
