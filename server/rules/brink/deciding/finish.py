"""The end of the fight: when it is over, who has won, morale (B-END-*)."""

from __future__ import annotations

from itertools import combinations

from server.core.draft import Draft
from server.core.state import Play
from server.kit.asking import ask_gm
from server.kit.between import are_enemies
from server.kit.frames import close_all
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import fighting, is_able
from server.rules.brink.state.state import Game


def is_over(play: Play) -> bool:
    """B-END-1: no two able combatants are enemies, and the GM has not let the fight go on."""
    game: Game = play.game
    return not game.end_refused and not any(are_enemies(play, a, b) for a, b in combinations(fighting(game), 2))


def finish(draft: Draft) -> bool:
    """B-END-1, B-A-11: at once, or when the GM agrees."""
    if draft.game.options.auto_end:
        end(draft, winners(draft.play), "auto")
    else:
        ask_gm(draft, "end", "end", secret=True)
    return False


def winners(play: Play) -> tuple[str, ...]:
    """B-END-1: the sides that still have an able combatant."""
    sides = [piece.side for who, piece in play.pieces.items() if is_able(play.game, who)]
    return tuple(dict.fromkeys(sides))


def end(draft: Draft, sides: tuple[str, ...], reason: str) -> None:
    """B-END-1, B-END-2, B-END-3: whatever was open is over."""
    close_all(draft)
    is_draw = not sides and not winners(draft.play)
    draft.emit(e.CombatEnded(winners=sides, reason=reason))
    for who, piece in draft.play.pieces.items():
        delta = _delta(draft.game, who, piece.side in sides, bool(sides), is_draw)
        if delta:
            now = draft.game.combatants[who].morale + delta
            draft.emit(e.MoraleChanged(who=who, delta=delta, now=now))


def _delta(game: Game, who: str, has_won: bool, is_decided: bool, is_draw: bool) -> int:
    """B-END-2, B-A-21: the dead neither gain nor lose."""
    if who not in game.combatants or game.combatants[who].status == "dead":
        return 0
    if is_decided:
        return 1 if has_won else -1
    return game.options.morale_draw if is_draw else 0
