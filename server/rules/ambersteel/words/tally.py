"""What the events of a fight mean for the account at its end: who strikes whom, who is hurt, spared, tires, falls."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from server.core.events import Event
from server.core.telling.tally import Tally
from server.kit import rolls
from server.rules.ambersteel.acts.rolls import SIDES
from server.rules.ambersteel.secrecy.redact import closed_sheet
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import first_hp


def _added(tally: Tally, event: e.CombatantAdded) -> None:
    """A closed sheet does not say how much health there is."""
    sheet = event.sheet
    if sheet != closed_sheet(sheet, sheet.wielded.main or "", sheet.wielded.off or ""):
        tally.has(event.who, first_hp(sheet))


def _adjusted(tally: Tally, event: e.GmAdjusted) -> None:
    if event.value_of == "hp" and isinstance(event.value, int):
        tally.has(event.who, event.value)


def _saved(tally: Tally, event: e.DeathSaveRolled) -> None:
    """A-HP-6: 1 health point."""
    if event.critical:
        tally.has(event.who, 1)


def _protection(tally: Tally, event: e.ProtectionUsed) -> None:
    """A closed sheet says neither what protects nor what is left."""
    if event.protection:
        tally.stops(event.target, event.raw - event.final)


def _checked(tally: Tally, event: e.CheckRolled) -> None:
    """A-GEN-4. Attacks and defences are rolled against each other: nothing is known beforehand that they must reach.
    Whoever was not told the attribute expects nothing."""
    if event.attribute:
        tally.rolls(event.who, int(event.success), _likely(rolls.one_in(event.attribute, SIDES), event.mode))


def _gained(tally: Tally, event: e.StatusGained) -> None:
    """A-STA-4: whoever loses consciousness is out of the fight, however few the wounds."""
    if event.name == "unconscious":
        tally.falls_down(event.who)


def _likely(once: Fraction, mode: str) -> Fraction:
    """A-GEN-2: of two dice the better or the worse counts."""
    return {"adv": 1 - (1 - once) ** 2, "dis": once**2}.get(mode, once)


TALLY: Mapping[type[Event], Callable[[Tally, Any], None]] = {
    e.CombatantAdded: _added,
    e.GmAdjusted: _adjusted,
    e.DeathSaveRolled: _saved,
    e.CheckRolled: _checked,
    e.HitsRolled: lambda tally, event: tally.strikes(event.attack, event.who, event.target),
    e.ProtectionUsed: _protection,
    e.StaminaSpent: lambda tally, event: tally.spends(event.who, event.amount),
    e.StaminaRefunded: lambda tally, event: tally.spends(event.who, -event.cost),
    e.BreatherTaken: lambda tally, event: tally.regains(event.who, event.amount),
    e.HealthLost: lambda tally, event: tally.harms(event.who, event.amount, left=event.hp),
    e.CombatantDown: lambda tally, event: tally.falls_down(event.who),
    e.StatusGained: _gained,
    e.CombatantDied: lambda tally, event: tally.falls_down(event.who),
    e.AttackEnded: lambda tally, event: tally.ends(event.attack),
}
