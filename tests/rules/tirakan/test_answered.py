"""A player's answer counts for the question that the player sees open, whatever secret lies above it."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.conformance.test_answers import meddled
from server.core.dice import ScriptedDice
from server.core.history.amend import preview
from server.core.ids import Position
from server.core.intents import Amend, AutoPass, Continue, Edit, MoreTime, Rewind
from server.core.state import Decision
from server.past.rulings import ActCard, card
from server.rules.tirakan.state.facts import units
from server.rules.tirakan.state.intents import DeclineProtection
from tests.rules.tirakan.cast import ARMOUR, Fight, kinds, only

MAIL = {"armour": ARMOUR}


def question(fight: Fight, kind: str) -> Decision:
    """The question of this kind, wherever it lies."""
    (found,) = [each for each in fight.table.state.play.decisions if each.kind == kind]
    return found


def struck(*more: str, **options: Any) -> Fight:
    """Hagen is asked how he protects himself against the robber's hit; `more` stand by."""
    sheets = {who: MAIL for who in ("hagen", *more)}
    fight = Fight("robber", "hagen", *more, players=["hagen"], sheets=sheets, **options).start()
    fight.dice(hit_robber=[5, 1]).do("attack", who="robber", target="hagen")
    let_pass(fight)
    assert (fight.question, fight.asked) == ("protection", ["hagen"])
    return fight


def let_pass(fight: Fight) -> None:
    """Whoever is asked for a reaction passes."""
    while fight.question == "reaction":
        fight.passes(fight.asked[0])


def stops(fight: Fight) -> dict[str, Any]:
    """Hagen's one unit against the robber's hit."""
    frame = next(frame for frame in fight.game.frames if frame.target == "hagen")
    (unit,) = units(fight.one("hagen"))
    return {"who": "hagen", "stops": [{"unit": unit, "hit": frame.strike.hits[0].id}]}


def test_armour_serves_against_the_hits_one_was_asked_about():
    """The GM's own question lies above: what Hagen stops are the robber's hits on him, not those on Sela."""
    fight = struck("sela")
    answer = stops(fight)
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    assert (fight.question, fight.asked) == ("protection", ["sela"])
    used = only(fight.do("use_protection", **answer), "ProtectionUsed")
    first = fight.table.state.play.decisions[0]
    assert (used.decision, first.unanswered()) == (first.id, [])
    assert fight.asked == ["sela"]
    found = fight.do("decline_protection", who="sela")
    assert only(found, "WoundsTaken").who == "sela"
    assert (fight.one("hagen").wounds, fight.one("sela").wounds, fight.question) == (0, 1, "")


def test_nobody_is_asked_twice_what_was_answered_below_a_secret_question():
    """Declined while another question was open: the act goes on when that is over, in the same commit."""
    fight = struck("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.do("decline_protection", who="hagen")
    assert fight.one("hagen").wounds == 0
    fight.do("decline_protection", who="sela")
    assert (fight.one("hagen").wounds, fight.one("sela").wounds, fight.question) == (1, 1, "")


def test_a_roll_is_kept_that_one_was_asked_about():
    """T-DICE-6 below the GM's own question."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], dice_in_rolls=True,
                  sheets={"hagen": {"bonus_dice": 1}, "sela": MAIL}).start()  # fmt: skip
    fight.dice(hit_hagen=[5]).do("attack", who="hagen", target="robber")
    assert (fight.question, fight.asked) == ("improve", ["hagen"])
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    assert fight.asked == ["sela"]
    kept = only(fight.do("keep_roll", who="hagen"), "RollKept")
    assert kept.decision == question(fight, "improve").id
    fight.do("decline_protection", who="sela")
    assert fight.question == "reaction"


def test_a_reaction_is_declared_to_the_act_whose_window_one_sees():
    """The window lies below the GM's own question; closed, it is not opened again."""
    fight = window("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    assert fight.question == "protection"
    declared = only(fight.react("hagen", "dodge"), "ReactionDeclared")
    assert declared.decision == question(fight, "reaction").id
    fight.do("decline_protection", who="sela")
    assert fight.asked == ["sela"]
    found = fight.passes("sela")
    assert "DodgeRolled" in kinds(found)


def window(*more: str, hidden: tuple[str, ...] = (), bonus_dice: int = 0, **options: Any) -> Fight:
    """Hagen may react to the robber's attack; `more` have mail on."""
    sheets: dict[str, Any] = {"hagen": {"bonus_dice": bonus_dice}, **{who: MAIL for who in more}}
    fight = Fight("robber", "hagen", *more, players=["hagen"], hidden=hidden, sheets=sheets, **options).start()
    fight.dice(hit_robber=[5, 1]).do("attack", who="robber", target="hagen")
    assert fight.question == "reaction"
    return fight


def test_hits_on_somebody_hidden_wait_until_the_act_is_over():
    """No player may see a window wait for what none of them knows."""
    fight = window("sela", hidden=("sela",))
    asked = fight.question, fight.asked
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    assert (fight.question, fight.asked) == asked
    let_pass(fight)
    assert fight.one("hagen").wounds == 1
    assert (fight.question, fight.asked) == ("protection", ["sela"])
    fight.do("decline_protection", who="sela")
    assert (fight.one("sela").wounds, fight.question) == (1, "")


def test_a_player_sees_the_same_whether_or_not_somebody_hidden_is_hit():
    """Two worlds: question, answer and what comes of it are told in the same commits."""

    def told(is_hit: bool) -> list[Any]:
        fight = struck("sela", hidden=("sela",))
        if is_hit:
            fight.do("gm_inflict_hits", targets=["sela"], hits=1)
        fight.do("decline_protection", who="hagen")
        seen = [commit for commit in fight.table.timeline.commits if "seat:hagen" in commit.told]
        return [[type(event).__name__ for event in commit.told_to("seat:hagen")] for commit in seen]

    assert told(True) == told(False)


def test_more_time_is_given_to_the_question_that_it_names():
    """It lies below the GM's own, where its clock stands."""
    fight = struck("sela", window_s=60)
    mine = question(fight, "protection")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    left = fight.table.state.play.decisions[0].remaining_ms or 0
    fight.table.submit("hagen", MoreTime(decision=mine.id, ms=5_000))
    below, above = fight.table.state.play.decisions
    assert (below.remaining_ms, above.remaining_ms) == (left + 5_000, 60_000)


def test_who_vanishes_with_a_question_leaves_the_one_below_to_be_answered():
    """The GM hides whom it is about: the player sees the own question again, and answers that one."""
    fight = struck("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.do("hide", who="sela", seat="gm")
    mine = fight.table.state.play.decisions[0]
    assert only(fight.do("decline_protection", who="hagen"), "ProtectionDeclined").decision == mine.id
    fight.do("decline_protection", who="sela")
    assert (fight.one("hagen").wounds, fight.question) == (1, "")


def acts(fight: Fight, *types: str) -> list[Position]:
    """Where these intents were taken, in their order."""
    commits = fight.table.timeline.commits
    tags = {commit.submitted.intent.__struct_config__.tag: Position(commit.version) for commit in commits}
    return [tags[tag] for tag in types]


def amended(fight: Fight, edit: Edit) -> list[str]:
    """Take it back like this; what becomes of each act from there on."""
    seen = preview(fight.table.timeline, edit.at, (edit,))
    fight.table.submit("gm", Amend(target=edit.at, edits=(edit,), digest=seen.digest))
    return [step.outcome for step in seen.steps]


def test_what_was_answered_below_a_secret_question_is_decided_again_like_that():
    """The GM lets Hagen protect himself after all; the rest stands."""
    fight = struck("sela")
    answer = stops(fight)
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.do("decline_protection", who="hagen")
    (at,) = acts(fight, "decline_protection")
    fight.do("decline_protection", who="sela")
    outcomes = amended(fight, Edit(at=at, intent={"type": "use_protection", **answer}))
    assert outcomes[0] == "amended"
    assert "falls" not in outcomes
    assert "moot" not in outcomes
    assert (fight.one("hagen").wounds, fight.one("sela").wounds, fight.question) == (0, 1, "")


def test_an_answer_stands_where_the_question_above_it_is_struck_out():
    """The hits on Sela never were: Hagen's act goes on with his answer at once."""
    fight = struck("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.do("decline_protection", who="hagen")
    (at,) = acts(fight, "gm_inflict_hits")
    outcomes = amended(fight, Edit(at=at, struck=True))
    assert outcomes == ["struck", "changed"]
    assert (fight.one("hagen").wounds, fight.one("sela").wounds, fight.question) == (1, 0, "")


def test_a_question_answered_below_another_is_closed_when_a_rewind_is_past():
    """Back to where both were open, Hagen's answer given: the act goes on when the GM has answered anew."""
    fight = struck("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.do("decline_protection", who="hagen")
    (to,) = acts(fight, "decline_protection")
    fight.do("decline_protection", who="sela")
    fight.table.submit("gm", Rewind(to=to))
    assert (fight.one("hagen").wounds, fight.asked) == (0, ["sela"])
    fight.do("decline_protection", who="sela")
    assert (fight.one("hagen").wounds, fight.one("sela").wounds, fight.question) == (1, 1, "")


def test_who_always_passes_passes_below_a_secret_question_too():
    """Hagen does not know that another lies above: his wish counts at once."""
    fight = struck("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.table.play("hagen", AutoPass(kinds=("protection",)))
    assert fight.table.state.play.decisions[0].unanswered() == []
    assert fight.asked == ["sela"]


def test_turns_change_while_somebody_hidden_is_asked():
    """Hits while nothing else goes on: asked and resolved once, however the fight goes on above the question."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], hidden=["sela"], sheets={"sela": MAIL}).start()
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    assert kinds(fight.do("end_turn", who="hagen"))[:2] == ["TurnEnded", "TurnStarted"]
    assert [decision.kind for decision in fight.table.state.play.decisions] == ["protection"]
    assert only(fight.do("decline_protection", who="sela"), "WoundsTaken").who == "sela"
    assert (fight.question, fight.game.frames, fight.game.turn) == ("", (), "robber")


def test_rounds_go_on_while_somebody_hidden_is_asked():
    """Two worlds: the last turn, the window between the rounds and the next turn are told in the same commits."""

    def told(is_hit: bool) -> list[list[str]]:
        fight = Fight("sela", "robber", "hagen", players=["hagen"], hidden=["sela"], sheets={"sela": MAIL}).start()
        fight.end_turns("sela", "robber")
        if is_hit:
            fight.do("gm_inflict_hits", targets=["sela"], hits=1)
        fight.do("end_turn", who="hagen")
        while fight.question == "phase":
            fight.passes(fight.asked[0])
        assert fight.game.round == 2
        if is_hit:
            assert fight.asked == ["sela"]
            fight.do("decline_protection", who="sela")
            assert (fight.one("sela").wounds, fight.game.frames) == (1, ())
        assert (fight.game.turn, fight.question) == ("sela", "")
        commits = [commit for commit in fight.table.timeline.commits if "seat:hagen" in commit.told]
        return [kinds(commit.told_to("seat:hagen")) for commit in commits]

    assert told(True) == told(False)


@settings(max_examples=many(10), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_question_outlives_the_act_that_it_is_about(seed: int):
    """Whatever the GM inflicts on whom, and whoever answers first."""
    timeline = meddled("tirakan", seed).timeline
    for position in timeline.line():
        play = timeline.play_at(position)
        acts_now = {frame.id for frame in play.game.frames} if play.game is not None else set()
        about = {decision.topic["action"] for decision in play.decisions if "action" in decision.topic}
        assert about <= acts_now


def test_an_answer_may_be_made_something_that_is_no_answer():
    """The GM's card offers Hagen's bonus die instead of the pass: the window asks him again."""
    fight = window(bonus_dice=1)
    fight.passes("hagen")
    (at,) = acts(fight, "pass_reaction")
    intent = {"type": "spend_bonus_die", "who": "hagen"}
    assert intent in [option.intent for option in card(fight.table.timeline, ActCard(at=at)).options]
    outcomes = amended(fight, Edit(at=at, intent=intent))
    assert outcomes[0] == "amended"
    assert (fight.question, fight.asked) == ("reaction", ["hagen"])
    assert (fight.one("hagen").bonus_dice, fight.one("hagen").actions) == (0, 1)


def test_what_is_no_answer_may_be_made_one():
    """The other way round: Hagen passes instead of spending the die."""
    fight = window(bonus_dice=1)
    fight.do("spend_bonus_die", who="hagen")
    (at,) = acts(fight, "spend_bonus_die")
    assert amended(fight, Edit(at=at, intent={"type": "pass_reaction", "who": "hagen"})) == ["amended"]
    assert (fight.one("hagen").bonus_dice, fight.asked) == (1, [])
    fight.table.play("gm", Continue(decision=question(fight, "reaction").id))
    assert (fight.question, fight.one("hagen").wounds) == ("", 1)


def struck_twice() -> Fight:
    """The GM hits Sela twice while Hagen's window is open. She is hidden, and has cover: it stops one hit of three."""
    fight = window("sela", hidden=("sela",))
    fight.do("set_cover", target="sela", level=5)
    fight.do("gm_inflict_hits", targets=["sela"], hits=2, cover_allowed=True)
    fight.do("gm_inflict_hits", targets=["sela"], hits=1, cover_allowed=True)
    fight.table.dice = ScriptedDice([5, 1, 1])
    let_pass(fight)
    assert (fight.question, fight.asked) == ("protection", ["sela"])
    return fight


def test_hits_of_two_acts_that_wait_for_the_same_end_are_told_apart():
    """Both are resolved in the act that they waited for: no question and no roll is taken for the other's."""
    fight = struck_twice()
    first = question(fight, "protection").id
    fight.do("decline_protection", who="sela")
    assert question(fight, "protection").id != first
    assert fight.one("sela").wounds == 1
    fight.do("decline_protection", who="sela")
    assert (fight.one("sela").wounds, fight.question) == (2, "")
    thrown = [rolled for commit in fight.table.timeline.commits for rolled in commit.evidence if "cover" in rolled.roll]
    assert len({(rolled.act, rolled.roll, rolled.who, rolled.index) for rolled in thrown}) == len(thrown) == 3


def test_hits_that_waited_together_are_decided_again_with_their_own_dice():
    """Sela's second answer is changed, then the pass before both is left as it was: nothing else changes."""
    fight = struck_twice()
    (unit,) = units(fight.one("sela"))
    fight.do("decline_protection", who="sela")
    hit = fight.game.frames[-1].strike.hits[0].id
    at = Position(fight.table.timeline.version + 1)
    fight.do("decline_protection", who="sela")
    intent = {"type": "use_protection", "who": "sela", "stops": [{"unit": unit, "hit": hit}]}
    assert amended(fight, Edit(at=at, intent=intent))[0] == "amended"
    assert (fight.one("sela").wounds, fight.question) == (1, "")
    (first,) = acts(fight, "pass_reaction")
    assert set(amended(fight, Edit(at=first, terms=()))) <= {"amended", "stands"}
    assert (fight.one("sela").wounds, fight.question) == (1, "")


def test_hits_behind_others_are_told_apart_from_those_of_the_act_that_ends_them():
    """Sela's wait behind Hagen's, with more on her above in secret: that act ends both and goes on with the first."""
    fight = Fight("robber", "hagen", "sela", players=["hagen"], sheets={"hagen": MAIL, "sela": MAIL}).start()
    fight.do("gm_inflict_hits", targets=["hagen", "sela"], hits=1)
    fight.do("gm_inflict_hits", targets=["sela"], hits=2)
    fight.do("decline_protection", who="hagen")
    above = question_to(fight, "sela").id
    fight.do("decline_protection", who="sela")
    assert question_to(fight, "sela").id != above
    fight.do("decline_protection", who="sela")
    assert (fight.one("hagen").wounds, fight.one("sela").wounds, fight.question) == (1, 3, "")


def question_to(fight: Fight, who: str) -> Decision:
    """The open question that is put to somebody."""
    (found,) = [each for each in fight.table.state.play.decisions if who in each.asks]
    return found


def test_the_card_of_an_answer_offers_what_else_could_be_answered():
    """Hagen's protection, though the GM was asked about Sela's above it; and what is chosen there is taken."""
    fight = struck("sela")
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    fight.do("decline_protection", who="hagen")
    (at,) = acts(fight, "decline_protection")
    found = card(fight.table.timeline, ActCard(at=at))
    assert [option.key for option in found.options if option.answers] == [
        "best_protection",
        "use_protection",
        "decline_protection",
    ]
    assert found.default == DeclineProtection(who="hagen")


def test_hits_on_somebody_hidden_wait_for_the_turn_to_come():
    """While the server waits before it goes on: what nobody knows of holds up nobody's turn."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], hidden=["sela"], sheets={"sela": MAIL}).start()
    fight.do("end_turn", who="hagen", goes_on=False)
    fight.do("gm_inflict_hits", targets=["sela"], hits=1, goes_on=False)
    assert fight.question == "turn"
    fight.table.go_on()
    assert (fight.game.turn, fight.asked) == ("robber", ["sela"])
    fight.do("decline_protection", who="sela")
    assert (fight.one("sela").wounds, fight.question, fight.game.turn) == (1, "", "robber")


def test_who_was_hit_in_secret_is_asked_even_if_nobody_can_act_any_more():
    """Everybody falls while the GM is asked: that is answered before the GM lets the next round begin."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], hidden=["sela"], sheets={"sela": MAIL}).start()
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    for who in ("sela", "robber", "hagen"):
        fight.do("gm_set", who=who, value_of="condition", key="unconscious", value=1)
    assert (fight.question, fight.asked) == ("protection", ["sela"])
    fight.do("decline_protection", who="sela")
    assert (fight.one("sela").wounds, fight.game.frames, fight.question) == (1, (), "nobody")
    fight.do("gm_skip_turn")
    assert fight.game.round == 2


def test_turns_go_on_above_a_stop_that_the_gm_holds():
    """The GM takes back what hits on hidden Sela did: Hagen's turn ends all the same, and hers goes on at a word."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], hidden=["sela"]).start()
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    (to,) = acts(fight, "gm_inflict_hits")
    fight.table.submit("gm", Rewind(to=to))
    assert fight.table.view("gm").held
    fight.do("end_turn", who="hagen")
    assert (fight.game.turn, fight.question, fight.one("sela").wounds) == ("robber", "protection", 0)
    assert fight.table.view("gm").held
    fight.table.play("gm", Continue(decision=question(fight, "protection").id))
    assert (fight.question, fight.one("sela").wounds) == ("", 1)


def test_a_phase_is_still_one_while_hits_on_somebody_hidden_wait_for_its_end():
    """The GM, too, sees the window between the rounds, not an act."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], hidden=["sela"], sheets={"sela": MAIL}).start()
    fight.end_turns("hagen", "robber")
    fight.do("end_turn", who="sela", goes_on=False)
    while fight.question == "turn":
        fight.table.submit("server", Continue(decision=question(fight, "turn").id))
    assert fight.question == "phase"
    fight.do("gm_inflict_hits", targets=["sela"], hits=1, goes_on=False)
    assert (fight.question, [frame.kind for frame in fight.game.frames]) == ("phase", ["hits", "phase"])
    assert {fight.table.view(audience).phase for audience in ("gm", "seat:hagen")} == {"end"}


def test_the_gm_rules_on_the_act_that_the_question_is_about():
    """Answered by the wish to pass always, while hits on Sela lie above: Hagen's free act goes on as ruled."""
    fight = Fight("hagen", "robber", "sela", players=["hagen"], sheets={"sela": MAIL}).start()
    fight.do("custom", who="hagen", text="Swing from the chandelier")
    (asked,) = fight.table.state.play.decisions
    fight.do("gm_inflict_hits", targets=["sela"], hits=1)
    commits = fight.table.play("gm", AutoPass(kinds=("custom",)))
    ruled = only(commits[1].events, "GMRuled")
    assert (ruled.decision, ruled.action_id) == (asked.id, asked.topic["action"])
    fight.do("decline_protection", who="sela")
    assert (fight.one("sela").wounds, fight.question) == (1, "reaction")
