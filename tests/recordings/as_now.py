"""What a recorded state looks like in the types of today: one function for core and for each system.

Where the type of a state has changed since the recordings were made, its function says how, on plain values; until
then it gives back what it gets. README.md says when to write something here, and when not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Plain = dict[str, Any]

UNRECORDED = frozenset({("play", "stopped")})
"""Fields that came later and that `evolve` fills from old events, too: the recordings can say nothing of them.
`stopped` says who stopped last, which stands in every stop."""


def core(state: Plain) -> Plain:
    """`play` and `ledger`, with `play.game` already as its system has it."""
    return state


def core_of_player(state: Plain) -> Plain:
    """What a player knows. Leaks are closed for old fights, too: which rolls the server throws, and what an act answers
    that waits for dice, may name somebody hidden; so only the GM knows."""
    parked = state["play"].get("parked")
    if parked is None:
        return state
    return {**state, "play": {**state["play"], "parked": {**parked, "server": [], "answers": None}}}


def placeless_of_player(play: Plain) -> Plain:
    """What a player knows. A leak is closed for old fights, too: whose place in the order was reached last may be
    somebody hidden's, so only the GM knows."""
    return {**play, "game": {**play["game"], "place": ""}}


NO_BOUNDARY: Plain = {"ended": "", "resolved": False, "asked": True, "passed": []}


def brink(game: Plain) -> Plain:
    """Brink's part, `play.game`."""
    return game


def brink_of_player(play: Plain) -> Plain:
    """What a player knows of it. Leaks are closed for old fights, too: the ids of the decisions that Brink waits for,
    against which action a window is open, who has passed and what the places were rolled with are the GM's alone; how a
    turn ended knows only who sees that the boundary behind it asks, and when somebody's last began only as long as it
    has a place in the order."""
    play = placeless_of_player(play)
    game = play["game"]
    started = {slot: round for slot, round in game["started"].items() if slot in game["order"]}
    is_asked = any(decision["kind"] == "boundary" for decision in play["decisions"])
    frames = [{**frame, "waits": [], "passed": [], "window": ""} for frame in game["frames"]]
    told = {field: game["boundary"][field] for field in ("ended", "resolved")} if is_asked else {}
    boundary = {**NO_BOUNDARY, **told}
    known = {"waits": [], "frames": frames, "boundary": boundary, "faces": {}, "started": started}
    return {**play, "game": {**game, **known}}


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


def tactics_of_player(play: Plain) -> Plain:
    """What a player knows of it. A leak is closed for old fights, too: how many an act has met, some of them hidden."""
    play = placeless_of_player(play)
    deed = play["game"]["deed"]
    return play if deed is None else {**play, "game": {**play["game"], "deed": {**deed, "shot": 0}}}


SYSTEMS: dict[str, Callable[[Plain], Plain]] = {
    "brink": brink, "tirakan": tirakan, "tirakan_classic": tirakan_classic, "ambersteel": ambersteel,
    "tactics": tactics,
}  # fmt: skip
OF_PLAYERS: dict[str, Callable[[Plain], Plain]] = {
    "brink": brink_of_player, "tirakan": tirakan_of_player, "ambersteel": placeless_of_player,
    "tactics": tactics_of_player,
}  # fmt: skip
"""Behind `SYSTEMS`, for what a player knows of `play`, where secrecy has changed."""


def as_now(system: str, state: Plain, whose: str) -> Plain:
    """A state recorded for `gm` or `seat` as it would be recorded today."""
    play = state["play"]
    if play.get("game") is not None:
        play = {**play, "game": SYSTEMS[system](play["game"])}
        if whose == "seat" and system in OF_PLAYERS:
            play = OF_PLAYERS[system](play)
        state = {**state, "play": play}
    return core(state) if whose == "gm" else core_of_player(core(state))
