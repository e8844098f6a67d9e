"""Tirakan: combat with pools of six-sided dice, in a fantasy and a modern world. Rules are found by ids: `T-*`."""

from server.core.system import System
from server.rules.tirakan.catalog import CATALOG
from server.rules.tirakan.check import check
from server.rules.tirakan.decide import decide, default, proceed, removed, turn_end
from server.rules.tirakan.demo import DEMO
from server.rules.tirakan.demo_modern import DEMO_MODERN
from server.rules.tirakan.evolve import evolve, initial
from server.rules.tirakan.initiative import open_roll
from server.rules.tirakan.known import alike, known
from server.rules.tirakan.marks import MARKS
from server.rules.tirakan.offers import offering, options
from server.rules.tirakan.options import Options
from server.rules.tirakan.redact import ALIKE, redact
from server.rules.tirakan.registry import EVENTS, INTENTS
from server.rules.tirakan.rules import RULES
from server.rules.tirakan.rulings import added
from server.rules.tirakan.sheet import Sheet
from server.rules.tirakan.show import show
from server.rules.tirakan.state import Game
from server.rules.tirakan.sums import SUMS
from server.rules.tirakan.texts import TEXTS

SYSTEM = System(
    name="tirakan", version="1", titles={"en": "Tirakan", "de": "Tirakan"}, events=EVENTS, intents=INTENTS,
    game_type=Game, options_type=Options, sheet_type=Sheet, texts=TEXTS, catalog=CATALOG, rules=RULES,
    demo=DEMO, more_demos=(DEMO_MODERN,),
    initial=initial, add=added, evolve=evolve, check=check, decide=decide, proceed=proceed, default=default,
    turn_end=turn_end, removed=removed, known=known, alike=alike, open_roll=open_roll, redact=redact, show=show,
    options=options, offering=offering, marks=MARKS, sums=SUMS, told_alike=ALIKE,
)  # fmt: skip

__all__ = ["SYSTEM"]
