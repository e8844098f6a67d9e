"""Dice and questions that an amendment brings up: given, drawn for all to see, defaulted, or found again."""

from __future__ import annotations

from three_cups import Riposte

from server.core.dice import Key, Origin, Recorded, Source, Typed
from server.core.events import Amended, DiceDrawn
from server.core.history import amend
from server.core.ids import GM, Position
from server.core.intents import Amend, Die, DrawDice, Edit, GivenAnswer, Hide, RemoveCombatant, Show, TermEdit
from server.past.amending import PreviewAmend, preview_amend
from server.past.rulings import ActCard, card
from server.scenario.rehearsal import Rehearsal
from tests.core.history.test_amend import change, choose, position_of, table
from tests.rules.brink.tables import combatant, laid


def missed(hidden: bool = False) -> tuple[Rehearsal, Position, Edit]:
    """Anna misses Ben, who may be hidden, and the next round's cups are lifted; the edit that would make it a hit."""
    at = table([1, 5])
    if hidden:
        at.submit("gm", Hide(who="b"))
    choose(at, a=2, b=1, d=2)
    choose(at, a=1, b=1)
    strike = position_of(at, "Struck")
    return at, strike, Edit(at=strike, faces=(Die("round1.strike", "a", 0, 6),))


def riposte(at: Rehearsal, strike: Position, decline: bool = False) -> GivenAnswer:
    """Ben's answer to the hit that he had not suffered."""
    act = at.timeline.commit(strike.version).act
    intent = {"type": "riposte", "who": "b", "decline": decline}
    return GivenAnswer(decision=f"{act}/round1.strike.riposte.b", who="b", intent=intent)


def test_a_new_question_comes_with_all_that_could_be_answered() -> None:
    """The preview names it with its options and takes the default; one of the options, given, is taken instead."""
    at, strike, edit = missed()
    question = PreviewAmend(target=strike, edits=(edit,))
    [asked] = [step for step in preview_amend(at.timeline, question).steps if step.outcome == "defaulted"]
    offered = [option.intent for option in asked.options]
    assert {"type": "riposte", "who": "b", "decline": True} in offered
    assert len(offered) == 2
    for intent in offered:
        answers = (GivenAnswer(decision=asked.decision, who="b", intent=intent),)
        again = preview_amend(at.timeline, PreviewAmend(target=strike, edits=(edit,), answers=answers))
        assert "answered" in [step.outcome for step in again.steps]


def test_a_card_names_the_default_of_an_answer() -> None:
    """Taken as another choice it makes the silent out of one who spoke."""
    at = table([4, 1])
    choose(at, a=2, b=1, d=1)
    at.play("bob", {"type": "riposte", "who": "b"})
    spoke = position_of(at, "RiposteDeclared")
    shown = card(at.timeline, ActCard(at=spoke))
    assert shown.default == Riposte(who="b", decline=True)
    outcomes = change(at, Edit(at=spoke, intent={"type": "riposte", "who": "b", "decline": True}))
    assert outcomes[:2] == ["amended", "changed"]
    assert at.state.play.game.sheets["b"].hearts == 2


def test_what_was_never_rolled_is_drawn_for_all_to_see() -> None:
    """The need names the die; the draw is told with its faces; then the amendment stands on it, marked so."""
    at, strike, edit = missed()
    answers = (riposte(at, strike),)
    [need] = amend.preview(at.timeline, strike, (edit,), answers).needs
    assert (need.roll, need.who, need.sides, need.count, need.index, need.depth) == ("round1.riposte", "b", 6, 1, 0, 0)
    assert need.is_open
    drawn = at.submit("gm", DrawDice(target=strike, edits=(edit,), answers=answers))
    for audience in ("public", "seat:ann", "seat:bob"):
        [event] = drawn.told_to(audience)
        assert isinstance(event, DiceDrawn)
        assert (event.who, event.faces, event.act) == ("b", (5,), "")
    assert change(at, edit, answers=answers)[:2] == ["amended", "answered"]
    event = at.timeline.commits[-1].events[0]
    assert isinstance(event, Amended)
    assert [rolled.by for rolled in event.steps[2].evidence] == [Recorded(Position(drawn.version), 0)]


def test_what_somebody_off_the_table_never_rolled_is_drawn_for_the_gm_alone() -> None:
    """Ben was hidden when he was taken away. Now that he is gone nothing says so any more; who was seen by all is told
    of no more than he."""
    at, strike, edit = missed()
    answers = (riposte(at, strike),)
    at.submit("gm", Hide(who="b"))
    at.submit("gm", RemoveCombatant(who="b"))
    drawn = at.submit("gm", DrawDice(target=strike, edits=(edit,), answers=answers))
    assert [event.who for event in drawn.events if isinstance(event, DiceDrawn)] == ["b"]
    assert set(drawn.told) == {GM}


def test_what_was_never_rolled_in_secret_is_drawn_for_the_gm_alone_though_all_see_who_rolls_by_now() -> None:
    """Ben was hidden when he would have riposted: that he rolls would tell that he was there."""
    at, strike, edit = missed(hidden=True)
    answers = (riposte(at, strike),)
    at.submit("gm", Show(who="b"))
    [need] = amend.preview(at.timeline, strike, (edit,), answers).needs
    assert not need.is_open
    at.dice = Streams(at.dice)
    drawn = at.submit("gm", DrawDice(target=strike, edits=(edit,), answers=answers))
    assert [event.who for event in drawn.events if isinstance(event, DiceDrawn)] == ["b"]
    assert set(drawn.told) == {GM}
    assert at.dice.were_open == [False]


class Streams:
    """Dice that note whether all may see what they show."""

    def __init__(self, dice: Source | None) -> None:
        assert dice is not None
        self._dice = dice
        self.were_open: list[bool] = []

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face."""
        self.were_open.append(is_open)
        return self._dice.face(key, sides, missing, is_open)

    def fix_salt(self, salt: bytes) -> None:
        """Those have no use for it."""


def test_a_draw_is_spent_even_if_the_amendment_is_dropped() -> None:
    """Nobody draws again until it pleases: later the same roll of the same act finds the same face."""
    at, strike, edit = missed()
    answers = (riposte(at, strike),)
    draw = DrawDice(target=strike, edits=(edit,), answers=answers)
    at.submit("gm", draw)
    assert at.refusal("gm", draw) == "nothing_waits"
    at.submit("gm", {"type": "pause"})
    at.submit("gm", {"type": "unpause"})
    seen = amend.preview(at.timeline, strike, (edit,), answers)
    assert not seen.needs
    assert seen.steps[2].evidence[0].face == 5
    assert not amend.preview(at.timeline, strike, (edit,)).needs


def test_faces_typed_for_what_was_never_rolled_are_marked() -> None:
    """Real dice for the missing roll: an edit at the position that needs them."""
    at, strike, edit = missed()
    answers = (riposte(at, strike),)
    [need] = amend.preview(at.timeline, strike, (edit,), answers).needs
    typed = Edit(at=need.at, faces=(Die(need.roll, need.who, need.index, 4, need.depth),))
    seen = amend.preview(at.timeline, strike, (edit, typed), answers)
    assert not seen.needs
    assert [rolled.by for rolled in seen.steps[2].evidence] == [Typed("gm")]


def test_an_act_that_comes_back_has_its_dice_again() -> None:
    """Anna lifts another cup and strikes nobody; amended back, her strike is the one that was thrown."""
    at = table([4, 1])
    choose(at, a=2, b=1, d=1)
    at.play("bob", {"type": "riposte", "who": "b"})
    before = at.state.play.game
    cup = position_of(at, "CupChosen")
    change(at, Edit(at=cup, intent={"type": "choose", "who": "a", "cup": 1}))
    assert at.state.play.game != before
    here = Position(at.timeline.version, 1)
    back = Edit(at=here, intent={"type": "choose", "who": "a", "cup": 2})
    seen = amend.preview(at.timeline, here, (back,))
    assert not seen.needs
    at.submit("gm", Amend(target=here, edits=(back,), digest=seen.digest))
    assert at.state.play.game == before


def test_a_tie_that_an_amendment_makes_wants_one_die_of_each_though_the_same_faces_would_never_part_them() -> None:
    """What else the act lacks is found out with supposed faces; where all show the same they are thrown for ever."""
    at = laid({"ana": combatant("ana", (0, 0)), "ogre": combatant("ogre", (2, 0))}, [12, 5])
    at.play("gm", {"type": "start_combat"})
    start = position_of(at, "CombatStarted")
    edit = Edit(at=start, terms=(TermEdit("initiative", "ogre", "gm", 7),))
    needs = amend.preview(at.timeline, start, (edit,)).needs
    assert [(need.roll, need.who, need.count) for need in needs] == [("tie.1", "ana", 1), ("tie.1", "ogre", 1)]
