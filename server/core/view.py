"""What one audience may know, shaped for clients: one form for all systems, built up from nothing.

A client draws any system from this, the options and the system's catalogue. `known` has already decided what is
visible; this file only shapes. No null: what is absent is left out. Order is a list of ids beside a map; lengths are
whole centimetres; map keys never look like integers.

The catalogue of a system (`System.catalog`), by language (`en`, `de`):
  labels  key -> text, for option keys, groups, tracks, conditions, phases, decision kinds, params
  lines   event type -> sentence of the log with `{field}` placeholders, a number with its noun as in
          `{wounds wound|wounds}`, a list with its verb as in `{members waits|wait}`, of a yes or no one of two words,
          as in `{hit hits|misses}`; combatant ids become names, keys what they are called, and `{text!}` stays as
          people have written it. Events behind one another that say the same of others become one line where there
          is a verb for several, as in `{who has|have}`. A `[stretch]` is left out where one of its fields is missing,
          0 or no, and `[?text]` stands where all stretches before it are left out. `Type:field=value` is the
          sentence of events with this value there, `Type:field=value,other=0` of those with both, in the order of the
          event's fields; `Type:Next` of those that such an event follows at once. An empty `Type:Next` also says that
          the log need not say the first any more once a later update of the same act tells the second of the same
          `who`
  icons   key -> name of a drawing (client_demo/src/view/parts/signs.svg); under `die` the sides of the usual die
  plain   key of a condition of which people are not shown the level -> true
  problems  code of `Unfit` -> sentence, for each language but English
  names   a name in the demo or the tutorial, also of a side or the whole -> what it is for each language but English:
          put in when a table is laid by people of that language
  refusals  code -> sentence for each language but English, which is `System.texts`
  stories  title of a demo -> what it is about, in two sentences: nothing that a player may not know
  terms   key of a track, condition, stance or fact (of `weapon.bow` its first part) -> what it means, in one sentence
and, not by language but as pairs (English, German):
  options name of a table option -> what it is called; `name.hint` -> a sentence; `name.value` -> a value's name
  outcomes  what came of an act, in a few words, read from the events that a viewer was told of. By part, event type
          -> template; `Type:field=value,other` holds only for events with this value there, and something in `other`.
          The first that fits counts
    roll  opens the outcome of what `who` did to `target`, or says anew what was rolled
    check  the same of what `who` did by itself, or with a `target` at which nothing was struck: a throw, a test of
           skill. Within an attack it is a part of that
    defence  what the target, the event's `who`, has done against it; where nothing has hit it stands in the roll's
           place
    harm  what it did to the target, the event's `who`; stands in the roll's place
    fate  what becomes of the target; stands behind
    over  the act of `who` is over. Where it has hit, and no harm was told of, this is said
    best  for a pool: not words but the fields that count its hits; as many of its best dice are drawn as hits
"""

from collections.abc import Callable, Collection, Mapping
from itertools import compress
from operator import is_not
from typing import Any

import msgspec
from msgspec.structs import astuple

from server.core.deciding.standing import own_stops, passing
from server.core.ids import GM, PUBLIC, Position
from server.core.memo import Derived, Memo
from server.core.state import Decision, Ledger, Piece, Seat, State, UndoRequest
from server.core.system import System
from server.core.telling.shown import Area, Circle, Figure, Marker, Planned, Shown, Stance, Track


class CombatantView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A combatant as the audience knows it."""

    name: str
    side: str
    x: int | msgspec.UnsetType = msgspec.UNSET
    y: int | msgspec.UnsetType = msgspec.UNSET
    seat: str = GM
    hidden: bool = False
    aware: tuple[str, ...] = ()
    """Who notices it although it is hidden: to the GM combatants and parties (`side:<side>`), to others their own."""
    tracks: dict[str, Track] = {}
    conditions: dict[str, int] = {}
    stance: tuple[Stance, ...] = ()
    plan: tuple[Planned, ...] = ()
    gear: tuple[str, ...] = ()
    facts: dict[str, str] = {}
    """The sheet for people. `group`, with whom it takes turns together, stands in the order, too."""
    out: bool = False


class AskView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One combatant that is asked, and whether it has answered. `passes`: it will pass by itself; of own ones only."""

    answered: bool = False
    must: bool = True
    passes: bool = False


class DecisionView(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The question that the game waits for. `closes_at`: ms since the epoch."""

    id: str
    kind: str
    asks: dict[str, AskView] = {}
    topic: dict[str, Any] = {}
    closes_at: int | msgspec.UnsetType = msgspec.UNSET


class SeatView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A place at the table. How a player's seat was taken stands in the GM's view alone. What a player is called
    does, too; but it is no secret: it is told to everybody when they sit down by the code (`SeatClaimed`)."""

    name: str
    role: str
    taken: str = ""
    """By `code` or `link`."""
    player: str = ""
    """What whoever came by the code is called."""


class ClaimView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody at the door who waits for the GM's word."""

    seat: str
    player: str = ""


class RequestView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player's wish to have something taken back. `to`: where play would go, for the GM only."""

    seat: str
    reason: str = ""
    to: Position | msgspec.UnsetType = msgspec.UNSET
    yes: int = 0
    no: int = 0


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Everything one audience may know."""

    encounter: str
    title: str
    system: str
    stage: str
    """setup, running, ended or closed"""
    phase: str
    round: int = 0
    turn: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    combatants: dict[str, CombatantView] = {}
    areas: dict[str, Area] = {}
    circles: dict[str, Circle] = {}
    markers: dict[str, Marker] = {}
    decision: DecisionView | msgspec.UnsetType = msgspec.UNSET
    act: dict[str, Any] = {}
    dice_for: str = ""
    """Who has to type dice."""
    seats: dict[str, SeatView] = {}
    paused: bool = False
    held: bool = False
    redo: bool = False
    requests: dict[str, RequestView] = {}
    """Players' wishes to have something taken back, by the id that an answer names."""
    door: int = 0
    """Which door is open (1, 2, …), for the GM; its code is the server's to tell."""
    claims: dict[str, ClaimView] = {}
    """Who waits there, by the id that an answer names; for the GM."""
    votes: bool = False
    """Players decide on these wishes too."""
    auto_pass: tuple[str, ...] = ()
    """Kinds of decisions on which this audience's seat always passes."""
    stops: dict[str, dict[str, int]] = {}
    """At which moments its own combatants are asked, each with the least size that counts; who is not in it is asked
    always."""
    reveal: str = "end"
    """What replays show once the encounter is closed: never (each what it saw), end (all), gm (the GM decides)."""
    revealed: bool = False
    """Everybody may look through everybody's eyes."""
    delay_s: float = 0
    delay_turns: int = 0
    """How much later spectators see everything: seconds, and ended turns."""


def view(system: System, state: State, audience: str) -> View:
    """Shape what `audience` knows; `state` comes from `known`."""
    play, ledger = state.play, state.ledger
    shown = system.show(state, audience)
    return View(
        encounter=ledger.encounter,
        title=ledger.title,
        system=ledger.system,
        stage="closed" if ledger.closed else play.phase,
        phase=shown.phase,
        round=shown.round,
        turn=shown.turn,
        order=shown.order,
        combatants=_combatants(play.pieces, shown.figures, ledger, audience),
        areas=shown.areas,
        circles=shown.circles,
        markers=shown.markers,
        **chosen(system, state, audience),
        act=shown.act,
        dice_for=play.parked.who if play.parked else "",
        seats=_seats(ledger, audience),
        paused=play.paused,
        held=play.is_held and audience == GM,
        redo=bool(ledger.redo) and audience == GM,
        requests={id: _request(request, audience) for id, request in ledger.requests.items()},
        door=ledger.door.number if audience == GM else 0,
        claims=_claims(ledger) if audience == GM else {},
        votes=bool(ledger.table and ledger.table.undo_vote),
        reveal=ledger.table.reveal if ledger.table else "end",
        revealed=ledger.is_revealed,
        delay_s=ledger.table.delay_s if ledger.table else 0,
        delay_turns=ledger.table.delay_turns if ledger.table else 0,
    )


def chosen(system: System, state: State, audience: str) -> dict[str, Any]:
    """The fields that are the audience's alone, whoever else knows the same: what it has chosen for itself, and what
    that makes of the open question."""
    play = state.play
    return {
        "decision": _decision(play.decision, play.paused, passing(system, state, audience)),
        "auto_pass": play.auto_pass.get(audience.removeprefix("seat:"), ()),
        "stops": own_stops(system, state, audience),
    }


_NOTHING = Figure()
_SEATS = Memo(16)
_SEEN = Derived(64)
_LATELY = Memo(256)
"""What many audiences see alike of one commit."""


def _seats(ledger: Ledger, audience: str) -> dict[str, SeatView]:
    shaped = _gms_seat if audience == GM else _seat
    return _SEATS.of((ledger.seats,), shaped.__name__, _seat_views, ledger.seats, shaped)


def _seat_views(seats: Mapping[str, Seat], shaped: Callable[[Seat], SeatView]) -> dict[str, SeatView]:
    return {id: shaped(seat) for id, seat in seats.items() if not seat.revoked}


def _seat(seat: Seat) -> SeatView:
    return SeatView(seat.name, seat.role)


def _gms_seat(seat: Seat) -> SeatView:
    taken = "code" if seat.claimed else "link" if seat.taken else ""
    return SeatView(seat.name, seat.role, taken, seat.player)


def _claims(ledger: Ledger) -> dict[str, ClaimView]:
    waiting = {id: claim for id, claim in ledger.claims.items() if not claim.is_refused}
    free = ledger.free_seats() if waiting else ()
    return {id: ClaimView(claim.seat, claim.player) for id, claim in waiting.items() if claim.seat in free}


def _combatants(
    pieces: Mapping[str, Piece], figures: Mapping[str, Figure], ledger: Ledger, audience: str
) -> dict[str, CombatantView]:
    """Everybody's view. Whose figure is the same object as last time keeps its view, unless somebody has moved."""
    if len(figures) != len(pieces):
        figures = {who: figures.get(who, _NOTHING) for who in pieces}

    def shaped(who: str, figure: Figure) -> CombatantView:
        piece, seat = pieces[who], ledger.controller(who)
        return _LATELY.of((piece, figure), seat, _combatant, piece, figure, seat)

    return _SEEN.of((ledger.encounter, audience), (pieces, ledger.control), figures, shaped)


def _combatant(piece: Piece, figure: Figure, seat: str) -> CombatantView:
    x, y = piece.at if piece.at is not None else (msgspec.UNSET, msgspec.UNSET)
    return CombatantView(
        name=piece.name,
        side=piece.side,
        x=x,
        y=y,
        seat=GM if seat == GM else seat,  # one read from the log is another object, and would not be left out
        hidden=piece.seen_by is not None,
        aware=piece.aware,
        tracks=figure.tracks,
        conditions=figure.conditions,
        stance=figure.stance,
        plan=figure.plan,
        gear=figure.gear,
        facts=figure.facts,
        out=figure.out,
    )


def _request(request: UndoRequest, audience: str) -> RequestView:
    yes = sum(request.votes.values())
    to = request.to if audience == GM else msgspec.UNSET
    return RequestView(request.seat, request.reason, to, yes, len(request.votes) - yes)


def _decision(decision: Decision | None, paused: bool, passes: Collection[str]) -> DecisionView | msgspec.UnsetType:
    if decision is None:
        return msgspec.UNSET
    runs = decision.remaining_ms is not None and not paused
    return DecisionView(
        id=decision.id,
        kind=decision.kind,
        asks={who: AskView(ask.answer is not None, ask.must, who in passes) for who, ask in decision.asks.items()},
        topic=decision.topic,
        closes_at=decision.opened_at + (decision.remaining_ms or 0) if runs else msgspec.UNSET,
    )


Diff = Callable[[dict[str, Any], dict[str, Any]], Any]
"""Makes the patch from one map to another."""


def builtins(view: View, last: tuple[View, dict[str, Any]] | None = None) -> dict[str, Any]:
    """The view as plain maps, lists and scalars, for patches.

    `last`: an earlier view and its builtins; what is equal to it becomes the same objects, however deep it lies, so
    that a patch finds the differences without looking at the rest."""
    shaped: dict[str, Any] = builtins_since(view, last, lambda _old, _new: {})[0] if last else msgspec.to_builtins(view)
    return shaped


def builtins_since(view: View, last: tuple[View, dict[str, Any]], diff: Diff) -> tuple[dict[str, Any], dict[str, Any]]:
    """The builtins, and the patch that leads to them from those of the earlier view: what is equal need be looked for
    only once. `diff` is asked about maps that are shaped as a whole."""
    shown, patch = _fields(view, *last, diff)
    return shown, patch or {}


def _plain(value: Any, old: Any, plain: Any, diff: Diff) -> tuple[Any, Any]:
    """A value that is not equal to the old one, with all of `plain`, the old one's, that is equal; and the patch from
    there, None where there is none to make."""
    kind = type(value)
    if kind is type(old) and plain is not None:
        if kind is dict:
            return _entries(value, old, plain, diff)
        if kind in _PARTLY:
            return _fields(value, old, plain, diff)
    shaped = msgspec.to_builtins(value)
    if type(shaped) is dict and type(plain) is dict:
        return shaped, diff(plain, shaped) or None
    return shaped, shaped


def _entries(
    value: dict[str, Any], old: dict[str, Any], plain: dict[str, Any], diff: Diff
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The same of a map."""
    new, patch = dict[str, Any](), dict[str, Any]()
    for key in compress(value, map(is_not, value.values(), map(old.get, value))):
        if value[key] != old.get(key):
            new[key], change = _plain(value[key], old.get(key), plain.get(key), diff)
            if change is not None:
                patch[key] = change
    if list(value) == list(old):
        return {**plain, **new}, patch or None
    gone = {key: None for key in plain if key not in value}
    return {key: new[key] if key in new else plain[key] for key in value}, {**gone, **patch} or None


def _fields(value: Any, old: Any, plain: dict[str, Any], diff: Diff) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The same of a Struct, field by field; what is as it is by default is left out."""
    names, defaults = _PARTLY[type(value)]
    shown, in_order = {**plain}, True
    gone, patch = dict[str, Any](), dict[str, Any]()
    values, olds = astuple(value), astuple(old)
    fields = zip(names, defaults, values, olds, strict=True)
    for name, default, now, was in compress(fields, map(is_not, values, olds)):
        if now == was:
            continue
        if now is default or (now == {} and default is not msgspec.NODEFAULT):
            if shown.pop(name, None) is not None:
                gone[name] = None
        else:
            before = plain.get(name)
            in_order = in_order and before is not None
            shown[name], change = _plain(now, was, before, diff)
            if change is not None:
                patch[name] = change
    if not in_order:
        shown = {name: shown[name] for name in filter(shown.__contains__, names)}
    return shown, {**gone, **patch} if gone else patch or None


def _form(kind: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The names of a Struct's fields, and what each is by default, if it need not be there."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    needed = len(names) - len([each for each in defaults if each is not msgspec.NODEFAULT])
    return names, (*[msgspec.NODEFAULT] * needed, *defaults[needed - len(names) :])


_PARTLY = {kind: _form(kind) for kind in (View, CombatantView, DecisionView)}
"""What seldom changes as a whole."""


__all__ = [
    "PUBLIC",
    "Area",
    "AskView",
    "Circle",
    "ClaimView",
    "CombatantView",
    "DecisionView",
    "Figure",
    "Marker",
    "Planned",
    "SeatView",
    "Shown",
    "Stance",
    "Track",
    "View",
    "builtins",
    "builtins_since",
    "view",
]
