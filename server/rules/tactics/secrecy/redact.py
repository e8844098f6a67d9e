"""What the declarations of Tactics' events and state can't say (specification 2.5, 3.4).

Of a player's character all who see it learn everything. Of one of the GM's they learn what happens, what it holds, its
stance and its plan; its numbers are the GM's, unless the table says otherwise. What tells of two combatants' numbers is
told to those who may know both. Whoever did not see it when the round began learns of plan and tactics nothing in this
round, even if it shows itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.disclosure import NAME, WHOLE, Disclosure
from server.core.knowing.viewer import NOBODY, Hidden, Viewer, Witness
from server.core.memo import Newest
from server.core.state import Play, State
from server.core.system import Roll, open_if_seen
from server.core.terms import Term
from server.kit.order import order_told
from server.rules.tactics.acts.attack import SECRET
from server.rules.tactics.secrecy.closed_sheet import closed_gear, closed_sheet
from server.rules.tactics.state import events as e
from server.rules.tactics.state.plan import Plan
from server.rules.tactics.state.state import Answer, Attack, Combatant, Game, Record

Told = dict[str, Any]

TARGETS_TERMS = ("defence", "helpers", "dT", "size", "runner")
"""Terms of an attack roll that tell of the target."""
OPEN_VALUES = ("status", "in_hand", "broken", "full_defense")
"""Values set by the GM that everybody sees."""


# --- combatants ------------------------------------------------------------------------------------------------------


def _combatant(viewer: Viewer, combatant: Combatant, who: str) -> Told:
    reads = viewer.reads(who)
    return {
        "sheet": combatant.sheet if reads else closed_sheet(combatant.sheet, combatant.gear),
        "gear": combatant.gear if reads else closed_gear(combatant.gear),
        "record": _record(viewer, combatant, who, reads),
        "last": combatant.last if reads else None,
    }


def _is_unaware(viewer: Viewer, combatant: Combatant | None, who: str) -> bool:
    """D-SEC-2, D-SEC-5: did it not see this one when the round began?"""
    return bool(combatant and combatant.unaware and not viewer.plays(who) and viewer.is_among(combatant.unaware))


def _record(viewer: Viewer, combatant: Combatant, who: str, reads: bool) -> Record:
    record = combatant.record
    if _is_unaware(viewer, combatant, who):
        done = tuple(action for action in record.plan if action.id in record.performed)
        return Record(
            plan=_plan(viewer, done), performed=record.performed, initiative=record.initiative, gone=record.gone,
            yielded=record.yielded,
        )  # fmt: skip
    if not viewer.hidden and reads:
        return record
    now = replace(
        record, plan=_plan(viewer, record.plan), locked_plan=_plan(viewer, record.locked_plan),
        counter={other: n for other, n in record.counter.items() if viewer.sees(other)},
        counters={other: n for other, n in record.counters.items() if viewer.sees(other)},
        struck=viewer.seen(record.struck), run_at=viewer.name(record.run_at),
    )  # fmt: skip
    if reads:
        return now
    now = replace(now, counter={}, counters={}, run_cm=None, revisions=0, waived=0)
    return now if record.exact else replace(now, oT=None, dT=0)


def _plan(viewer: Viewer, plan: Plan) -> Plan:
    """D-SEC-3: the names of hidden ones are withheld."""
    if not viewer.hidden:
        return plan
    return tuple(replace(action, targets=viewer.seen(action.among)) for action in plan)


def _attack(viewer: Viewer, attack: Attack, _who: str) -> Told | None:
    """Of somebody hidden who is in an area by chance nobody learns who does not see that one. What the GM has said of
    an attack is told to those who see both. Where whoever answers is asked in secret, so is what was answered."""
    if attack.name.startswith(SECRET) and not viewer.sees(attack.target):
        return None
    told: Told = {"answers": _answers(viewer, attack)}
    if viewer.sees(attack.who) and viewer.sees(attack.target):
        told |= {"superior": attack.superior, "burst": attack.burst, "projectile": attack.projectile}
    return told


def _answers(viewer: Viewer, attack: Attack) -> dict[str, Answer]:
    in_secret = viewer.is_secret(attack.who) and viewer.is_secret(attack.target)
    shown = {who: each for who, each in attack.answers.items() if viewer.sees(who)}
    return {
        who: each if viewer.reads(who) else replace(each, D=0)
        for who, each in shown.items()
        if viewer.plays(who) or not in_secret
    }


# --- events: planning ------------------------------------------------------------------------------------------------


def _added(viewer: Viewer, event: e.CombatantAdded, who: str) -> Told:
    return {"sheet": event.sheet if viewer.reads(who) else closed_sheet(event.sheet)}


def _hides(witness: Witness, who: str) -> bool:
    game: Game = witness.after.play.game
    return _is_unaware(witness, game.combatants.get(who), who)


def _tactics(witness: Witness, event: e.TacticsSet, who: str) -> Told | None:
    """D-TAC-3."""
    game: Game = witness.after.play.game
    is_open = witness.reads(who) or game.options.npc_stance == "exact"
    return WHOLE if is_open and not _hides(witness, who) else None


def _stance(witness: Witness, _event: e.StanceAnnounced, who: str) -> Told | None:
    return None if _hides(witness, who) else WHOLE


def _declared(witness: Witness, event: e.ActionsDeclared, who: str) -> Told | None:
    if _hides(witness, who):
        return None
    return {"plan": _plan(witness, event.plan), "revisions": event.revisions if witness.reads(who) else 0}


def _changed(witness: Witness, event: e.ActionsChanged, who: str) -> Told | None:
    if _hides(witness, who):
        return None
    numbers = {"changed": event.changed, "total_penalty": event.total_penalty, "committed": event.committed}
    return {"plan": _plan(witness, event.plan), **numbers}


# --- events: attacks -------------------------------------------------------------------------------------------------


def _is_by_chance(viewer: Viewer, event: Any) -> bool:
    return f"/{SECRET}" in event.attack and not viewer.sees(event.target)


def _area(viewer: Viewer, event: Any, _who: str) -> Told | None:
    return None if _is_by_chance(viewer, event) else {}


def _hits(viewer: Viewer, event: e.HitsRolled, who: str) -> Told | None:
    """3.4: the number and its parts, what is left over."""
    if _is_by_chance(viewer, event):
        return None
    mine, theirs = viewer.reads(who), viewer.reads(event.target)
    if mine and theirs:
        return WHOLE
    told: tuple[Term, ...] = tuple(term for term in event.terms if (theirs if term.key in TARGETS_TERMS else mine))
    return {"terms": told}


def _protection(viewer: Viewer, event: e.ProtectionUsed, who: str) -> Told | None:
    knows = viewer.reads(who) and viewer.reads(event.target)
    return WHOLE if knows and not _is_by_chance(viewer, event) else None


def _sundered(viewer: Viewer, event: e.SunderChecked, who: str) -> Told:
    return WHOLE if viewer.reads(who) and (not event.foe or viewer.reads(event.foe)) else {}


# --- events: the GM --------------------------------------------------------------------------------------------------


def _adjusted(viewer: Viewer, event: e.GmAdjusted, who: str) -> Told | None:
    return WHOLE if event.value_of in OPEN_VALUES or viewer.reads(who) else None


def _order(witness: Witness, event: e.OrderSet, _who: str) -> Told | None:
    return order_told(witness, event, witness.hidden)


def gone(state: State) -> Hidden:
    """Who was taken off the table, but is still named by plans or by an attack in progress. It is asked for each of
    those who are told."""
    found: Hidden = GONE.of(state.play)
    return found


def _gone(play: Play) -> Hidden:
    game: Game = play.game
    named = {target for each in game.combatants.values() for action in each.record.plan for target in action.among}
    named |= set(game.deed.queue) if game.deed is not None else set()
    left = named - play.pieces.keys() - game.objects.keys()
    return frozenset(left) if left else NOBODY


GONE = Newest(_gone)


def open_roll(state: State, roll: Roll) -> bool:
    """Every seat sees the rolls of combatants in sight, but for those at somebody hidden in an area."""
    return not roll.name.startswith(SECRET) and open_if_seen(state, roll)


REDACT: dict[type[Any], Callable[[Any, Any, str], Told | None]] = {
    Combatant: _combatant,
    Attack: _attack,
    e.CombatantAdded: _added,
    e.TacticsSet: _tactics,
    e.StanceAnnounced: _stance,
    e.ActionsDeclared: _declared,
    e.ActionsChanged: _changed,
    e.OrderSet: _order,
    e.AttackDeclared: _area,
    e.AttackOver: _area,
    e.DamageRolled: _area,
    e.HitsRolled: _hits,
    e.ProtectionUsed: _protection,
    e.SunderChecked: _sundered,
    e.GmAdjusted: _adjusted,
}

TOPIC: dict[str, Disclosure] = {"who": NAME, "target": NAME, "tied": NAME}
