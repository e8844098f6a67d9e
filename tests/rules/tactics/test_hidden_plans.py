"""Two worlds: in one somebody hidden splits its tactics and plans, again and again, and the one who sees it thinks
again. Whoever does not see it is told the same in both, is offered the same, and sees the same marks (D-SEC-3)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from server.conformance.fights import SYSTEMS
from server.conformance.worlds.hidden import World, world
from server.encounter.file import parse_encounter
from server.rules.tactics import SYSTEM
from tests.secrecy.test_planning import heard

OPEN = ("maren", "iva", "ash", "gorm")
WEAPONS = {"maren": "sword", "iva": "bow", "ash": "dagger", "gorm": "axe", "nix": "crossbow"}


def laid() -> World:
    """The demo: of Nix behind the hedge Iva is aware, Maren is not. What is done in secret takes no time and no id."""
    spec = parse_encounter(SYSTEM.demo, "demo", SYSTEMS)
    nix = replace(spec.combatants["nix"], aware=("iva",))
    table = world("tactics", replace(spec, combatants={**spec.combatants, "nix": nix}), 1)
    table.does("begin", "gm", {"type": "encounter_start"})
    return table


def does(table: World, who: str, deed: dict[str, Any], is_open: bool = False) -> None:
    """Whoever plays it."""
    told = table.state.ledger.told["public"].n
    label = f"step {told}" if is_open else f"secret {table.timeline.version}"
    table.does(label, table.state.ledger.controller(who), {"who": who, **deed})


def thought(table: World, who: str, luck: random.Random) -> dict[str, Any]:
    """Any split, any plan."""
    if table.state.play.game.stage == "tactics":
        return {"type": "tactics_set", "oT": luck.randint(0, table.state.play.game.combatants[who].sheet.tactics)}
    foes = {"maren": ("ash", "gorm"), "iva": ("ash", "nix")}.get(who, ("maren", "iva"))
    strike = {"kind": "attack", "weapon": WEAPONS[who], "targets": [luck.choice(foes)]}
    plans: list[list[dict[str, Any]]] = [[strike], [{"kind": "talk"}, strike], [{"kind": "full_defense"}]]
    return {"type": "actions_declare", "plan": luck.choice(plans)}


def marks(table: World, audience: str) -> set[str]:
    """Whom it believes to have settled."""
    decision: Any = table.view(audience).decision
    return {who for who, ask in decision.asks.items() if ask.answered}


def settle_again(table: World) -> bool:
    """Whose mark fell unheard; was there one?"""
    decision = table.state.play.decision
    assert decision is not None
    fallen = [who for who in decision.unanswered() if who in marks(table, "public")]
    for who in fallen:
        does(table, who, {"type": "phase_settle"})
    return bool(fallen)


def planned(table: World, luck: random.Random, secret: random.Random, is_nix_busy: bool) -> int:
    """All think and settle as all see it; how often the mark of whoever sees Nix fell unheard."""
    fallen = 0
    while marks(table, "public") < set(OPEN):
        who = luck.choice([who for who in OPEN if who not in marks(table, "public")])
        deed = thought(table, who, luck) if luck.random() < 0.3 else {"type": "phase_settle"}
        does(table, who, deed, is_open=True)
        if is_nix_busy and secret.random() < 0.5:
            does(table, "nix", thought(table, "nix", secret))
        if is_nix_busy and secret.random() < 0.5:
            fallen += settle_again(table)
    return fallen + settle_again(table)


def both_phases(luck: random.Random, is_nix_busy: bool) -> tuple[World, int]:
    """Up to where only Nix has not settled its plan."""
    table, secret = laid(), random.Random(luck.random())
    fallen = planned(table, luck, secret, is_nix_busy)
    does(table, "nix", {"type": "phase_settle"}, is_open=True)
    assert table.state.play.game.stage == "declare"
    return table, fallen + planned(table, luck, secret, is_nix_busy)


@pytest.mark.parametrize("seed", range(8))
def test_what_somebody_hidden_plans_leaves_no_trace(seed: int) -> None:
    """Nothing is told, no number is used up, no mark falls, no view or offer changes."""
    (quiet, none), (busy, fallen) = (both_phases(random.Random(seed), is_busy) for is_busy in (False, True))
    assert (none, fallen > 0) == (0, True)
    for audience in ("seat:maren", "public"):
        assert heard(busy, audience) == heard(quiet, audience)
        assert busy.seen(audience) == quiet.seen(audience)
    assert busy.offered("maren") == quiet.offered("maren")
    assert heard(busy, "seat:iva") != heard(quiet, "seat:iva")
