"""What is said of a place (`System.reach`) holds: ways are taken as they are said, whoever goes there may do what was
said, and nobody is named whom the asker does not see."""

from __future__ import annotations

import random
from typing import Any

from server.conformance.fights import STEPS, SYSTEMS, demo, fights, hiding, laid, npc_of, options, seats, step
from server.core.deciding.check import check
from server.core.deciding.decide import parse_intent
from server.core.errors import TEXTS, Rejected
from server.core.secrecy import known, owns
from server.core.space import Point
from server.core.telling.reached import Contact, Reached, Way
from server.past.questions import answer
from server.past.reach import Reach
from server.scenario.rehearsal import Rehearsal

FAR_CM = 600
"""A place to ask about lies no farther away, in either direction."""


def asked(table: Rehearsal, seat: str, who: str, at: Point) -> Reached:
    """As a client asks."""
    found: Reached = answer(table.timeline, table.asker(seat), Reach(who=who, at=at))
    return found


def place(table: Rehearsal, who: str, luck: random.Random) -> Point:
    """Somewhere around one who stands on the map; often close to somebody else."""
    pieces = [piece.at for piece in table.state.play.pieces.values() if piece.at is not None]
    x, y = luck.choice(pieces) if luck.random() < 0.5 else table.state.play.pieces[who].at or (0, 0)
    reach = FAR_CM if luck.random() < 0.5 else FAR_CM // 4
    return x + luck.randint(-reach, reach), y + luck.randint(-reach, reach)


def own(table: Rehearsal, seat: str) -> list[str]:
    """Whom of those on the map a seat plays."""
    audience, pieces = table.asker(seat).audience, table.state.play.pieces
    return [who for who, piece in pieces.items() if piece.at is not None and owns(table.state, audience, who)]


@fights(6)
def test_a_way_is_taken_as_it_is_said(name: str, seed: int) -> None:
    """Offered means accepted; what is refused is refused for the reason that was given, in a whole sentence, and nobody
    is led farther than a way leads."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS // 2):
        for seat in seats(table):
            for who in own(table, seat):
                for way in asked(table, seat, who, place(table, who, luck)).ways:
                    _holds(table, seat, way)
        if not step(table, luck):
            break


def _holds(table: Rehearsal, seat: str, way: Way) -> None:
    labels = table.system.catalog["labels"]
    assert all(way.key in labels[language] for language in ("en", "de")), f"no words for {way.key}"
    code = _refusal(table, seat, way.intent)
    if way.reason is None:
        assert code is None, f"{code}: {way}"
        assert way.length_cm <= way.most_cm, way
        return
    assert way.reason.code in {**TEXTS, **table.system.texts}
    assert code in (None, way.reason.code), f"{code}: {way}"
    assert code is not None or way.length_cm > way.most_cm, f"it is refused for nothing: {way}"


def _refusal(table: Rehearsal, seat: str, intent: dict[str, Any]) -> str | None:
    asker = table.asker(seat)
    try:
        check(table.system, known(table.system, table.state, asker.audience), parse_intent(table.system, intent), asker)
    except Rejected as rejected:
        return rejected.code
    return None


@fights(12)
def test_whoever_goes_there_may_strike_at_whom_was_said(name: str, seed: int) -> None:
    """By some way that is said to be possible: what the options offer then, blow by blow, is what was said before."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS):
        for seat in seats(table):
            _goes(table, seat, luck)
        if not step(table, luck):
            break


def _goes(table: Rehearsal, seat: str, luck: random.Random) -> None:
    """Somebody of this seat goes somewhere, where it can, if nothing comes between."""
    for who in own(table, seat):
        at = place(table, who, luck)
        said = asked(table, seat, who, at)
        ways = [way for way in said.ways if way.reason is None]
        if not ways:
            continue
        others = _without(table, who)
        table.submit(seat, luck.choice(ways).intent)
        table.go_on()
        if table.state.play.pieces[who].at == at and _without(table, who) == others:
            _offered(table, seat, who, said)
        return


def _without(table: Rehearsal, who: str) -> dict[str, Any]:
    """All others, with where they stand."""
    return {other: piece for other, piece in table.state.play.pieces.items() if other != who}


def _offered(table: Rehearsal, seat: str, who: str, said: Reached) -> None:
    pieces = table.state.play.pieces
    for option in options(table, seat):
        pick = next((param for param in option.params if param.name == option.whom and param.combatant), None)
        if option.who != who or option.goal != "harm" or option.answers or pick is None or option.reason is not None:
            continue
        foes = [each for each in pick.choices if each.value in pieces and pieces[each.value].side != pieces[who].side]
        for choice in foes:
            is_said = Contact(who=choice.value, key=option.key, label=option.label) in said.targets
            assert is_said is (choice.reason is None), f"{option.key} {option.label} at {choice}: {said.targets}"


@fights(6)
def test_who_is_named_is_seen(name: str, seed: int) -> None:
    """Neither as a target, nor as a threat, nor as one whose sheet is closed is anybody named who is hidden."""
    luck = random.Random(seed)
    spec = demo(name)
    table = Rehearsal(SYSTEMS[name], hiding(spec, npc_of(spec, luck), "lurker"), None)
    for _ in range(STEPS // 2):
        for seat in seats(table):
            audience = table.asker(seat).audience
            seen = set(known(table.system, table.state, audience).play.pieces)
            for who in own(table, seat):
                said = asked(table, seat, who, place(table, who, luck))
                assert {each.who for each in _contacts(said)} | {*said.closed} <= seen
        if not step(table, luck):
            break


def _contacts(said: Reached) -> tuple[Contact, ...]:
    return said.targets + said.threats
