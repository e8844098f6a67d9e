"""The comparison of two worlds bites: whatever is shown of the hidden one is noticed. The pairs themselves are parts of
the fault suite (`tests/secrecy/scenes.py`)."""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

from server.conformance.amount import many
from server.conformance.worlds import hidden as worlds
from server.conformance.worlds import meddling, takebacks
from server.conformance.worlds.hidden import HIDDEN, SYSTEMS, World, base_spec, hidden_spec, pair, with_one, world
from server.core.deciding import check, decide
from server.core.dice import Rolled
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Copied, DoorOpened, Rewound, TurnOver
from server.core.history import copy, history
from server.core.history.recorded import RecordedAct
from server.core.history.walk import Walk
from server.core.ids import GM, Position
from server.core.intents import ClaimSeat, OpenDoor, Show
from server.core.secrecy import NOBODY
from server.core.telling import tell
from server.core.timeline.timeline import Timeline
from server.rules.brink.deciding import initiative

MOST = 200
"""So many pairs or fights are tried until one shows what is looked for: far more than it takes."""

every_system = pytest.mark.parametrize("name", sorted(SYSTEMS))


@every_system
def test_a_known_function_that_hides_nobody_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The predicate that all secrecy rests on, made blind."""
    monkeypatch.setattr("server.core.secrecy.hidden_from", lambda _state, _audience: NOBODY)
    assert pair(name, 0, 2).differences


@every_system
def test_an_open_one_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody laid in the open makes another world."""
    hide = worlds.hidden_spec
    monkeypatch.setattr(worlds, "hidden_spec", lambda *of: replace(hide(*of), hidden=False))
    assert pair(name, 0, 2).differences


@every_system
def test_the_hidden_one_is_there_and_acts(name: str) -> None:
    """The GM sees it, and it makes commits of its own: the pairs do not compare a world with itself."""
    table = next(table for table in _played(name) if _secret_commits(table))
    assert HIDDEN in table.view("gm").combatants
    assert all(HIDDEN not in table.view(audience).combatants for audience in ("public", *_seats(table)))
    table.submit("gm", Show(who=HIDDEN))
    assert HIDDEN in table.view("public").combatants


def _played(name: str) -> Iterator[World]:
    """Fights with somebody hidden, each by other luck."""
    for seed in range(MOST):
        table = _laid(name, seed)
        worlds.script_of(table, random.Random(seed), 40)
        yield table


def _laid(name: str, seed: int) -> World:
    luck, spec = random.Random(f"{name} {seed}"), base_spec(name)
    return world(name, with_one(spec, hidden_spec(spec, luck), luck), seed)


def _secret_commits(table: World) -> list[int]:
    """The versions of what the hidden one did, or was done for it, while nobody else could see it."""
    commits = [commit for commit in table.timeline.commits if HIDDEN in str(commit.submitted.intent)]
    return [commit.version for commit in commits if "public" not in commit.told]


def _seats(table: World) -> list[str]:
    return [table.asker(seat).audience for seat in table.players()]


def test_a_question_that_can_not_be_answered_in_secret_any_more_is_closed() -> None:
    """Tirakan Classic: the GM takes the hidden one's last action away while it is asked what a free act costs."""
    assert not pair("tirakan_classic", 119).differences


def test_what_the_gm_is_asked_in_secret_about_others_is_answered_alike_in_both_worlds() -> None:
    """Tirakan: what a free act costs somebody whom all see."""
    assert not pair("tirakan", 145).differences


@pytest.mark.parametrize("name", ["brink", "tirakan"])
def test_turns_that_end_in_secret_release_nothing(name: str) -> None:
    """A delay in turns counts those that the public was told of."""
    for table in _played(name):
        ended = {commit.version: event for commit in table.timeline.commits for event in commit.events
                 if isinstance(event, TurnOver)}  # fmt: skip
        secret = {version for version, event in ended.items() if HIDDEN in str(event)}
        assert set(table.timeline.turns) == set(ended) - secret
        if secret:
            return
    pytest.fail("the hidden one has no turn")


def test_a_tie_with_somebody_hidden_uses_no_open_die() -> None:
    """Tirakan: a die of the open stream without an event that shows it would tell of the other one."""
    ties = next(ties for seed in range(5 * MOST) if (ties := _ties_of_hidden(seed)))
    assert {one.who for one in ties} > {HIDDEN}
    assert all(getattr(one.by, "stream", "secret") == "secret" for one in ties)


def _ties_of_hidden(seed: int) -> list[Rolled]:
    """The dice of those ties in which the hidden one rolls, when the fight begins."""
    script = worlds.script_of(world("tirakan", base_spec("tirakan"), seed), random.Random(seed), 1)
    table = _laid("tirakan", seed)
    table.does("step 0", *script[0])
    dice = [one for commit in table.timeline.commits for one in commit.evidence if "tie" in one.roll.split(".")[0]]
    rolls = {one.roll for one in dice if one.who == HIDDEN}
    return [one for one in dice if one.roll in rolls]


# --- planted leaks ---------------------------------------------------------------------------------------------------


def _no_tie_is_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(initiative, "INITIATIVE", replace(initiative.INITIATIVE, is_seen=lambda *_: True))
    patch.setattr("server.rules.tirakan.deciding.initiative.is_secret", lambda *_: False)


def _secret_turns_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("server.core.timeline.timeline.PUBLIC", GM)


def _steps_name_their_sources(patch: pytest.MonkeyPatch) -> None:
    rules: Any = tell._BARE
    patch.delitem(rules, "source")


def _rewinds_name_versions(patch: pytest.MonkeyPatch) -> None:
    own, rules = tell._HISTORY[Rewound], cast(Any, tell._HISTORY)
    patch.setitem(rules, Rewound, lambda *of: of[2] if own(*of) is not None else None)


def _requests_wait_for_secret_answers(patch: pytest.MonkeyPatch) -> None:
    def is_stopped(timeline: Timeline, position: Position, _audience: str) -> bool:
        decision = timeline.play_at(position).decision
        return decision is not None and decision.silent and not decision.unanswered()

    patch.setattr(history, "_is_stopped", is_stopped)


def _requests_go_back_one_commit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(history, "_last_told", lambda _timeline, position, _audience: position)


def _copies_name_their_sources(patch: pytest.MonkeyPatch) -> None:
    own, rules = tell._HISTORY[Copied], cast(Any, tell._HISTORY)
    patch.setitem(rules, Copied, lambda *of: (seen := own(*of)) and replace(seen, source=of[2].source))


def _copies_give_all_over_at_once(patch: pytest.MonkeyPatch) -> None:
    own = copy._control
    patch.setattr(copy, "_control", lambda timeline, _version: own(timeline, timeline.version))


def _names_at_the_door_are_all_names(patch: pytest.MonkeyPatch) -> None:
    rules: Any = check._CHECKS
    own = rules[ClaimSeat]

    def check_claim(state: Any, intent: ClaimSeat, asker: Any) -> None:
        if any(piece.name == intent.player for piece in state.play.pieces.values()):
            raise Rejected("name_alike", name=intent.player, like=intent.player)
        own(state, intent, asker)

    patch.setitem(rules, ClaimSeat, check_claim)


def _doors_count_the_hidden(patch: pytest.MonkeyPatch) -> None:
    rules: Any = decide._DECIDES

    def open_door(draft: Any, _intent: OpenDoor) -> None:
        draft.emit(DoorOpened(k=draft.ledger.door.k + len(draft.play.pieces), at=draft.now))

    patch.setitem(rules, OpenDoor, open_door)


def _with_claims(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(worlds, "DOOR_STEPS", 0.9)


def _with_requests(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(takebacks, "KINDS", ("request_undo",))
    patch.setattr(worlds, "UNDONE_STEPS", 0.5)


def _with_branches_and_people(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(worlds, "branches", lambda _seed: True)
    patch.setattr(meddling, "KINDS", (meddling._piece,))


def _is_amended(seed: int) -> bool:
    return worlds.undoes(seed) or worlds.meddles(seed)


class Leak(NamedTuple):
    """How a bug is planted that once was there, or might be; in which systems; which pairs can show it; what is done
    more often than else, so that it shows soon; and where it shows."""

    plant: Callable[[pytest.MonkeyPatch], None]
    names: tuple[str, ...]
    can_show: Callable[[int], bool]
    often: Callable[[pytest.MonkeyPatch], None] = lambda _: None
    where: str = ""
    since: Mapping[str, int] = {}
    """The pair with which looking begins, where all before it are known to show nothing, by system."""
    steps: int = 20


EVERY = tuple(sorted(SYSTEMS))
LEAKS: dict[str, Leak] = {
    "a tie with the hidden one is broken in sight": Leak(
        _no_tie_is_secret, ("brink", "tirakan"), lambda _: True, since={"tirakan": 19}
    ),
    "a delay counts the hidden one's turns": Leak(
        _secret_turns_count, ("brink", "tirakan"), worlds.has_options, since={"brink": 127}
    ),
    "a step of an amendment names versions": Leak(_steps_name_their_sources, EVERY, _is_amended),
    "a rewind names versions": Leak(_rewinds_name_versions, EVERY, worlds.undoes),
    "a request goes back to what the hidden one answers": Leak(
        _requests_wait_for_secret_answers, ("three_cups",), worlds.undoes, _with_requests
    ),
    "a request goes back to what was secret": Leak(
        _requests_go_back_one_commit, ("brink",), worlds.undoes, _with_requests
    ),
    "a branch names versions of its origin": Leak(
        _copies_name_their_sources, EVERY, worlds.branches, where="branch, records"
    ),
    "a claim is refused for what the hidden one is called": Leak(
        _names_at_the_door_are_all_names, EVERY, worlds.has_door
    ),
    "a door's number counts the hidden one": Leak(_doors_count_the_hidden, EVERY, worlds.has_door, _with_claims),
    "a branch hands over at once": Leak(
        _copies_give_all_over_at_once,
        ("tirakan",),
        worlds.meddles,
        _with_branches_and_people,
        where="branch",
        since={"tirakan": 111},
    ),
}


@pytest.mark.parametrize(("leak", "name"), [(leak, name) for leak in LEAKS for name in LEAKS[leak].names])
def test_a_planted_leak_is_noticed(leak: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first pair that can show it and does; without the leak that pair shows nothing."""
    plant, _, can_show, often, where, since, steps = LEAKS[leak]
    often(monkeypatch)
    seeds = itertools.islice(filter(can_show, itertools.count(since.get(name, 0))), MOST)
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        seed, differences = next((seed, found) for seed in seeds if (found := pair(name, seed, steps).differences))
    assert all(each.startswith(where) for each in differences)
    assert not pair(name, seed, steps).differences


# --- history ---------------------------------------------------------------------------------------------------------


@every_system
def test_everybodys_history_is_compared_and_tells_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the steps of amendments and without, of some pairs whole; were it made of the whole state, it would tell."""
    for can_show in (worlds.undoes, worlds.meddles):
        for seed in itertools.islice(filter(can_show, itertools.count()), many(3)):
            assert not pair(name, seed, is_whole=True).differences
    usual = (seed for seed in itertools.count() if not worlds.has_options(seed) and not worlds.has_knower(seed))
    seed = next(seed for seed in usual if not pair(name, seed).was_cut)
    monkeypatch.setattr("server.past.pages.known", lambda _system, state, _audience: state)
    differences = pair(name, seed, is_whole=True).differences
    assert [each.split(":")[0] for each in differences] == [f"records of {seat}" for seat in _laid(name, 0).players()]


def test_an_amendment_goes_on_at_the_same_time_whether_or_not_a_hidden_turn_was_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An act that all saw is another now, and the turn ends behind it at another time. With the times of the record the
    worlds come apart."""
    assert pair("tirakan_classic", 42).differences == []
    monkeypatch.setattr(Walk, "_timed", _at_its_recorded_time)
    assert pair("tirakan_classic", 42).differences


def test_an_amendment_goes_on_behind_a_hidden_turn_before_what_could_be_done_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The GM went on with the clock, which could be done in the hidden one's turn as well. But in the other world the
    next turn had begun before."""
    assert pair("skirmish", 486).differences == []
    own = Walk._pass_unseen
    monkeypatch.setattr(Walk, "_pass_unseen", lambda walk, past=None: None if past else own(walk))
    assert pair("skirmish", 486).differences


def test_what_was_a_secret_before_an_amendment_tells_by_no_time_that_it_was_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It went on behind the hidden one's turn, and came to nothing by an amendment; by the next it begins a turn that
    all see. Of acts that begin so only where nothing else is in the record that all were told of."""
    assert pair("ambersteel", 593).differences == []
    _takes_what_is_recorded_there(monkeypatch)
    assert pair("ambersteel", 593).differences == []
    monkeypatch.setattr(Walk, "_is_the_gms", _keeps_its_time)
    assert pair("ambersteel", 593).differences


def test_what_only_some_are_told_of_tells_by_no_time_that_it_came_behind_a_hidden_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One sees another's turn begin, in an amendment at once behind a third one's: as if nobody hidden had had a turn
    between them."""
    assert pair("tirakan", 44).differences == []
    monkeypatch.setattr(Walk, "_is_the_gms", _keeps_its_time)
    assert pair("tirakan", 44).differences


def test_what_is_made_up_at_the_end_of_an_amendment_has_the_time_of_the_last_act_that_all_know_of() -> None:
    """Whether or not acts of which the game master alone knows come behind that."""
    assert pair("ambersteel", 9016, 6).differences == []


def _at_its_recorded_time(walk: Walk, past: RecordedAct) -> RecordedAct:
    return next((replace(past, at=then.at) for then in walk.tail.acts if then.source == past.source), past)


def test_an_amendment_goes_on_from_a_stop_behind_which_nothing_is_told_as_if_nobody_were_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Above another stop it only closes, of which nobody is told; what comes behind the other one stays for later."""
    assert pair("ambersteel", 7632, 4).differences == []
    monkeypatch.setattr(Walk, "_only_closes", lambda *_: False)
    assert pair("ambersteel", 7632, 4).differences


def _keeps_its_time(walk: Walk, past: RecordedAct) -> bool:
    return bool(past.source) and walk.tail.is_secret(past)


def test_an_amendment_waits_for_nobody_hidden_who_was_not_asked_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets the hidden one react to what it could not react to before; what all see goes on without its answer."""
    assert pair("tirakan", 212).differences == []
    monkeypatch.setattr(Walk, "_answers_unseen", lambda *_: False)
    assert pair("tirakan", 212).differences


def test_an_amendment_goes_on_with_what_somebody_hidden_does_in_a_turn_before_that_ends() -> None:
    """A readied action of which nobody is told comes about in another's turn, and what is asked behind that would else
    come late."""
    assert pair("brink", 513).differences == []


def test_an_amendment_goes_on_behind_what_only_now_is_asked_of_somebody_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its readied answer of the record falls, so it is asked at the next action anew, which goes on in two parts."""
    assert pair("brink", 16209, 12).differences == []
    monkeypatch.setattr(Walk, "_borders_on_secret", lambda walk, decision: walk.tail.is_of_secret(decision))
    assert pair("brink", 16209, 12).differences


def test_what_is_drawn_openly_for_an_amendment_is_told_though_a_secret_draw_comes_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A late-comer ties with one whom all see, and in secret with somebody hidden: the game master draws for both."""
    assert pair("brink", 30371, 8).differences == []
    own = Draft.draw

    def drawn(draft: Draft, *args: Any, **more: Any) -> Any:
        faces = own(draft, *args, **more)
        draft.for_gm.update(range(len(draft.trail)) if draft.for_gm else ())
        return faces

    monkeypatch.setattr(Draft, "draw", drawn)
    assert pair("brink", 30371, 8).differences


def _takes_what_is_recorded_there(patch: pytest.MonkeyPatch) -> None:
    """And not what all were told of behind the same stop."""
    patch.setattr(Walk, "_told_behind", lambda _walk, _stop, then: then)


def test_an_act_that_begins_in_an_amendment_is_called_the_same_whether_or_not_a_hidden_turn_was_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its id comes of the last stop that all know of. With that of the last stop the worlds come apart."""
    assert pair("tirakan", 54).differences == []
    _takes_what_is_recorded_there(monkeypatch)
    assert pair("tirakan", 54).differences == []
    monkeypatch.setattr(Walk, "_is_told_to_all", lambda *_: True)
    assert pair("tirakan", 54).differences


@pytest.mark.parametrize("seed", [75, 138])
def test_dice_behind_a_stop_are_the_same_whether_or_not_a_hidden_turn_was_before(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tirakan: the window at the end of a round begins an act, and whose dice are thrown in it is in the files. With
    those of whoever stopped last the worlds come apart."""
    assert pair("tirakan", seed).differences == []
    monkeypatch.setattr(Draft, "_is_told_to_all", lambda _draft: True)
    assert pair("tirakan", seed).differences


def test_an_amendment_does_not_tell_what_was_asked_before_a_combatant_was_given_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tirakan Classic: the robber could react to the hidden one while both were the GM's. Told by who plays the robber
    now, its player would learn of the question."""
    assert pair("tirakan_classic", 59).differences == []
    monkeypatch.setattr(tell, "asking", lambda *_: None)
    assert pair("tirakan_classic", 59).differences


def test_a_choice_that_is_amended_reads_back_as_it_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tirakan: a place on the map is a list on the wire. Where the pair sends anything else the log can't give it
    back, and so nothing was compared."""
    assert pair("tirakan", 323).differences == []
    monkeypatch.setattr(takebacks, "_as_sent", lambda intent: intent)
    with pytest.raises(AssertionError, match="reads back differently"):
        pair("tirakan", 323)
