"""Who knows what: closed sheets, hidden combatants, and stops that tell nothing."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from server.core.events import Event
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Edit, TermEdit
from server.core.secrecy import known
from server.core.system import Roll
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.events import CombatantAdded
from server.rules.tirakan.state.facts import actions_max
from server.rules.tirakan.state.state import Ruling
from tests.rules.tirakan.cast import ARMOUR, Fight, kinds, only


def told(fight: Fight, audience: str) -> list[list[Any]]:
    """What an audience was told, commit by commit; random ids don't occur in a rehearsal."""
    return [
        msgspec.to_builtins(events) for commit in fight.table.timeline.commits if (events := commit.told_to(audience))
    ]


def blow(**robber: Any) -> Fight:
    """Hagen hits a robber, who does nothing about it."""
    fight = Fight("hagen", "robber", players=["hagen"], sheets={"robber": robber}).start()
    fight.dice(hit_hagen=[5, 5]).do("attack", who="hagen", target="robber")
    fight.all_pass()
    return fight


def test_two_worlds_that_differ_in_an_npcs_armour_look_the_same():
    """Whether an NPC is asked for protection, and with how many units, nobody but the GM learns."""
    plain, armoured = blow(), blow(armour={"mail": {"name": "Mail"}}, max_wounds=20)
    asked = blow(armour={"mail": {"name": "Mail", "protection": ["N", "C"]}}, max_wounds=20)
    assert [k for k in kinds(plain.table.timeline.commits[-1].events)][-2:] == ["WoundsTaken", "ActionResolved"]
    for audience in ("seat:hagen", "public"):
        assert told(armoured, audience) == told(asked, audience)


def test_an_npcs_protection_shows_only_in_its_wounds():
    """T-PROT-5: the question and its answer are secret; the wounds are not."""
    fight = Fight("hagen", "robber", players=["hagen"], sheets={"robber": {"armour": ARMOUR}}).start()
    fight.dice(hit_hagen=[5, 5]).do("attack", who="hagen", target="robber")
    fight.passes("robber")
    before = len(fight.table.timeline.commits)
    found = fight.do("use_protection", who="robber", stops=[{"unit": "mail/1", "hit": "h1"}])
    assert only(found, "ProtectionUsed").effective == ("N",)
    commits = fight.table.timeline.commits[before:]
    heard = [event for commit in commits for event in commit.told_to("seat:hagen")]
    assert kinds(heard) == ["WoundsTaken", "ActionResolved"]
    assert "pool" not in fight.table.view("seat:hagen").combatants["robber"].tracks
    assert "pool" in fight.table.view("gm").combatants["robber"].tracks


def test_npc_numbers_may_be_public():
    """The table's option opens every sheet."""
    fight = Fight("hagen", "robber", players=["hagen"], npc_numbers_public=True).start()
    view = fight.table.view("seat:hagen").combatants["robber"]
    assert view.facts["strength"] == "3"
    assert view.tracks["wounds"].max == 10


def test_of_a_closed_sheet_faces_and_hits_are_public():
    """Thresholds and terms are not."""
    fight = Fight("robber", "hagen", players=["hagen"]).start()
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen", goes_on=False)
    heard = only(fight.table.timeline.commits[-1].told_to("seat:hagen"), "HitsRolled")
    assert (heard.dice, heard.N, heard.M, heard.K, heard.terms) == (((5,), (5,), (1,), (1,)), 2, 0, 0, ())


def test_of_a_closed_sheet_only_the_sum_of_actions_is_told():
    """Also where it is more than any sheet's base: what is told is stored, and has to be read again."""
    told_of = []
    for base, template in ((20, 60), (1, 19), (20, 0)):
        sheets = {"robber": {"base_actions": base, "template_actions": template}}
        fight = Fight("hagen", "robber", players=["hagen"], sheets=sheets)
        assert actions_max(fight.game.combatants["robber"]) == base + template
        laid = fight.table.timeline.commits[0].told_to("seat:hagen")
        (sheet,) = [event.sheet for event in laid if isinstance(event, CombatantAdded) and event.who == "robber"]
        told_of.append((sheet.base_actions, sheet.template_actions))
    assert told_of == [(20, 60), (20, 0), (20, 0)]


def test_a_hidden_archer_shoots_as_somebody_unseen():
    """The target learns that it is hit, not by whom, and can't react to what it does not perceive."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"]).start()
    fight.dice(hit_ilva=[5, 5]).do("attack", who="ilva", target="hagen", goes_on=False)
    heard = fight.table.timeline.commits[-1].told_to("seat:hagen")
    assert only(heard, "HitsRolled").who == "unseen"
    assert "ilva" not in repr(heard)
    assert fight.cannot_react("hagen", "shield_parry") == "not_perceived"
    assert fight.table.view("seat:hagen").act["who"] == "unseen"


def test_of_what_the_gm_rules_on_somebody_unseen_no_more_is_known_than_is_told():
    """How far away it is, and behind what, would say where it is; that it comes from behind its target notices."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"]).start()
    fight.dice(hit_ilva=[5, 5]).do("attack", who="ilva", target="hagen", goes_on=False)
    fight.do("gm_set_attack", from_behind=True, cover=4, distance_cm=700, modifier=1, goes_on=False)
    assert fight.game.frames[-1].ruling == Ruling(from_behind=True, cover=4, distance_cm=700, modifier=1)
    known_of = known(SYSTEM, fight.table.state, "seat:hagen").play.game.frames[-1]
    assert known_of.ruling == Ruling(from_behind=True)


def test_of_a_ruling_on_somebody_in_sight_the_number_is_its_owners():
    fight = Fight("robber", "hagen", players=["hagen"]).start()
    fight.dice(hit_robber=[5, 5]).do("attack", who="robber", target="hagen", goes_on=False)
    fight.do("gm_set_attack", cover=4, modifier=1, goes_on=False)
    assert known(SYSTEM, fight.table.state, "seat:hagen").play.game.frames[-1].ruling == Ruling(cover=4)
    assert known(SYSTEM, fight.table.state, "gm").play.game.frames[-1].ruling == Ruling(cover=4, modifier=1)


def test_a_hidden_reactor_is_asked_without_a_sign():
    """A window with nobody visible in it is not told of at all."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"]).start()
    fight.end_turns("ilva")
    fight.do("walk", who="hagen", path=[[100, 0]], goes_on=False)
    assert fight.asked == ["ilva"]
    heard = fight.table.timeline.commits[-1].told_to("seat:hagen")
    assert kinds(heard) == ["ActionDeclared", "ActionSpent"]
    assert fight.table.view("seat:hagen").decision is msgspec.UNSET


def test_the_window_of_an_act_that_nobody_sees_is_not_told_of():
    """Whom the GM asks about it, and what they answer, no player learns."""
    fight = Fight("ilva", "robber", "hagen", players=["hagen"], hidden=["ilva"]).start()
    before = len(fight.table.timeline.commits)
    fight.do("hunker", who="ilva")
    assert fight.asked == ["robber"]
    assert fight.table.view("seat:hagen").decision is msgspec.UNSET
    fight.do("declare_reaction", who="robber", reaction={"type": "hunker"}, goes_on=False)
    fight.do("withdraw_reaction", who="robber")
    fight.passes("robber")
    assert [commit.told_to("seat:hagen") for commit in fight.table.timeline.commits[before:]] == [[]] * 5


def test_nobody_feels_that_a_hidden_archer_takes_aim():
    """T-AIM-2: the shot is seen, the aiming before it is not."""
    fight = Fight("ilva", "hagen", players=["hagen"], hidden=["ilva"]).start()
    before = len(fight.table.timeline.commits)
    fight.do("aim", who="ilva", target="hagen")
    assert fight.one("ilva").aim is not None
    assert all(commit.told_to("seat:hagen") == [] for commit in fight.table.timeline.commits[before:])


def test_a_player_can_not_rob_somebody_hidden():
    """Refusals know no hidden combatant."""
    fight = Fight("hagen", "robber", players=["hagen"], hidden=["robber"], sheets={"hagen": {"destiny_dice": 1}})
    fight.start()
    for victim in ("robber", "nobody"):
        assert fight.refused("spend_destiny_die", who="hagen", victim=victim) == "not_an_opponent"
        assert fight.refused("attack", who="hagen", target=victim) == "unknown_target"


# --- turns of somebody hidden, and victims ---------------------------------------------------------------------------


def last_turn_of_the_round(hidden: tuple[str, ...]) -> tuple[str, str]:
    """Sela's is the last turn that she sees; the id of her act, and what she is told of what follows."""
    people = ("hagen", "sela", *hidden)
    fight = Fight(*people, players=["hagen", "sela"], hidden=hidden).start()
    fight.end_turns("hagen")
    before = len(fight.table.timeline.commits)
    fight.end_turns("sela", *hidden)
    commits = fight.table.timeline.commits[before:]
    mine = next(commit.submitted.id for commit in commits if type(commit.submitted.intent).__name__ == "EndTurn")
    heard = json.dumps([event for commit in commits for event in msgspec.to_builtins(commit.told_to("seat:sela"))])
    return mine.hex(), heard


def test_the_window_between_rounds_does_not_tell_whose_turn_came_before_it() -> None:
    """T-ROUND-3: its id is born of nobody's act, else the last one in sight would know that somebody came behind."""
    alone, followed = last_turn_of_the_round(()), last_turn_of_the_round(("lurker",))
    for mine, heard in (alone, followed):
        assert '"PhaseWindowOpened"' in heard
        assert mine not in heard
    bare = re.compile(r'[0-9a-f]{32}|"(opened_)?at": \d+')
    worlds = [bare.sub("", heard) for _, heard in (alone, followed)]
    assert worlds[0] == worlds[1]


def test_the_window_of_a_round_is_answered_again_when_history_is_amended() -> None:
    """T-GM-2: the act that begins behind a turn keeps its id, so the answers in it find their question."""
    fight = Fight("hagen", "sela", players=["hagen", "sela"]).start()
    fight.dice(hit_hagen=[5]).do("attack", who="hagen", target="sela")
    fight.all_pass()
    timeline = fight.table.timeline
    target = Position(timeline.version)
    fight.end_turns("hagen", "sela")
    seen = amend.preview(timeline, target, (Edit(at=target, terms=(TermEdit("cover", "sela", "hunkered", 0),)),))
    assert {step.outcome for step in seen.steps} <= {"amended", "stands"}
    assert seen.play.game == fight.game


def test_nobody_is_asked_for_the_sake_of_a_hidden_victim() -> None:
    """T-DEST-1: a destiny die makes one eligible only where there is somebody in sight to rob."""
    asked = []
    for people, hidden in ((("hagen", "sela"), ()), (("hagen", "sela", "robber"), ("robber",))):
        fight = Fight(*people, players=["hagen", "sela"], hidden=hidden, sheets={"sela": {"destiny_dice": 1}}).start()
        fight.do("gm_set", who="sela", value_of="quick_reaction", value=0)
        fight.do("hunker", who="hagen", goes_on=False)
        asked.append("sela" in fight.asked)
    assert asked == [False, False]


# --- ties with somebody hidden ---------------------------------------------------------------------------------------


def tie(hidden: tuple[str, ...], **dice: list[int]) -> tuple[Fight, list[Event]]:
    """Ann, Bea and Cem tie completely; what came of the start."""
    alike = {"quickness": 2, "deftness": 2, "apprehension": 0}
    fight = Fight(
        "ann", "bea", "cem", players=["ann"], hidden=hidden, sheets=dict.fromkeys(("ann", "bea", "cem"), alike)
    )
    fight.faces.left = {f"initiative|{who}": [3, 3] for who in ("ann", "bea", "cem")}
    return fight, fight.dice(**dice).do("start_combat")


def test_a_tie_tells_nobody_of_a_hidden_one() -> None:
    """T-INIT-4: those in sight roll as if they were alone, and the hidden one is put between them by unseen dice."""
    open_dice = {"tie__0_ann": [2], "tie__0_bea": [5]}
    unseen = {"unseen_tie__0_ann": [6], "unseen_tie__0_bea": [1], "unseen_tie__0_cem": [3]}
    fight, found = tie(("cem",), **open_dice, **unseen)
    assert fight.game.order == ("bea", "cem", "ann")
    told = [event for commit in fight.table.timeline.commits for event in commit.told_to("seat:ann")]
    assert only(told, "InitiativeTieBroken").who == ("ann", "bea")
    assert only(told, "InitiativeTieBroken").faces == ((2, 5),)
    assert only(told, "InitiativeOrderSet").order == ("bea", "ann")
    assert len([event for event in found if type(event).__name__ == "InitiativeTieBroken"]) == 2


def test_a_tie_with_nobody_but_a_hidden_one_is_no_tie_for_others() -> None:
    """T-INIT-4: no dice of the open stream, no event."""
    fight, _ = tie(("bea", "cem"), unseen_tie__0_ann=[2], unseen_tie__0_bea=[5], unseen_tie__0_cem=[1])
    assert fight.game.order == ("bea", "ann", "cem")
    told = [event for commit in fight.table.timeline.commits for event in commit.told_to("seat:ann")]
    assert "InitiativeTieBroken" not in kinds(told)
    state = fight.table.state
    assert not SYSTEM.open_roll(state, Roll("unseen_tie.0", "ann", 6))
    assert SYSTEM.open_roll(state, Roll("tie.0", "ann", 6))
    assert not SYSTEM.open_roll(state, Roll("tie.0", "cem", 6))


def test_what_the_gm_says_of_somebody_hidden_asks_nobody_else() -> None:
    """Fay joined while it was asked who reacts at the end of the round. That she is asked only when something befalls
    hidden Ilva would tell of her."""
    fight = Fight("hagen", "robber", "ilva", players=["hagen"], hidden=["ilva"]).start()
    fight.end_turns("hagen", "robber")
    fight.do("end_turn", who="ilva")
    fight.dice(quick_reaction_fay=[5])
    fight.do("add_combatant", who="fay", name="Fay", side="robbers", sheet={"apprehension": 2})
    fight.do("gm_set", who="ilva", value_of="wounds", value=1)
    assert "fay" not in asked(fight)
    fight.do("gm_set", who="fay", value_of="wounds", value=0)
    assert "fay" in asked(fight)


def asked(fight: Fight) -> list[str]:
    """Who is asked who reacts."""
    decision = fight.table.state.play.decision
    assert decision is not None
    return list(decision.asks)
