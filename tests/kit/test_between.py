"""What the GM, the map and the sides say of two combatants."""

from __future__ import annotations

from functools import reduce

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.knowing.viewer import Viewer
from server.core.state import Ledger, Piece, Play, State
from server.kit import between
from server.kit.between import DistanceSet, EnmitySet, Measure, PerceptionSet, SightSet
from server.kit.moment import Moments, checking
from server.kit.paths import exact


class Combatant(msgspec.Struct, frozen=True):
    """One of a system that has perception."""

    unperceived: tuple[str, ...] = ()


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Of a system that has all the tables."""

    distances: dict[str, int] = {}
    blocked: tuple[str, ...] = ()
    enmity: dict[str, bool] = {}
    combatants: dict[str, Combatant] = {}


class Duel(msgspec.Struct, frozen=True):
    """Of one that has only distances."""

    distances: dict[str, int] = {}


NAMES = ("ana", "bram", "ogre")
PIECES = {"ana": Piece("Ana", "us", (0, 0)), "bram": Piece("Bram", "us"), "ogre": Piece("Ogre", "them", (300, 400))}
GAME = Game(combatants=dict.fromkeys(NAMES, Combatant()))

who = st.sampled_from(NAMES)
said = st.one_of(
    st.builds(lambda a, b, far: DistanceSet(a=a, b=b, distance_cm=far), who, who, st.integers(0, 900)),
    st.builds(lambda a, b, is_so: SightSet(a=a, b=b, sees=is_so), who, who, st.booleans()),
    st.builds(lambda a, b, is_so: EnmitySet(a=a, b=b, enemies=is_so), who, who, st.booleans()),
    st.builds(lambda a, b, is_so: PerceptionSet(who=a, other=b, perceives=is_so), who, who, st.booleans()),
)


def after(*events, game=GAME):
    """The play in which all this was said."""
    return Play(pieces=PIECES, game=reduce(lambda now, event: between.EVOLVES[type(event)](now, event), events, game))


# --- asked -----------------------------------------------------------------------------------------------------------


def test_the_map_says_how_far_it_is_and_where_it_does_not_the_gm():
    """Nobody knows where neither says it."""
    assert between.distance(after(), "ana", "ogre") == 500
    assert between.distance(after(), "ana", "bram") is None
    play = after(DistanceSet(a="ogre", b="ana", distance_cm=7), DistanceSet(a="bram", b="ana", distance_cm=70))
    assert between.distance(play, "ana", "ogre") == 500
    assert between.distance(play, "ana", "bram") == 70


def test_a_system_may_let_the_gms_word_count_more_than_the_map():
    """D-MOV-10."""
    by = Measure(gm_wins=True)
    play = after(DistanceSet(a="ogre", b="ana", distance_cm=7))
    assert between.distance(play, "ana", "ogre", by) == 7
    assert between.is_within(play, "ana", "ogre", 7, by) is True
    assert between.is_within(after(), "ana", "ogre", 7, by) is False


@pytest.mark.parametrize(("by", "is_near"), [(between.BY_MAP, True), (Measure(exact), False)])
def test_what_is_near_is_the_systems_comparison(by, is_near):
    """150.33 cm, rounded or not."""
    play = Play(pieces={**PIECES, "ogre": Piece("Ogre", "them", (150, 10))}, game=GAME)
    assert between.is_within(play, "ana", "ogre", 150, by) is is_near


def test_nobody_knows_whether_one_is_near_whose_distance_nobody_knows():
    """But by the GM's word."""
    assert between.is_within(after(), "ana", "bram", 100) is None
    assert between.is_within(after(DistanceSet(a="ana", b="bram", distance_cm=100)), "ana", "bram", 100) is True
    assert between.is_within(after(DistanceSet(a="ana", b="bram", distance_cm=101)), "ana", "bram", 100) is False


def test_sides_make_enemies_unless_the_gm_says_otherwise():
    """Nobody is the enemy of itself, or of one who is not there."""
    assert between.are_enemies(after(), "ana", "ogre")
    assert not between.are_enemies(after(), "ana", "bram")
    play = after(EnmitySet(a="ana", b="ogre", enemies=False), EnmitySet(a="bram", b="ana", enemies=True))
    assert not between.are_enemies(play, "ogre", "ana")
    assert between.are_enemies(play, "ana", "bram")
    assert not between.are_enemies(after(EnmitySet(a="ana", b="ana", enemies=True)), "ana", "ana")
    assert not between.are_enemies(after(), "ana", "nobody")


def test_perception_has_a_direction():
    """The ogre does not perceive Ana, she perceives it."""
    game = after(PerceptionSet(who="ogre", other="ana", perceives=False)).game
    assert not between.perceives(game, "ogre", "ana")
    assert between.perceives(game, "ana", "ogre")
    assert not between.perceives(game, "ana", "nobody")


@given(events=st.lists(said, max_size=6), a=who, b=who)
def test_all_but_perception_is_the_same_from_both_sides(events, a, b):
    """Whoever is named first."""
    play = after(*events)
    assert between.distance(play, a, b) == between.distance(play, b, a)
    assert between.are_enemies(play, a, b) == between.are_enemies(play, b, a)
    assert between.sees(play.game, a, b) == between.sees(play.game, b, a)


@given(events=st.lists(said, max_size=6), last=said)
def test_the_last_word_counts(events, last):
    """Whatever was said before."""
    play = after(*events, last)
    match last:
        case DistanceSet(a=a, b=b, distance_cm=far):
            assert between.distance(play, a, b, Measure(gm_wins=True)) == far
        case SightSet(a=a, b=b, sees=is_so):
            assert between.sees(play.game, a, b) is is_so
        case EnmitySet(a=a, b=b, enemies=is_so):
            assert a == b or between.are_enemies(play, a, b) is is_so
        case PerceptionSet(who=a, other=b, perceives=is_so):
            assert between.perceives(play.game, a, b) is is_so
        case _:
            raise AssertionError("nothing else is said")


# --- forgotten -------------------------------------------------------------------------------------------------------


@given(events=st.lists(said, max_size=6), one=who)
def test_of_one_who_has_walked_no_distance_is_known_and_all_else_stays(events, one):
    """Others' distances stay, too."""
    before = after(*events).game
    game = between.forget_distances(before, one)
    assert game.distances == {key: far for key, far in before.distances.items() if one not in key.split("|")}
    assert msgspec.structs.replace(game, distances=before.distances) == before


@given(events=st.lists(said, max_size=6), one=who)
def test_of_one_who_is_gone_nothing_is_left(events, one):
    """Not in any table; where there was nothing the game is the same."""
    before = after(*events).game
    game = between.forget(before, one)
    assert not any(one in key.split("|") for table in (game.distances, game.blocked, game.enmity) for key in table)
    assert between.forget(game, one) is game


def test_a_system_has_the_tables_that_it_needs():
    """The others are not looked for."""
    duel = Duel({"ana|ogre": 100})
    assert between.forget(duel, "ogre") == Duel()
    assert between.forget_distances(duel, "bram") is duel


# --- said ------------------------------------------------------------------------------------------------------------


def test_the_gms_menu_names_everybody_twice_and_what_may_be_said():
    """A distance within ten kilometres."""
    far, near = between.options(after(), between.SetDistance, between.GmSetPerception)
    assert [param.name for param in far.params] == ["a", "b", "distance_cm"]
    assert [choice.value for choice in far.params[1].choices] == list(NAMES)
    assert far.params[2].most == 1_000_000
    assert [param.name for param in near.params] == ["who", "other", "perceives"]


def test_the_gm_may_speak_of_those_who_are_there():
    """And while the system's own check lets it."""
    state = State(Play(pieces=PIECES, game=GAME), Ledger())
    check = checking(between.checks())
    check(state, between.SetSight(a="ana", b="ogre", sees=False))
    with pytest.raises(Rejected, match="unknown_combatant"):
        check(state, between.SetSight(a="ana", b="nobody", sees=False))
    with pytest.raises(Rejected, match="unknown_combatant"):
        check(state, between.GmSetPerception(who="nobody", other="ana", perceives=True))
    moments = Moments(phase=lambda _state: "turn", is_idle=lambda _state: True)
    with pytest.raises(Rejected, match="wrong_phase"):
        checking(between.checks(moments.running))(state, between.SetEnmity(a="ana", b="nobody", enemies=True))


@pytest.mark.parametrize(
    ("intent", "event"),
    [
        (between.SetDistance(a="ana", b="ogre", distance_cm=5), DistanceSet(a="ana", b="ogre", distance_cm=5)),
        (between.SetSight(a="ana", b="ogre", sees=False), SightSet(a="ana", b="ogre", sees=False)),
        (between.SetEnmity(a="ana", b="ogre", enemies=True), EnmitySet(a="ana", b="ogre", enemies=True)),
        (
            between.GmSetPerception(who="ana", other="ogre", perceives=True),
            PerceptionSet(who="ana", other="ogre", perceives=True),
        ),
    ],
)
def test_what_the_gm_says_is_so(intent, event, monkeypatch):
    """Each intent has its event, with the same fields."""
    emitted = []
    monkeypatch.setattr(Draft, "emit", lambda _draft, event: emitted.append(event))
    between.DECIDES[type(intent)](Draft.__new__(Draft), intent)
    assert emitted == [event]


def test_whom_one_does_not_perceive_tells_nobody_of_somebody_hidden():
    """Its player may know it of those who are in sight; others nothing of it."""
    state = State(Play(pieces=PIECES, game=GAME), Ledger(control={"ana": "ann"}))
    told = {
        seat: between.unperceived_told(Viewer(state, f"seat:{seat}", frozenset({"ogre"})), ("bram", "ogre"), "ana")
        for seat in ("ann", "bo")
    }
    assert told == {"ann": ("bram",), "bo": ()}
