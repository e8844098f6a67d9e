"""What the GM lays on the table: people, groups, difficult ground, house rules. As options, with nothing refused."""

from __future__ import annotations

from msgspec.structs import replace

from server.core.options import Choice, Option
from server.core.state import State
from server.kit import ground, newcomers
from server.kit.forms import choice, option, settings
from server.rules.brink.state import intents as i
from server.rules.brink.state.state import Game

MOST_GROUP = 32


def table_options(state: State) -> list[Option]:
    """B-GM-1: what is possible now."""
    game: Game = state.play.game
    found = ground.options(game.options.terrain)
    if not game.frames and game.stage != "opening":
        found += newcomers.offer(i.AddCombatant, state, game.combatants, "name", "like")
    if state.play.phase == "setup":
        found += [*_groups(state), settings(i.SetOptions, "options", game.options)]
    return found


def _groups(state: State) -> list[Option]:
    """B-INIT-3: one option for each side, because members of a group are on one. It begins with a group that is new."""
    sides: dict[str, list[str]] = {}
    for who, piece in state.play.pieces.items():
        sides.setdefault(piece.side, []).append(who)
    return [_group(state, side, people) for side, people in sides.items() if len(people) > 1]


def _group(state: State, side: str, people: list[str]) -> Option:
    combatants = state.play.game.combatants
    names = dict.fromkeys(each.group for each in combatants.values() if each.group)
    taken = {combatants[who].group for who in people}
    new = next(name for k in range(1, len(combatants) + 2) if (name := _new_name(side, k)) not in names)
    who = choice("who", *(Choice(who, state.play.pieces[who].name) for who in people), combatant=True)
    group = choice("group", Choice("", "alone"), *(name for name in names if name in taken), new)
    return replace(option(i.SetGroup, who, group, label=side, fixed={"group": new}), each="who")


def _new_name(side: str, number: int) -> str:
    """It is shown as it is, so it begins with a word and not with an id. No combatant's id has a blank in it."""
    word = side[: MOST_GROUP - 4].replace("_", " ")
    return f"{word[:1].upper()}{word[1:]} {number}"
