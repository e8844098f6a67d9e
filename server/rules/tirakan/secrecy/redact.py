"""What an audience learns of one of Tirakan's events: the event, a poorer one, or nothing. Predicates are in `known`.

Hidden combatants named in an event's `mentions` are masked by core afterwards; here is what core can't know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from server.core.events import Event
from server.core.ids import GM
from server.core.secrecy import owns
from server.core.state import State
from server.rules.tirakan import events as e
from server.rules.tirakan.events.registry import EVENTS
from server.rules.tirakan.secrecy.closed_sheet import MASKED, closed_sheet
from server.rules.tirakan.secrecy.known import Hidden, is_open, is_seen, known_deed, seen

Rule = Callable[[State, Any, str, Hidden], Event | None]


def redact(before: State, event: Event, after: State, audience: str, hidden: Hidden) -> Event | None:
    """What the audience learns; the event itself where it may know all of it."""
    if audience == GM:
        return event
    rule = _RULES.get(type(event))
    return event if rule is None else rule(after, event, audience, hidden)


def _bare(*fields: str) -> Rule:
    """Without these numbers and the terms, unless the sheet of `who` is open."""

    def rule(state: State, event: Any, audience: str, _hidden: Hidden) -> Event:
        if is_open(state, audience, event.who):
            return event  # type: ignore[no-any-return]
        return replace(event, terms=(), **dict.fromkeys(fields, MASKED))  # type: ignore[no-any-return]

    return rule


def _hits(state: State, event: e.HitsRolled, audience: str, hidden: Hidden) -> Event:
    if not is_open(state, audience, event.who):
        event = replace(event, M=MASKED, K=MASKED, aim=MASKED, accurate=MASKED, chain=MASKED, inflicts={}, terms=())
    if event.who in hidden:
        event = replace(event, weapon="", hand="main", distance_cm=0)
    return event


def _if_open(state: State, event: Any, audience: str, _hidden: Hidden) -> Event | None:
    """Nothing at all about a closed sheet."""
    return event if is_open(state, audience, event.who) else None


def _added(state: State, event: e.CombatantAdded, audience: str, _hidden: Hidden) -> Event:
    return event if is_open(state, audience, event.who) else replace(event, sheet=closed_sheet(event.sheet))


def _aim(state: State, event: e.AimChanged, audience: str, hidden: Hidden) -> Event | None:
    """Everybody who sees it sees that it aims, and at whom."""
    if event.who in hidden:
        return None
    return event if is_open(state, audience, event.who) else replace(event, bonus=MASKED)


def _cover_rolled(state: State, event: e.CoverRolled, audience: str, hidden: Hidden) -> Event | None:
    """Of somebody hidden its attacker sees only that hits are gone."""
    if event.target in hidden:
        bare = replace(event, level=MASKED, source="", critical_faces=(), normal_faces=(), terms=())
        return bare if event.hits else None
    return event if is_open(state, audience, event.target) else replace(event, terms=())


def _wounds(state: State, event: e.WoundsTaken, audience: str, _hidden: Hidden) -> Event:
    return event if is_open(state, audience, event.who) else replace(event, boost_used=MASKED)


def _declared(_state: State, event: e.ActionDeclared, _audience: str, hidden: Hidden) -> Event:
    if not hidden.intersection((event.who, event.target)):
        return event
    path = () if event.who in hidden else event.path
    return replace(event, deed=known_deed(event.deed, event.who, hidden), path=path)


def _refused(_state: State, event: e.ActionRefused, _audience: str, hidden: Hidden) -> Event:
    """The target of somebody unseen learns that nothing comes of it, not why."""
    return replace(event, reason="refused") if event.who in hidden else event


def _reaction(_state: State, event: e.ReactionDeclared, _audience: str, hidden: Hidden) -> Event:
    deed = known_deed(event.reaction, event.who, hidden)
    return event if deed is event.reaction or deed is None else replace(event, reaction=deed)


def _phase_opened(_state: State, event: e.PhaseWindowOpened, _audience: str, hidden: Hidden) -> Event:
    if not hidden:
        return event
    return replace(event, last_actor=seen(event.last_actor, hidden), eligible=_visible(event.eligible, hidden))


def _visible(people: tuple[str, ...], hidden: Hidden) -> tuple[str, ...]:
    return tuple(who for who in people if who not in hidden)


def _in_order(
    state: State, event: e.ReactionWindowClosed | e.PhaseWindowClosed, _audience: str, hidden: Hidden
) -> Event | None:
    if not hidden:
        return event
    return replace(event, order=_visible(event.order, hidden)) if _sees(state, event.action_id, hidden) else None


def _opened(state: State, event: e.ReactionWindowOpened, _audience: str, hidden: Hidden) -> Event | None:
    return event if not hidden or _sees(state, event.action_id, hidden) else None


def _sees(state: State, action_id: str, hidden: Hidden) -> bool:
    """An act that the audience does not see has no window either."""
    frame = next((frame for frame in state.play.game.frames if frame.id == action_id), None)
    return frame is None or is_seen(frame, hidden)


def _order(_state: State, event: e.InitiativeOrderSet, _audience: str, hidden: Hidden) -> Event | None:
    """Only totals: what breaks ties is on the sheet."""
    keys = {who: type(key)(key.total) for who, key in event.keys.items() if who not in hidden}
    if event.keys and not keys:
        return None
    return replace(event, order=_visible(event.order, hidden), keys=keys)


def _tie(_state: State, event: e.InitiativeTieBroken, _audience: str, hidden: Hidden) -> Event | None:
    """A roll-off with somebody hidden is told to those who see all of them."""
    return None if hidden.intersection(event.who) else event


def _perception(state: State, event: e.PerceptionSet, audience: str, hidden: Hidden) -> Event | None:
    """Only the one whose perception it is."""
    return event if owns(state, audience, event.who) and not hidden.intersection((event.who, event.other)) else None


def _both(*fields: str) -> Rule:
    """Nothing where one of these is hidden."""

    def rule(_state: State, event: Any, _audience: str, hidden: Hidden) -> Event | None:
        return None if hidden.intersection(getattr(event, field) for field in fields) else event

    return rule


def _started(_state: State, event: e.CombatStarted, _audience: str, hidden: Hidden) -> Event:
    return replace(event, instigator=seen(event.instigator, hidden)) if hidden else event


def _improved(state: State, event: e.RollImproved, audience: str, hidden: Hidden) -> Event:
    """Of a defence by somebody hidden only what it changes is seen, not its dice."""
    if event.who in hidden and event.roll != "hit":
        event = replace(event, bonus=0, destiny=0, reroll=False, dice=(), destiny_dice=(), hits=(), N=0, C=0)
        event = replace(event, X=0, successes=0)
    return event if is_open(state, audience, event.who) else replace(event, M=MASKED, K=MASKED, terms=())


def _gm_only(_state: State, _event: Event, _audience: str, _hidden: Hidden) -> None:
    return None


SECRET_VALUES = ("sheet", "boost", "unit", "ammo", "blunt", "supportable", "may_dual_wield")


def _ruled(state: State, event: e.GMRuled, audience: str, hidden: Hidden) -> Event | None:
    """Rulings are public, but for those on somebody hidden and on numbers of closed sheets."""
    if event.ruling == "attack":
        return _circumstances(state, event, audience, hidden)
    if event.subject in hidden or event.reaction in hidden:
        return None
    closed = bool(event.subject) and not is_open(state, audience, event.subject)
    if event.ruling == "set" and closed and event.value_of in SECRET_VALUES:
        return None
    return event


def _circumstances(state: State, event: e.GMRuled, audience: str, hidden: Hidden) -> Event | None:
    """T-GM-1: of an attack by or on somebody hidden that it comes from behind: no one can dodge it, and the act shows
    it to all who see the act."""
    frame = next((frame for frame in state.play.game.frames if frame.id == event.action_id), None)
    if frame is not None and hidden.intersection((frame.who, frame.target)):
        if event.from_behind is None or not is_seen(frame, hidden):
            return None
        return e.GMRuled(
            ruling="attack", action_id=event.action_id, subject=seen(event.subject, hidden),
            from_behind=event.from_behind,
        )  # fmt: skip
    return event if is_open(state, audience, frame.who if frame is not None else "") else replace(event, modifier=None)


_RULES: dict[type[Event], Rule] = {
    e.CombatantAdded: _added,
    e.CombatStarted: _started,
    e.PhaseEffectPlanned: _gm_only,
    e.InitiativeRolled: _bare(),
    e.InitiativeTieBroken: _tie,
    e.InitiativeOrderSet: _order,
    e.QuickReactionRolled: _bare("M"),
    e.PhaseWindowOpened: _phase_opened,
    e.PhaseWindowClosed: _in_order,
    e.ReactionWindowOpened: _opened,
    e.ReactionWindowClosed: _in_order,
    e.ActionDeclared: _declared,
    e.ActionRefused: _refused,
    e.ReactionDeclared: _reaction,
    e.AmmoSpent: _if_open,
    e.AmmoReturned: _if_open,
    e.HitsRolled: _hits,
    e.HitsReevaluated: _bare("M", "K"),
    e.DodgeRolled: _bare("M"),
    e.ParryRolled: _bare("M", "K"),
    e.CheckRolled: _bare("M"),
    e.CoverRolled: _cover_rolled,
    e.ThrowRolled: _bare("M"),
    e.RollStands: _gm_only,
    e.RollImproved: _improved,
    e.AimChanged: _aim,
    e.ReloadProgressed: _if_open,
    e.Reloaded: _if_open,
    e.ProtectionUsed: _if_open,
    e.ProtectionDeclined: _if_open,
    e.WoundsTaken: _wounds,
    e.PerceptionSet: _perception,
    e.CoverSet: _both("target", "source"),
    e.DistanceSet: _both("a", "b"),
    e.EnmitySet: _both("a", "b"),
    e.GMRuled: _ruled,
}

ALIKE = frozenset(EVENTS) - {e.PerceptionSet}
"""Who plays a combatant makes no difference to what is told of these."""
