"""What fields declare: what is missing is an error that names it, and what is masked is masked by type and default."""

from __future__ import annotations

from dataclasses import replace as with_changes
from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from three_cups import SYSTEM, Game

from server.core.disclosure import (
    NAME,
    WHOLE,
    ByPair,
    ByRule,
    ByWho,
    ForGM,
    IfSeen,
    InId,
    Named,
    OfOwner,
    OfSheet,
    Open,
    Parts,
    PartsByWho,
    Tells,
    Undeclared,
    Who,
    Whos,
    check_declared,
    for_gm,
    seen,
    sheet,
)
from server.core.events import CORE_EVENTS, Event
from server.core.knowing.masking import masked_topic, masked_value
from server.core.knowing.shared import Shared
from server.core.knowing.viewer import NOBODY, Answers, Viewer, would_answer
from server.core.memo import KEPT_BYTES, Shelf
from server.core.secrecy import known, known_to
from server.core.state import Ledger, Piece, Play, Seat, State
from server.core.system import System
from server.core.view import builtins
from server.scenario.rehearsal import Rehearsal
from tests.core.test_three_cups import spec


class Pouched(msgspec.Struct, frozen=True):
    coins: Open[int] = 0


class Said(Event, frozen=True, kw_only=True):
    who: Who
    loud: int


class Lit(Event, frozen=True, kw_only=True):
    lamp: Open[str]


class Weighed(Event, frozen=True, kw_only=True):
    who: Who
    weight: Annotated[int, sheet("owner")]


class Robbed(Event, frozen=True, kw_only=True):
    thief: Who
    skill: OfSheet[int]


class Shouted(Event, frozen=True, kw_only=True):
    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Who


class Met(Event, frozen=True, kw_only=True):
    tells: ClassVar[Tells] = Tells.ALL_SEEN
    place: Open[str]


class Chest(msgspec.Struct, frozen=True):
    bags: Parts[dict[str, tuple[Pouched, ...]]] = msgspec.field(default_factory=dict)


class Bag(msgspec.Struct, frozen=True):
    coins: int = 0


class Sack(msgspec.Struct, frozen=True):
    bag: Parts[Bag] = Bag()


@pytest.mark.parametrize(
    ("events", "game", "said"),
    [
        ((Said,), Game, "Said.loud does not say what others may learn of it"),
        ((Lit,), Game, "Lit mentions nobody: say with `tells` who learns of it"),
        ((Shouted,), Game, "Shouted.who is declared so that whoever sees it is told"),
        ((Weighed,), Game, "Weighed.weight is declared to be of 'owner', which is not a field"),
        ((), Sack, "Bag.coins does not say what others may learn of it"),
        ((Robbed,), Game, r"Robbed has no `who`: say whose \['skill'\] it is"),
        ((Met,), Game, "Met names nobody"),
        ((), Chest, "Chest.bags is declared Parts: that is for values with fields, alone, in a tuple or in a map"),
    ],
)
def test_a_field_without_a_declaration_is_an_error_when_the_system_is_made(
    events: tuple[type[Event], ...], game: type[Any], said: str
) -> None:
    with pytest.raises(Undeclared, match=said):
        with_changes(SYSTEM, events=(*SYSTEM.events, *events), game_type=game)


def test_what_only_the_gm_is_told_need_not_be_declared() -> None:
    class Noted(Event, frozen=True, kw_only=True):
        tells: ClassVar[Tells] = Tells.GM
        secret: str

    with_changes(SYSTEM, events=(*SYSTEM.events, Noted))
    assert masked_value({}, eyes("public"), Noted(secret="there")) is None


# --- masking ---------------------------------------------------------------------------------------------------------

HIDDEN = frozenset({"cat"})


def eyes(audience: str, hidden: frozenset[str] = frozenset()) -> Viewer:
    """Of a table with ann's hero, and a rat and a hidden cat of the GM's."""
    pieces = {
        "hero": Piece("Hero", "a"), "rat": Piece("Rat", "b"),
        "cat": Piece("Cat", "b", seen_by=()), "imp": Piece("Imp", "b", seen_by=("ann",)),
    }  # fmt: skip
    seats = {"ann": Seat("Ann", "player", b""), "ben": Seat("Ben", "player", b"")}
    ledger = Ledger(control={"hero": "ann"}, seats=seats)
    return Viewer(State(Play(pieces=pieces), ledger), audience, hidden)


class Struck(Event, frozen=True, kw_only=True):
    who: Who
    target: Who = ""
    others: Whos = ()
    beside: Named[tuple[str, ...]] = ()
    action: InId = ""
    face: Open[int] = 0
    need: OfSheet[int] = 9
    terms: OfSheet[tuple[int, ...]]
    grit: Annotated[int, sheet("target", masked=-1)] = 0
    mood: OfOwner[str] = ""
    blade: IfSeen[str] = ""
    shield: Annotated[str, seen("target")] = ""
    plan: ForGM[str] = ""
    step: Annotated[int, for_gm(0)] = 1
    counts: ByWho[dict[str, int]] = msgspec.field(default_factory=dict)
    near: ByPair[dict[str, int]] = msgspec.field(default_factory=dict)
    far: ByPair[tuple[str, ...]] = ()
    ruled: ByRule[str] = "?"
    left: ByRule[int] = 7


FULL = Struck(
    who="rat", target="cat", others=("cat", "hero"), beside=("cat", "rat"), action="a1/strike.cat.rat", face=4, need=5,
    terms=(1,), grit=2, mood="grim", blade="tooth", shield="tail", plan="flee", step=3, counts={"cat": 1, "rat": 2},
    near={"cat|rat": 1, "hero|rat": 2}, far=("cat|rat", "hero|rat"), ruled="yes", left=3,
)  # fmt: skip


def test_every_declaration_masks_as_it_says() -> None:
    told = masked_value({}, eyes("public", HIDDEN), FULL)
    assert told == Struck(
        who="rat", target="unseen", others=("hero",), beside=("rat",), action="a1/strike.unseen.rat", face=4, need=9,
        terms=(), grit=-1, mood="", blade="tooth", shield="", plan="", step=0, counts={"rat": 2},
        near={"hero|rat": 2}, far=("hero|rat",), ruled="?", left=7,
    )  # fmt: skip


def test_whoever_may_read_all_of_it_gets_the_event_itself() -> None:
    plain = Struck(who="hero", target="hero", terms=(1,), mood="gay", need=3)
    bare = msgspec.structs.replace(plain, step=0, ruled="?", left=7)
    assert masked_value({}, eyes("seat:ann"), bare) is bare
    assert masked_value({}, eyes("seat:ben"), bare) == msgspec.structs.replace(bare, mood="")


def test_an_event_is_told_to_its_witnesses_and_one_that_names_only_hidden_ones_is_not() -> None:
    alone = Struck(who="cat", terms=())
    assert masked_value({}, eyes("public", HIDDEN), alone) is None
    assert masked_value({}, eyes("public"), alone) is not None


@pytest.mark.parametrize(
    ("tells", "hidden", "by_public", "by_ann"),
    [
        (Tells.EVERYBODY, HIDDEN, True, True),
        (Tells.ALL_SEEN, HIDDEN, False, False),
        (Tells.ALL_SEEN, frozenset(), True, True),
        (Tells.SHEET, frozenset(), True, True),
        (Tells.SHEET, HIDDEN, False, False),
        (Tells.OWNER, frozenset(), False, True),
        (Tells.OWNER, HIDDEN, False, False),
    ],
)
def test_who_learns_of_an_event_at_all(tells: Tells, hidden: frozenset[str], by_public: bool, by_ann: bool) -> None:
    kind = type("Kind", (Struck,), {"tells": tells}, frozen=True, kw_only=True)
    event = kind(who="hero", target="cat", terms=())
    told = [masked_value({}, eyes(audience, hidden), event) is not None for audience in ("public", "seat:ann")]
    assert told == [by_public, by_ann]


def test_a_rule_tells_what_is_left_to_it_and_nothing_else() -> None:
    def tell(said: Any) -> Any:
        return masked_value({Struck: lambda _viewer, _event, _who: said}, eyes("public"), FULL)

    assert (tell({"ruled": "no"}).ruled, tell({"ruled": "no"}).left) == ("no", 7)
    assert (tell(WHOLE).ruled, tell(WHOLE).left) == ("yes", 3)
    assert tell({}).ruled == "?"
    assert tell(None) is None
    with pytest.raises(AssertionError, match=r"\['plan'\] of Struck, which are not declared ByRule"):
        tell({"plan": "flee"})


class Pouch(msgspec.Struct, frozen=True):
    coins: OfOwner[int] = 0


class Camp(msgspec.Struct, frozen=True):
    pouches: PartsByWho[dict[str, Pouch]] = {}
    strikes: Parts[tuple[Struck, ...]] = ()


def test_parts_are_masked_as_they_declare_for_the_combatant_that_they_are_of() -> None:
    strike = Struck(who="rat", terms=(), mood="grim")
    pouches = {"hero": Pouch(3), "rat": Pouch(4), "cat": Pouch(5)}
    camp = Camp(pouches=pouches, strikes=(Struck(who="cat", terms=()), strike))
    told = masked_value({}, eyes("seat:ann", HIDDEN), camp)
    assert told.pouches == {"hero": Pouch(3), "rat": Pouch(0)}
    assert told.strikes == (msgspec.structs.replace(strike, mood="", step=0),)


class Hoard(msgspec.Struct, frozen=True):
    coins: OfSheet[int] = 0
    map: OfOwner[str] = ""


def test_what_is_of_nobody_is_told_to_nobody() -> None:
    """A value that lies in nothing that is about somebody."""
    assert masked_value({}, eyes("seat:ann"), Hoard(3, "x")) == Hoard()


def test_what_is_shared_with_nobody_is_not_kept() -> None:
    """As what the GM is told, of whom nothing is asked: everybody would seem to be like it."""
    shared: Shared[str] = Shared()
    shared.keep(None, {}, "all")
    assert shared.of("public", None) is None


def test_what_was_worked_out_for_one_holds_for_who_sees_and_would_answer_the_same() -> None:
    """Ann plays the hero; nobody else does."""
    shared: Shared[str] = Shared()
    ann = eyes("seat:ann")
    ann.plays("hero")
    shared.keep(HIDDEN, ann.asked, "hers")
    assert (shared.of("seat:ann", HIDDEN), shared.of("seat:ben", HIDDEN), shared.of("seat:ann", NOBODY)) == (
        "hers", None, None
    )  # fmt: skip


def test_every_field_of_cores_events_is_declared() -> None:
    """Those of systems are looked at when a system is made."""
    check_declared(CORE_EVENTS, msgspec.defstruct("Nothing", []))


def test_what_depends_on_who_plays_somebody_is_asked_and_remembered() -> None:
    ann, ben = eyes("seat:ann"), eyes("seat:ben")
    masked_value({}, ann, Struck(who="hero", terms=(), mood="gay"))
    assert not would_answer("seat:ben", ann.asked)
    masked_value({}, ben, Struck(who="rat", terms=(), mood="grim"))
    assert would_answer("public", ben.asked)


# --- remembered ------------------------------------------------------------------------------------------------------


class Dweller(msgspec.Struct, frozen=True):
    """`coins`: by rule; `dream`: its owner's alone."""

    coins: ByRule[int] = 0
    dream: OfOwner[str] = ""


class Town(msgspec.Struct, frozen=True):
    people: PartsByWho[dict[str, Dweller]]


COUNTED: list[str] = []
"""Whose coins were counted, in this order."""


def _counted(_viewer: Viewer, one: Dweller, who: str) -> dict[str, Any]:
    COUNTED.append(who)
    return {"coins": one.coins}


def _nobody(_state: State) -> frozenset[str]:
    """Nobody is off the table."""
    return NOBODY


TOWN: System = with_changes(SYSTEM, game_type=Town, redact={Dweller: _counted}, gone=_nobody)


def town(is_cat_secret: bool = False, **dreams: str) -> State:
    """Ann's hero and ben's monk, who may dream; somebody may not see the cat."""
    people = {who: Dweller(3, dreams.get(who, "")) for who in ("hero", "monk", "cat")}
    pieces = {who: Piece(who, "a") for who in people}
    if is_cat_secret:
        pieces["cat"] = Piece("cat", "a", seen_by=("ann", "ben"))
    seats = {seat: Seat(seat, "player", b"") for seat in ("ann", "ben")}
    ledger = Ledger(control={"hero": "ann", "monk": "ben"}, seats=seats)
    return State(Play(pieces=pieces, game=Town(people)), ledger)


def told_of(state: State, audience: str) -> dict[str, Dweller]:
    """By what is remembered; without that the same comes of it."""
    people = known_to(TOWN, state, audience, NOBODY, {}).play.game.people
    with Shelf():
        assert known_to(TOWN, state, audience, NOBODY, {}).play.game.people == people
    return people  # type: ignore[no-any-return]


def test_parts_of_which_nothing_was_asked_are_made_once_for_all_audiences() -> None:
    """And all know the same objects."""
    state, shelf = town(), Shelf()
    COUNTED.clear()
    with shelf:
        first = known_to(TOWN, state, "seat:ann", NOBODY, {}).play.game.people
        for audience in ("seat:ben", "public", "seat:ann"):
            assert known_to(TOWN, state, audience, NOBODY, {}).play.game.people is first
    assert COUNTED == ["hero", "monk", "cat"]


def test_whoever_would_have_answered_otherwise_is_told_its_own() -> None:
    """Ann knows what her hero dreams; ben and the public do not, whoever looks first."""
    state = town(hero="of gold")
    for order in (("seat:ann", "seat:ben", "public"), ("public", "seat:ann", "seat:ben")):
        with Shelf():
            told = {audience: told_of(state, audience)["hero"].dream for audience in (*order, *order)}
        assert told == {"seat:ann": "of gold", "seat:ben": "", "public": ""}


def test_what_was_asked_counts_as_asked_of_whoever_is_told_the_same() -> None:
    """Else others would be taken to know what it knows."""
    with Shelf():
        for audience in ("public", "seat:ben"):
            asked: Answers = {}
            known_to(TOWN, town(hero="of gold"), audience, NOBODY, asked)
            assert not would_answer("seat:ann", asked)


def test_while_somebody_is_hidden_each_audience_works_for_itself() -> None:
    """Else the time it takes would tell one whether another sees as much."""
    state = town(is_cat_secret=True)
    COUNTED.clear()
    with Shelf():
        for audience in ("seat:ann", "seat:ben", "seat:ann"):
            known_to(TOWN, state, audience, NOBODY, {})
    assert COUNTED == ["hero", "monk", "cat"] * 2


def test_what_somebody_knows_of_one_state_is_worked_out_once() -> None:
    """To offer and to check it is the same object; of another state, or by another ledger, it is made anew."""
    state = town(hero="of gold")
    with Shelf():
        ann = known(TOWN, state, "seat:ann")
        assert known(TOWN, State(state.play, state.ledger), "seat:ann") is ann
        given = State(state.play, msgspec.structs.replace(state.ledger, control={"hero": "ben", "monk": "ben"}))
        told = [known(TOWN, given, audience).play.game.people["hero"].dream for audience in ("seat:ann", "seat:ben")]
    assert told == ["", "of gold"]


def test_nobody_takes_what_was_worked_out_for_another() -> None:
    """Neither does the time that it takes tell one whether another has looked."""
    state = town(is_cat_secret=True, monk="of rats", hero="of gold")
    with Shelf():
        ann, ben, again = (known(TOWN, state, audience) for audience in ("public", "spectators", "public"))
    assert (ann == ben, ann is ben, ann is again) == (True, False, True)


def test_what_is_left_of_a_large_map_weighs_more_than_of_a_small_one() -> None:
    """About what it takes, for memory is shared out among tables by that."""
    state, large = town(), {str(number): number for number in range(60)}
    for entries, least in ((large, 5_000), (dict(list(large.items())[:3]), KEPT_BYTES)):
        shelf = Shelf()
        with shelf:
            viewer = Viewer(state, "seat:ann", HIDDEN, mark="ann")
            assert viewer.steady(dict(entries)) is viewer.steady(dict(entries))
        assert least <= shelf.weight_bytes <= 2 * least


# --- topics ----------------------------------------------------------------------------------------------------------


def test_topics_are_masked_by_key_however_deep_a_name_stands() -> None:
    says = {"who": NAME, "all": NAME, "need": sheet(), "plan": for_gm(), "note": seen()}
    topic = {"who": "rat", "all": [{"cat": ["cat", "hero"], "rat": "cat"}], "need": 4, "plan": "flee", "note": "cat"}
    told = masked_topic(says, eyes("public", HIDDEN), topic)
    assert told == {"who": "rat", "all": [{"rat": "unseen"}], "note": "cat"}


def test_a_key_of_a_topic_of_which_nothing_is_said_cannot_be_used() -> None:
    def decide(draft: Any, _intent: Any) -> None:
        draft.open("choose", "x", {}, topic={"weight": 3})

    table = Rehearsal(with_changes(SYSTEM, decide=decide), spec(), [1])
    with pytest.raises(Undeclared, match=r"three_cups does not say .* \['weight'\] in the topic of 'choose'"):
        table.play("gm", {"type": "begin"})


def test_what_a_hidden_one_was_asked_is_not_shown_when_it_is_taken_off_the_table() -> None:
    """Its answer stands in the question; nobody who never saw it may find it there."""
    table = Rehearsal(SYSTEM, spec(), [1])
    table.play("gm", {"type": "begin"})
    table.play("ann", {"type": "choose", "who": "c", "cup": 1})
    seen = builtins(table.view("public"))
    table.play("gm", {"type": "remove_combatant", "who": "c"})
    assert builtins(table.view("public")) == seen
    assert "public" not in table.timeline.commits[-1].told
