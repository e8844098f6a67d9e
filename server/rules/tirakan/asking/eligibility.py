"""Who may be asked for a reaction, and from whom an action can be stolen. Look-ups; nothing is refused here."""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Play
from server.kit.between import are_enemies, perceives
from server.kit.hidden import player_sees
from server.rules.tirakan.state.facts import actions_max, is_able, is_surprised, usable_actions
from server.rules.tirakan.state.state import Game


def may_be_robbed(play: Play, thief: str, victim: str) -> str:
    """T-DEST-1, T-DEST-2: the code of what forbids stealing an action from the victim; empty if nothing does."""
    game: Game = play.game
    if not are_enemies(play, thief, victim):
        return "not_an_opponent"
    combatant = game.combatants[victim]
    if game.turn == victim:
        return "" if combatant.actions > 0 else "nothing_to_steal"
    if game.options.steal_takes_saved and usable_actions(game, victim) > 0 and combatant.actions > 0:
        return ""
    return "" if combatant.stolen_next < actions_max(combatant) else "nothing_to_steal"


def has_action_in_reach(play: Play, who: str) -> bool:
    """3.3 step 5: an action left, or a die that could become one. Everybody sees who is asked, so nobody is asked for
    the sake of a victim that is hidden from anybody."""
    game: Game = play.game
    combatant = game.combatants[who]
    if usable_actions(game, who) > 0 or combatant.bonus_dice > 0:
        return True
    if not combatant.destiny_dice:
        return False
    return any(piece.seen_by is None and not may_be_robbed(play, who, other) for other, piece in play.pieces.items())


def may_react(draft: Draft, actor: str, who: str) -> bool:
    """3.3 step 5: may this participant be asked for a reaction to what the actor does?"""
    play, game = draft.play, draft.game
    if who not in play.pieces or not is_able(game, who) or is_surprised(game.combatants[who]):
        return False
    return notices(draft, actor, who) and has_action_in_reach(play, who)


def notices(draft: Draft, actor: str, who: str) -> bool:
    """T-REACT-1: does it perceive the actor? The GM's combatants notice whom the GM lets them notice; a player's one
    only whom the player sees."""
    return perceives(draft.game, who, actor) and player_sees(draft.state, who, actor)
