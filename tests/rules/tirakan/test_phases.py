"""What the GM lets happen in the phases of a round (T-ROUND-5), and turns that nobody may notice."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from server.core.ids import act_of
from tests.rules.tirakan.cast import ARMOUR, Fight, kinds, only


def test_an_effect_takes_place_when_its_phase_comes():
    """T-ROUND-5, T-PROT-2: announced in a turn, it hits at the start of the next round, before the window."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    fight.do("gm_phase_effect", text="The oil burns.", phase="start", targets=["hagen"], hits=2)
    assert fight.game.round == 1
    assert fight.one("hagen").wounds == 0
    found = [*fight.do("end_turn", who="hagen"), *fight.do("end_turn", who="robber"), *fight.all_pass()]
    order = [kind for kind in kinds(found) if kind in ("RoundStarted", "PhaseEffectTaken", "WoundsTaken", "TurnsBegun")]
    assert order == ["RoundStarted", "PhaseEffectTaken", "WoundsTaken", "TurnsBegun"]
    assert fight.one("hagen").wounds == 2
    assert fight.game.effects == ()


def test_an_effect_that_is_rewound_and_comes_again_counts_once():
    """T-ROUND-5, T-GM-2: taken back over the start of its round and played on, it has hit once."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    fight.do("gm_phase_effect", text="The oil burns.", phase="start", targets=["hagen"], hits=2)
    announced = fight.table.timeline.version

    def goes_on():
        return [*fight.do("end_turn", who="hagen"), *fight.do("end_turn", who="robber"), *fight.all_pass()]

    goes_on()
    for _ in range(2):
        fight.table.submit("gm", {"type": "rewind", "to": [announced, 0]})
        assert (fight.one("hagen").wounds, len(fight.game.effects)) == (0, 1)
        assert kinds(goes_on()).count("PhaseEffectTaken") == 1
        assert (fight.one("hagen").wounds, fight.game.effects) == (2, ())
    fight.table.submit("gm", {"type": "rewind", "to": [announced, 0]})
    fight.table.submit("gm", {"type": "redo"})
    assert "PhaseEffectTaken" not in kinds([*fight.all_pass(), *goes_on()])
    assert fight.one("hagen").wounds == 2


def test_an_effect_in_the_running_phase_takes_place_at_once():
    """T-ROUND-5: while the window of the end phase is open; the window stays."""
    fight = Fight("hagen", "robber", sheets={"hagen": {"armour": ARMOUR}}).start()
    fight.end_turns("hagen")
    fight.do("end_turn", who="robber")
    assert (fight.question, fight.game.phase) == ("phase", "end")
    found = fight.do("gm_phase_effect", text="A beam falls.", phase="end", targets=["hagen", "robber"], hits=1)
    assert fight.question == "protection"
    found += fight.do("use_protection", who="hagen", stops=[{"unit": "mail/1", "hit": "h1"}])
    assert only(found, "WoundsTaken").who == "robber"
    assert (fight.question, fight.game.phase) == ("phase", "end")


def test_what_is_planned_is_the_gms_secret():
    """Players learn of an effect when it takes place; without targets it is a text."""
    fight = Fight("hagen", "robber", players=["hagen"]).start()
    fight.do("gm_phase_effect", text="The roof creaks.", phase="end")
    assert "creaks" not in repr(fight.table.timeline.commits[-1].told_to("seat:hagen"))
    assert fight.refused("gm_phase_effect", seat="hagen", text="It rains gold.") == "gm_only"
    assert fight.refused("gm_phase_effect", text="x", targets=["nobody"]) == "unknown_target"
    found = [*fight.do("end_turn", who="hagen"), *fight.do("end_turn", who="robber")]
    assert only(found, "PhaseEffectTaken").text == "The roof creaks."


# --- turns of hidden ones --------------------------------------------------------------------------------------------


def renamed(fight: Fight, audience: str) -> list[Any]:
    """What the audience was told, commit by commit, acts named in the order in which they appear."""
    told = [msgspec.to_builtins(events) for c in fight.table.timeline.commits if (events := c.told_to(audience))]
    text = repr(told[1:])  # the first is the table itself, which is laid with one combatant more
    text = re.sub(r"'(opened_)?at': \d+", "", text)  # how long a pause lasts is hidden by the table's `min_window_s`
    acts = {act_of(c.submitted.id) for c in fight.table.timeline.commits}
    for k, act in enumerate(sorted((act for act in acts if act in text), key=text.index)):
        text = text.replace(act, f"<{k}>")
    return [text]


def two_rounds(*people: str, **initiative: list[int]) -> Fight:
    """All end their turns, Ilva unseen; nobody reacts."""
    places = {"hagen": (0.0, 0.0), "robber": (1.0, 0.0), "ilva": (9.0, 0.0)}
    fight = Fight(*people, players=["hagen"], hidden=["ilva"], at=places)
    fight.faces.left |= {f"initiative|{who}": [*faces] for who, faces in initiative.items()}
    fight.start()
    while fight.game.round < 3:
        fight.do("end_turn", who=fight.game.turn)
        fight.all_pass()
    while fight.game.turn != "hagen":
        fight.do("end_turn", who=fight.game.turn)
    return fight


@pytest.mark.parametrize("faces", [[6, 5, 6, 5], [4, 4], [1, 1]])
def test_the_turn_of_a_hidden_one_leaves_no_gap(faces):
    """T-ROUND-1: first, in the middle or last: players are told the same, commit by commit, as without it."""
    others = {"hagen": [5, 5], "robber": [2, 2, 2]}
    seen, unseen = two_rounds("hagen", "robber", **others), two_rounds("hagen", "robber", "ilva", **others, ilva=faces)
    assert unseen.game.order.index("ilva") == (faces == [4, 4]) + 2 * (faces == [1, 1])
    for audience in ("seat:hagen", "public"):
        assert renamed(seen, audience) == renamed(unseen, audience)


def test_while_a_hidden_one_has_the_turn_refusals_are_those_of_a_pause():
    """T-TURN-1: between two turns nobody acts, whether somebody hidden does or not."""
    pause = Fight("hagen", "robber", players=["hagen"]).start()
    pause.do("end_turn", who="hagen", goes_on=False)
    turn = Fight("hagen", "ilva", "robber", players=["hagen"], hidden=["ilva"]).start()
    turn.do("end_turn", who="hagen")
    assert turn.game.turn == "ilva"
    for fight in (pause, turn):
        assert fight.refused("hunker", who="hagen") == "not_your_turn"
        assert fight.table.view("seat:hagen").turn == ()
        assert fight.table.view("seat:hagen").decision is msgspec.UNSET
