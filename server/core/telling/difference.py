"""The difference of two views in the words of the table: who gains or loses what. Shapes nothing, knows no system."""

from typing import Any

import msgspec

from server.core.view import CombatantView, Track, View


class Change(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One thing that differs. `kind`: track, condition, place, order, turn, prompt, stage, round, joins, leaves, gear,
    stance, hidden, out."""

    kind: str
    who: str = ""
    key: str = ""
    towards: str = ""
    """Of a stance: the combatant against whom it counts."""
    before: Any = None
    after: Any = None


def difference(a: View, b: View) -> list[Change]:
    """What changes for the table from `a` to `b`."""
    changes: list[Change] = []
    for kind in ("stage", "round", "turn", "order"):
        before, after = getattr(a, kind), getattr(b, kind)
        if before != after:
            changes.append(Change(kind=kind, before=before, after=after))
    for who in sorted({*a.combatants, *b.combatants}):
        changes += _combatant(who, a.combatants.get(who), b.combatants.get(who))
    before, after = _prompt(a), _prompt(b)
    if before != after:
        changes.append(Change(kind="prompt", before=before, after=after))
    return changes


def _prompt(view: View) -> Any:
    """Where all have answered nobody is asked: the server goes on by itself."""
    decision = view.decision
    if isinstance(decision, msgspec.UnsetType):
        return None
    waiting = sorted(who for who, ask in decision.asks.items() if not ask.answered)
    return {"kind": decision.kind, "asks": waiting} if waiting else None


def _combatant(who: str, a: CombatantView | None, b: CombatantView | None) -> list[Change]:
    if a is None or b is None:
        return [Change(kind="leaves" if b is None else "joins", who=who)]
    if a is b or a == b:
        return []
    changes = []
    if (a.x, a.y) != (b.x, b.y):
        changes.append(Change(kind="place", who=who, before=_place(a), after=_place(b)))
    for key in sorted({*a.tracks, *b.tracks}):
        before, after = a.tracks.get(key), b.tracks.get(key)
        if before != after:
            changes.append(_track(who, key, before, after))
    for key in sorted({*a.conditions, *b.conditions}):
        if a.conditions.get(key) != b.conditions.get(key):
            changes.append(_values("condition", who, key, a.conditions.get(key), b.conditions.get(key)))
    if a.gear != b.gear:
        changes.append(Change(kind="gear", who=who, before=a.gear, after=b.gear))
    changes += _stances(who, _stance(a), _stance(b))
    return changes + [
        Change(kind=kind, who=who, before=getattr(a, kind), after=getattr(b, kind))
        for kind in ("hidden", "out")
        if getattr(a, kind) != getattr(b, kind)
    ]


def _stance(view: CombatantView) -> dict[tuple[str, str], str]:
    return {(each.label, each.towards): each.text for each in view.stance}


def _stances(who: str, a: dict[tuple[str, str], str], b: dict[tuple[str, str], str]) -> list[Change]:
    changes = []
    for at in sorted({*a, *b}):
        before, after = a.get(at), b.get(at)
        if before != after:
            changes.append(Change(kind="stance", who=who, key=at[0], towards=at[1], before=before, after=after))
    return changes


def _track(who: str, key: str, before: Track | None, after: Track | None) -> Change:
    """The values of a track before and after; where only the most there can be differs, these with it."""
    if before is not None and after is not None and before.value == after.value:
        return _values("track", who, key, f"{before.value}/{before.max or 0}", f"{after.value}/{after.max or 0}")
    return _values("track", who, key, before and before.value, after and after.value)


def _values(kind: str, who: str, key: str, before: Any, after: Any) -> Change:
    return Change(kind=kind, who=who, key=key, before=before, after=after)


def _place(view: CombatantView) -> Any:
    return None if isinstance(view.x, msgspec.UnsetType) else [view.x, view.y]
