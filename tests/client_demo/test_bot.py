"""What a bot takes of all that its seat is offered; how it chooses among that is `test_choice`'s."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from client_demo.bot import Bot
from client_demo.choice import modest
from client_demo.client import Client

CLOSE = {"intent": {"type": "gm_close_window"}, "goal": "end", "answers": True}
PASS = {"intent": {"type": "pass", "who": "bruno"}, "who": "bruno", "goal": "end", "answers": True}


def gms_bot(asks: dict[str, Any], *options: dict[str, Any]) -> Bot:
    """At a table where these are asked, Ida by somebody else and Bruno by the game master."""
    combatants = {"ida": {"seat": "ida", "side": "x"}, "bruno": {"side": "y"}}
    view = {"stage": "running", "combatants": combatants, "decision": {"id": "d", "asks": asks}}
    return Bot(cast(Client, SimpleNamespace(seat="gm", view=view, options=list(options), n=1)), seed=1)


def test_the_game_masters_bot_leaves_to_others_what_they_are_asked() -> None:
    """Although it could end the question for them."""
    assert gms_bot({"ida": {}}, CLOSE)._next() is None


@pytest.mark.parametrize("option", [CLOSE, PASS], ids=["itself", "its combatant"])
def test_it_answers_what_it_is_asked(option: dict[str, Any]) -> None:
    """Itself, or for one of its own."""
    asked = gms_bot({option.get("who", "gm"): {}, "ida": {}}, option)
    assert asked._next() == (option["intent"], "d")


def test_a_bot_that_rules_makes_up_no_harm() -> None:
    """What has to be said is said, and nothing of what may be left out."""
    cost = {"name": "cost", "kind": "number", "least": 1, "most": 1}
    harm = [{"name": f"damage.{n}", "kind": "number", "most": 1000, "optional": True} for n in range(20)]
    ruling = {"intent": {"type": "gm_rule"}, "answers": True, "params": [cost, *harm]}
    assert gms_bot({"gm": {}}, ruling)._next() == ({"type": "gm_rule", "cost": 1}, "d")


def test_bots_do_nothing_that_needs_a_ruling_and_never_give_up() -> None:
    """Unless nothing else is left; a word that may be left out hinders nobody."""
    text = {"name": "text", "kind": "text"}
    stunt = {"who": "anna", "intent": {"type": "custom"}, "goal": "move", "params": [text]}
    give_up = {"who": "anna", "intent": {"type": "forfeit"}, "goal": "end", "group": "free"}
    strike = {"who": "anna", "intent": {"type": "attack"}, "params": [{**text, "optional": True}]}
    end = {"who": "anna", "intent": {"type": "end_turn"}, "goal": "end", "group": "end"}
    assert modest([stunt, give_up, strike, end]) == [strike, end]
    assert modest([stunt, give_up]) == [stunt, give_up]
