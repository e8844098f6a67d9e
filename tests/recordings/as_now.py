"""What a recorded state looks like in the types of today: one function for core and for each system.

Where the type of a state has changed since the recordings were made, its function says how, on plain values; until
then it gives back what it gets. README.md says when to write something here, and when not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]


def core(state: Plain) -> Plain:
    """`play` and `ledger`, with `play.game` already as its system has it."""
    return state


NO_BOUNDARY: Plain = {"ended": "", "resolved": False, "asked": True, "passed": []}


def brink(game: Plain) -> Plain:
    """Brink's part, `play.game`."""
    return game


def brink_of_player(play: Plain) -> Plain:
    """What a player knows of it. Two leaks are closed for old fights, too: the ids of the decisions that Brink waits
    for are the GM's alone, and how a turn ended is told only while the boundary behind it asks."""
    game = play["game"]
    asks = game["boundary"]["ended"] and any("/boundary." in id for id in game["waits"])
    frames = [{**frame, "waits": []} for frame in game["frames"]]
    boundary = game["boundary"] if asks else NO_BOUNDARY
    return {**play, "game": {**game, "waits": [], "frames": frames, "boundary": boundary}}


def tirakan(game: Plain) -> Plain:
    """Tirakan's part, `play.game`."""
    return game


def tirakan_of_player(play: Plain) -> Plain:
    """What a player knows of it. A leak is closed for old fights, too: what somebody unseen throws."""
    return {**play, "decisions": [_unseen(decision) for decision in play["decisions"]]}


def _unseen(decision: Plain) -> Plain:
    topic = decision["topic"]
    if topic.get("who") != "unseen":
        return decision
    return {**decision, "topic": {key: value for key, value in topic.items() if key != "text"}}


def tirakan_classic(game: Plain) -> Plain:
    """The older edition's part, `play.game`."""
    return game


def ambersteel(game: Plain) -> Plain:
    """Ambersteel's part, `play.game`."""
    return game


def tactics(game: Plain) -> Plain:
    """Tactics' part, `play.game`."""
    return game


SYSTEMS: dict[str, Callable[[Plain], Plain]] = {
    "brink": brink, "tirakan": tirakan, "tirakan_classic": tirakan_classic, "ambersteel": ambersteel,
    "tactics": tactics,
}  # fmt: skip
OF_PLAYERS: dict[str, Callable[[Plain], Plain]] = {"brink": brink_of_player, "tirakan": tirakan_of_player}
"""Behind `SYSTEMS`, for what a player knows of `play`, where secrecy has changed."""


def as_now(system: str, state: Plain, whose: str) -> Plain:
    """A state recorded for `gm` or `seat` as it would be recorded today."""
    play = state["play"]
    if play.get("game") is not None:
        play = {**play, "game": SYSTEMS[system](play["game"])}
        if whose == "seat" and system in OF_PLAYERS:
            play = OF_PLAYERS[system](play)
        state = {**state, "play": play}
    return core(state)
