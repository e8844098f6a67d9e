"""Random fights in which the GM takes back, redoes, amends and sets values, for the tests beside it.

Proves nothing itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from client_demo.choice import filled
from server.conformance.fights import SYSTEMS, demo, plain, seats, step
from server.core import intents as i
from server.core.dice import commitment_of
from server.core.errors import Rejected
from server.core.history import amend
from server.core.history.edits import without
from server.core.history.recorded_tail import act_in
from server.core.ids import GM, Position
from server.core.knowing.viewer import party_of
from server.core.state import Play
from server.past.rulings import ActCard, amendable, card
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from server.store.chain import seal
from server.store.log import ZERO_HASH, Entry


def laid(name: str, **table: Any) -> Rehearsal:
    """The system's demo encounter with these table options, and real server dice."""
    spec = demo(name)
    return Rehearsal(SYSTEMS[name], replace(spec, table=replace(spec.table, **table)), None)


def line(table: Rehearsal) -> list[Position]:
    """Where play can be taken back to: the line behind the reveal, newest first, without the head."""
    begun = max(1, table.state.ledger.begun)
    return [position for position in table.timeline.line() if position.version >= begun][1:]


def acts(table: Rehearsal) -> list[Position]:
    """What can be amended: the acts of the line, newest first."""
    return [position for position in table.timeline.line() if amendable(table.timeline, position)]


def storm(name: str, seed: int, steps: int = 40, **options: Any) -> Rehearsal:
    """A random fight with rewinds, redos and amendments in between."""
    table, luck = laid(name, **options), random.Random(seed)
    sit_down(table)
    for _ in range(steps):
        if not gust(table, luck):
            break
    return table


def gust(table: Rehearsal, luck: random.Random) -> bool:
    """One thing that happens in a storm; False when nobody can do anything."""
    if luck.random() < 0.2:
        rule(table, luck)
    elif luck.random() < 0.1:
        meddle(table, luck)
    else:
        return reveal(table) or throw(table, luck) or go_on(table) or step(table, luck)
    return True


def meddle(table: Rehearsal, luck: random.Random) -> None:
    """The GM does something that no combatant does, and that answers nothing."""
    intent = power(table, luck)
    if intent is not None:
        try:
            table.play(GM, intent)
        except Rejected:
            return  # two values that are offered one by one may not go together


def power(table: Rehearsal, luck: random.Random, but: str = "") -> dict[str, Any] | None:
    """What the GM could do that no combatant does, and that answers nothing; not an option with this key."""
    offered, seen = plain(table, GM)
    able = [option for option in offered if option.get("group") == "gm" and "reason" not in option]
    powers = [option for option in able if option["key"] != but]
    return filled(luck.choice(powers), seen, luck) if powers else None


def stir(table: Rehearsal, luck: random.Random) -> bool:
    """The GM removes, hides, shows, hands over or moves somebody; was there anybody, and was it taken?"""
    people = list(table.state.play.pieces)
    if not people:
        return False
    who, seats_here = luck.choice(people), seats(table)
    seen_by = tuple(luck.sample(seats_here, luck.randint(0, len(seats_here))))
    noticed = (luck.choice((*people, party_of(table.state.play.pieces[luck.choice(people)]))),)
    intent = luck.choice((
        i.RemoveCombatant(who=who),
        i.Hide(who=who, seen_by=seen_by),
        i.Hide(who=who, aware=noticed),
        i.Show(who=who),
        i.Show(who=who, to=noticed),
        i.HandOver(who=who, seat=luck.choice(seats_here)),
        i.SetPosition(who=who, at=(luck.randint(0, 1_500), luck.randint(0, 1_500))),
    ))  # fmt: skip
    try:
        table.play(GM, intent)
    except Rejected:
        return False  # it is seen already, or the seat can't see it
    return True


def sit_down(table: Rehearsal) -> None:
    """Every player brings a random value, which holds up the start until all are revealed."""
    for seat in seats(table):
        if seat != GM:
            table.submit(seat, i.Join(commitment=commitment_of(bytes.fromhex(ENCOUNTER), seat, _random_of(seat))))


def reveal(table: Rehearsal) -> bool:
    """One of them reveals it, where the start waits for that."""
    decision = table.state.play.decision
    if decision is None or decision.kind != "reveal":
        return False
    seat = decision.unanswered()[0]
    table.play(seat, i.Reveal(preimage=_random_of(seat)))
    return True


def throw(table: Rehearsal, luck: random.Random) -> bool:
    """The real dice that an act waits for are typed in, or left to the server."""
    parked = table.state.play.parked
    if parked is None:
        return False
    faces = tuple(luck.randint(1, parked.sides) for _ in range(parked.count))
    seat = table.state.ledger.controller(parked.who)
    table.play(seat, i.TypeDice(faces=faces) if luck.random() < 0.7 else i.ServerRolls())
    return True


def _random_of(seat: str) -> bytes:
    return seat.encode().ljust(32, b".")[:32]


def go_on(table: Rehearsal) -> bool:
    """The GM lets play go on after a rewind or an amendment, unless somebody has to answer first."""
    decision = table.state.play.decision
    if decision is None or not table.state.play.is_held or decision.unanswered():
        return False
    table.play("gm", i.Continue(decision=decision.id))
    return True


def rule(table: Rehearsal, luck: random.Random) -> None:
    """The GM goes back, forth, or changes what was."""
    back, kind = line(table), luck.choice(("rewind", "redo", "amend"))
    if kind == "rewind" and back:
        table.submit("gm", i.Rewind(to=luck.choice(back[:12])))
    elif kind == "redo" and table.state.ledger.redo:
        table.submit("gm", i.Redo())
    elif kind == "amend":
        change(table, luck)


def change(table: Rehearsal, luck: random.Random) -> amend.Preview | None:
    """Amend some act somehow, as previewed; the preview, None where it lacks dice or the rules refuse it."""
    here = acts(table)[:12]
    if not here:
        return None
    edits = (edit_of(table, luck.choice(here), luck),)
    try:
        seen = amend.preview(table.timeline, edits[0].at, edits)
        if seen.needs:
            return None
        table.submit("gm", i.Amend(target=edits[0].at, edits=edits, digest=seen.digest))
    except Rejected:
        return None
    return seen


def edit_of(table: Rehearsal, at: Position, luck: random.Random) -> i.Edit:
    """Some change of an act: other faces, other terms, another choice, or none of it happened."""
    shown = card(table.timeline, ActCard(at=at))
    faces = tuple(i.Die(d.roll, d.who, d.index, luck.randint(1, d.sides), d.depth) for d in shown.dice)
    terms = tuple(
        i.TermEdit(roll.roll, roll.who, term.key, term.value + luck.randint(-2, 2))
        for roll in shown.rolls
        for term in roll.terms
    )
    kind = luck.choice(("faces", "terms", "default", "struck"))
    if kind == "default" and shown.default:
        return i.Edit(at=at, intent=_plain(shown.default))
    if kind == "faces" and faces:
        return i.Edit(at=at, faces=faces)
    if kind == "terms" and terms:
        return i.Edit(at=at, terms=terms)
    return i.Edit(at=at, struck=True)


def same_as(table: Rehearsal, at: Position) -> i.Edit:
    """An edit that sets every face and every term of an act to what it was, and leaves it out where it was. It sets
    nothing that an older ruling changed at a later step of the act: the newest ruling would take that one back."""
    shown = card(table.timeline, ActCard(at=at))
    past, *later = amend.recorded(table.timeline, at)
    old = past.edit
    same = i.Edit(
        at=at,
        struck=old is not None and old.struck,
        faces=tuple(i.Die(d.roll, d.who, d.index, d.face, d.depth) for d in shown.dice),
        terms=tuple(
            i.TermEdit(roll.roll, roll.who, term.key, term.value) for roll in shown.rolls for term in roll.terms
        ),
    )
    for each in later:
        if each.edit is not None and act_in(each) == act_in(past):
            same = without(same, each.edit)
    return same


def fight_of(play: Play) -> tuple[Any, ...]:
    """What a play consists of beside its clocks and whether it is held."""
    questions = [(decision.id, decision.kind, decision.asks, decision.topic) for decision in play.decisions]
    return play.phase, play.game, play.pieces, questions, play.auto_pass, play.paused


def submitted(table: Rehearsal, after: Position) -> Iterator[tuple[str, i.Intent]]:
    """What people did on the line behind a position, oldest first: seat and intent."""
    tail: list[Position] = []
    for position in table.timeline.line():
        if position == after:
            break
        tail.append(position)
    for position in reversed(tail):
        sent = table.timeline.commit(position.version).submitted
        if sent.intent.by != "server":
            yield sent.seat, sent.intent


def _plain(intent: i.Intent) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(intent)
    return plain


def entries_of(table: Rehearsal) -> list[Entry]:
    """The log as it would be stored."""
    entries: list[Entry] = []
    for sealed in table.sealed:
        previous = entries[-1].hash if entries else ZERO_HASH
        version = sealed.commit.version
        salt = version.to_bytes(16, "big")
        entries.append(seal(ENCOUNTER, version, previous, salt, salt, sealed.body))
    return entries
