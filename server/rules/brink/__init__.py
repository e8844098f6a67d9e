"""Brink: d20 combat with energy points, two standard actions and a readied one. Rules are found by ids: `B-*`."""

from server.core.system import System
from server.rules.brink.catalog import CATALOG
from server.rules.brink.check import check
from server.rules.brink.decide import decide, default, turn_end
from server.rules.brink.demo import DEMO
from server.rules.brink.evolve import evolve, initial
from server.rules.brink.initiative import open_roll
from server.rules.brink.known import known
from server.rules.brink.marks import MARKS
from server.rules.brink.offers import options
from server.rules.brink.options import Options
from server.rules.brink.redact import redact
from server.rules.brink.registry import EVENTS, INTENTS
from server.rules.brink.rules import RULES
from server.rules.brink.rulings import added, removed
from server.rules.brink.sheet import Sheet
from server.rules.brink.show import show
from server.rules.brink.state import Game
from server.rules.brink.sums import SUMS
from server.rules.brink.texts import TEXTS
from server.rules.brink.turns import proceed

SYSTEM = System(
    name="brink", version="1", titles={"en": "Brink", "de": "Am Abgrund"}, events=EVENTS, intents=INTENTS,
    game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS, catalog=CATALOG, rules=RULES, demo=DEMO,
    initial=initial, add=added, evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    known=known, redact=redact, show=show, options=options, turn_end=turn_end, removed=removed, open_roll=open_roll,
    marks=MARKS, sums=SUMS,
)  # fmt: skip

__all__ = ["SYSTEM"]
