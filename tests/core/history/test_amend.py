"""Amendments: when the walk gives up, whose edits are in force, and what a clock may not tell."""

from __future__ import annotations

from typing import Any

from three_cups import SYSTEM

from server.conformance.worlds.branches import branched
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Amend, Continue, Die, Edit, Rewind, TermEdit
from server.core.state import TableOptions
from server.past.rulings import ActCard, card
from server.scenario.rehearsal import Rehearsal

SEATS = {"a": "ann", "b": "bob", "d": "bob", "c": "ann"}


def table(dice: list[int], order: str = "abd", window_s: int | None = None, hearts: int = 3) -> Rehearsal:
    """Anna against Ben and Dan; Cat is Ann's and hidden. `order` is that of their joining."""
    sides = {"a": "x", "c": "x", "b": "y", "d": "y"}
    people = {
        who: CombatantSpec(
            name=who,
            side=sides[who],
            seat=SEATS[who],
            hidden=who == "c",
            sheet={"hearts": hearts} if who == "b" else {},
        )
        for who in order
    }
    spec = EncounterSpec(
        title="Cups",
        system="three_cups",
        seats={"ann": SeatSpec(), "bob": SeatSpec()},
        combatants=people,
        table=TableOptions(window_s=window_s),
    )
    made = Rehearsal(SYSTEM, spec, dice)
    made.play("gm", {"type": "begin"})
    return made


def choose(at: Rehearsal, **cups: int) -> None:
    """Each lifts a cup, in this order."""
    for who, cup in cups.items():
        at.play(SEATS[who], {"type": "choose", "who": who, "cup": cup})


def position_of(at: Rehearsal, event: str, nth: int = 0) -> Position:
    """Where the n-th event of this type happened."""
    found = [c.version for c in at.timeline.commits if any(type(e).__name__ == event for e in c.events)]
    return Position(found[nth])


def change(at: Rehearsal, *edits: Edit, answers: tuple[Any, ...] = ()) -> list[str]:
    """Amend, as previewed; the outcomes."""
    seen = amend.preview(at.timeline, edits[0].at, edits, answers)
    at.submit("gm", Amend(target=edits[0].at, edits=edits, answers=answers, digest=seen.digest))
    return [step.outcome for step in seen.steps]


def cover(at: Position, value: int, roll: str = "round1.strike") -> Edit:
    """The target's cover counts differently."""
    return Edit(at=at, terms=(TermEdit(roll, "a", "cover", value),))


def test_new_question_stays_open_where_no_answer_saves_what_followed() -> None:
    """Ben lives, so round 2 asks him too; whatever he lifts, Dan's riposte never comes again: it is moot (and
    so are the server's two steps behind it), and Ben is asked instead of being answered for."""
    at = table([4, 5], hearts=1)
    choose(at, a=2, b=1, d=2)
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    choose(at, a=2, d=1)
    at.play("bob", {"type": "riposte", "who": "d", "decline": True})
    outcomes = change(at, cover(position_of(at, "Struck"), 2))
    assert outcomes == ["amended", "moot", "changed", "stands", "stands", "moot", "moot", "moot"]
    decision = at.state.play.decision
    assert decision is not None
    assert decision.unanswered() == ["b"]


def test_what_came_to_nothing_is_not_made_up_for() -> None:
    """Ben's cup is struck out, so the server's step behind it is moot; he lifts another, and it has not gone on yet.
    Nobody was told of a step that did nothing: that does not make it one that is late. So it is in a branch."""
    at = table([2])
    choose(at, a=2, b=1, d=1)
    outcomes = change(at, Edit(at=position_of(at, "CupChosen", 1), struck=True))
    assert (outcomes[0], set(outcomes[2:])) == ("struck", {"moot"})
    at.submit("bob", {"type": "choose", "who": "b", "cup": 1})
    for timeline in (at.timeline, branched(at).timeline):
        for position in list(timeline.line())[:-3]:  # behind the beginning
            assert not amend.preview(timeline, position, ()).rules_changed


def test_nobody_is_answered_for_the_sake_of_a_secret_act() -> None:
    """The miss becomes a hit, so Ben is asked; that hidden Cat has lifted her next cup already must not answer for
    him. Where Anna has lifted hers too he is answered for, and Cat's cup stands as well."""
    at = table([2], "abdc")
    choose(at, a=2, b=1, d=1, c=1)
    choose(at, c=3)
    outcomes = change(at, cover(position_of(at, "Struck"), -1))
    assert outcomes == ["amended", "moot", "moot"]
    decision = at.state.play.decision
    assert decision is not None
    assert (decision.kind, decision.unanswered()) == ("riposte", ["b"])

    at = table([2], "abdc")
    choose(at, a=2, b=1, d=1, c=1)
    choose(at, c=3, a=3)
    outcomes = change(at, cover(position_of(at, "Struck"), -1))
    assert outcomes == ["amended", "defaulted", "continued", "stands", "stands"]


def test_intent_that_falls_for_its_own_reasons_answers_no_questions() -> None:
    """A GM's act that is refused leaves the open question alone, however long one could play on."""
    at = table([])
    at.play("gm", {"type": "pause"})
    paused = Position(at.timeline.version)
    choose(at, a=1)
    at.play("gm", {"type": "unpause"})
    assert change(at, Edit(at=paused, struck=True)) == ["struck", "stands", "falls"]
    decision = at.state.play.decision
    assert decision is not None
    assert decision.unanswered() == ["b", "d"]


def test_edit_stays_in_force_when_a_later_part_of_its_act_is_amended() -> None:
    """The cover amended at the cup that led to the strike still counts when only the strike itself is looked at."""
    at = table([4])
    choose(at, a=2, b=1, d=2)
    strike = position_of(at, "Struck")
    change(at, cover(Position(strike.version - 1), 2))
    assert at.state.play.game.strike.hit is False
    change(at, Edit(at=at.timeline.head, faces=(Die("round1.strike", "a", 0, 6),)))
    assert at.state.play.game.strike.face == 6
    assert {term.key: term.value for term in at.state.play.game.strike.terms} == {"base": 3, "cover": 2}


def test_newer_edit_wins_over_an_older_one_behind_it() -> None:
    """An edit at an earlier position takes the place of what an older amendment had set later in the act."""
    at = table([4])
    choose(at, a=2, b=1, d=2)
    strike = position_of(at, "Struck")
    change(at, cover(strike, 3))
    change(at, cover(Position(strike.version - 1), 1))
    seen = amend.preview(at.timeline, Position(3), ())
    assert not seen.rules_changed
    assert at.state.play.game.strike.terms[1].value == 1


def test_edit_was_not_in_force_where_play_went_on_behind_it() -> None:
    """After a rewind into an amended act the dice that are thrown anew count as they fall."""
    at = table([4, 6])
    choose(at, a=2, b=1, d=2)
    strike = position_of(at, "Struck")
    last_cup = Position(strike.version - 1)
    change(at, Edit(at=last_cup, faces=(Die("round1.strike", "a", 0, 1),)))
    at.submit("gm", Rewind(to=Position(at.timeline.version, 1)))
    decision = at.state.play.decision
    assert decision is not None
    at.submit("gm", Continue(decision=decision.id))
    assert at.state.play.game.strike.face == 6
    assert not amend.preview(at.timeline, at.timeline.head, ()).rules_changed


def test_what_was_played_on_behind_an_edit_stays_free_of_it_when_it_becomes_a_step() -> None:
    """The dice thrown after a rewind into an amended act count as they fell, also once a later amendment has taken that
    part of the act up; what that later one sets is in force there."""
    at = table([4, 6])
    choose(at, a=2, b=1, d=2)
    strike = position_of(at, "Struck")
    first = Position(strike.version - 1)
    change(at, Edit(at=first, faces=(Die("round1.strike", "a", 0, 1),)))
    edited = Position(at.timeline.version, 1)
    at.submit("gm", Rewind(to=edited))
    decision = at.state.play.decision
    assert decision is not None
    at.submit("gm", Continue(decision=decision.id))
    change(at, cover(at.timeline.head, 2))
    assert at.state.play.game.strike.face == 6
    seen = amend.preview(at.timeline, edited, ())
    assert not seen.rules_changed
    assert [step.outcome for step in seen.steps] == ["stands", "stands"]
    strike_now = next(event for event in seen.steps[-1].events if type(event).__name__ == "Struck")
    assert (strike_now.face, strike_now.terms[1].value) == (6, 2)


def test_amended_secret_answer_moves_no_clock() -> None:
    """A clock set anew would tell the table that a hidden one's cup was disputed; so it runs on."""
    at = table([], order="abdc", window_s=60)
    choose(at, c=1)
    before = at.view("public")
    target = at.timeline.head
    change(at, Edit(at=target, intent={"type": "choose", "who": "c", "cup": 2}))
    assert "public" not in at.timeline.commits[-1].told
    assert at.view("public") == before


def test_rewound_secret_answer_moves_no_clock() -> None:
    """The same for taking it back, also when the position is folded again from the log."""
    at = table([], order="abdc", window_s=60)
    there = at.timeline.head
    choose(at, c=1)
    before = at.view("public")
    at.submit("gm", Rewind(to=there))
    assert at.view("public") == before
    head, play = at.timeline.head, at.state.play
    for _ in range(300):
        at.submit("gm", {"type": "unpause" if at.state.play.paused else "pause"})
    assert at.timeline.play_at(head) == play


def test_every_position_can_be_reached_in_a_long_fight() -> None:
    """Positions that are long forgotten are folded again, the first ones included."""
    at = table([])
    plays = {at.timeline.head: at.state.play}
    for _ in range(300):
        at.submit("gm", {"type": "unpause" if at.state.play.paused else "pause"})
        plays[at.timeline.head] = at.state.play
    for position, play in plays.items():
        assert at.timeline.play_at(position) == play


def test_what_did_not_happen_has_no_rolls_to_dispute() -> None:
    """An act that an amendment made moot, or struck out, is not decided for its card: the rules might not bear it."""
    at = table([4, 5, 2], hearts=1)
    choose(at, a=2, b=1, d=2)
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    choose(at, a=2, d=1)
    at.play("bob", {"type": "riposte", "who": "d", "decline": False})
    outcomes = change(at, cover(position_of(at, "Struck"), 2))
    steps = [Position(at.timeline.version, n) for n, outcome in enumerate(outcomes, start=1)]
    for step, outcome in zip(steps, outcomes, strict=True):
        shown = card(at.timeline, ActCard(at=step))
        if outcome in ("moot", "falls", "struck"):
            assert (shown.rolls, shown.dice) == ([], []), outcome
    assert "moot" in outcomes


def test_what_goes_on_behind_another_act_than_then_does_so_at_once() -> None:
    """The game master moved Anna before going on; with that struck out it goes on when the last had chosen."""
    at = table([4, 4])
    choose(at, a=2, b=1, d=1)
    chosen = position_of(at, "CupChosen", -1)
    at.submit("gm", Rewind(to=chosen))
    at.play("gm", {"type": "set_position", "who": "a", "at": [9, 9]})
    moved = at.timeline.head
    at.submit("gm", Continue(decision=at.state.play.decisions[-1].id))
    for is_struck, went_on in ((False, at.timeline.newest_at), (True, at.timeline.commit(chosen.version).at)):
        steps = amend.preview(at.timeline, chosen, (Edit(at=moved, struck=is_struck),)).steps
        assert steps[-1].at == went_on


def test_what_nobody_submitted_takes_the_time_of_the_act_before() -> None:
    """Ben is asked anew and answered for, and the round goes on: at once, not when the next recorded act came."""
    at = table([4, 5], hearts=1)
    choose(at, a=2, b=1, d=2)
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    choose(at, a=2, d=1)
    at.play("bob", {"type": "riposte", "who": "d", "decline": True})
    choose(at, a=3)
    edit = cover(position_of(at, "Struck"), 2)
    steps = amend.preview(at.timeline, edit.at, (edit,)).steps
    made = [number for number, step in enumerate(steps) if step.outcome in ("defaulted", "continued")]
    assert made
    assert all(steps[number].at == max(step.at for step in steps[:number]) for number in made)
    assert all(steps[number].at < steps[-1].at for number in made)


def test_what_nobody_submitted_does_not_take_the_time_of_a_secret_act() -> None:
    """Hidden Cat lifted her cup before Ben is answered for: the time of that would tell of her."""
    at = table([5, 3], order="abcd", hearts=1)
    choose(at, a=3, c=2, b=2, d=2)
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    choose(at, d=1, a=3, c=2)
    all_were_told = at.timeline.commits[-1].at
    choose(at, c=3)
    secret = at.timeline.commits[-1].at
    choose(at, d=2)
    edit = cover(position_of(at, "Struck"), 6)
    steps = amend.preview(at.timeline, edit.at, (edit,)).steps
    assert [step.at for step in steps[-2:]] == [secret, all_were_told]
    assert [step.outcome for step in steps[-2:]] == ["moot", "defaulted"]


def test_whose_a_combatant_was_counts_as_it_was_then() -> None:
    """Hidden Cat lifted her cup for Ann, and Bob passed for Ben by his standing wish. Both have been handed over since:
    with nothing changed all of it stands, decided again and again."""
    at = table([5, 3, 1], order="abcd")
    at.play("bob", {"type": "auto_pass", "kinds": ["riposte"]})
    first = Position(at.timeline.version + 1)
    choose(at, a=3, c=2, b=2, d=2)
    at.play("gm", {"type": "hand_over", "who": "c", "seat": "gm"})
    at.play("gm", {"type": "hand_over", "who": "b", "seat": "ann"})
    then = at.state.play.game
    for _ in range(2):
        assert not amend.preview(at.timeline, first, ()).rules_changed
        assert set(change(at, Edit(at=first))) == {"amended", "stands"}
        assert at.state.play.game == then
        first = Position(at.timeline.version, 1)


def test_a_number_changes_nothing_of_what_is_made_up_before_its_act() -> None:
    """The server's step is struck out and comes again for the sake of Anna's next cup: a number that the GM sets there
    is none of the strike's, which comes before it."""
    at = table([5, 3])
    choose(at, a=2, b=1, d=1)
    struck = position_of(at, "Struck")
    at.play("bob", {"type": "riposte", "who": "b", "decline": True})
    choose(at, a=1)
    seen = amend.preview(at.timeline, struck, (Edit(at=struck, struck=True), cover(at.timeline.head, 2)))
    then, now = [
        [event for event in events if type(event).__name__ == "Struck"]
        for events in (at.timeline.commit(struck.version).events, seen.steps[1].events)
    ]
    assert now == then != []
