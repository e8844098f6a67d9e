"""What a bot takes of all that its seat is offered; how it chooses among that is `test_choice`'s."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from client_demo.bot import Bot
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
