"""The fight goes on by itself as far as it can: frames, turns, the surprise round, rounds (3.1, 2.3, 2.4).

What is told of one turn is parted from the next by a stop, which asks nobody: so it can't be noticed that one between
was of somebody hidden.
"""

from __future__ import annotations

from server.core.draft import Draft
from server.core.state import Decision
from server.kit.frames import resume, top
from server.kit.hidden import public_name
from server.kit.order import ahead, stop
from server.rules.ambersteel.acts import attack, execution, harm, movement
from server.rules.ambersteel.acts.rolls import check
from server.rules.ambersteel.acts.statuses import lose
from server.rules.ambersteel.deciding import finish, initiative
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import is_rested, sp_max, sp_regen
from server.rules.ambersteel.state.facts import ambushers, can_turn, is_able
from server.rules.ambersteel.state.state import Combatant, Game


def go_on(draft: Draft, _decision: Decision | None = None) -> None:
    """Until somebody has to do or answer something."""
    resume(draft, _step)


def _step(draft: Draft) -> bool:
    if draft.play.decisions:
        return False
    game: Game = draft.game
    frame = top(game)
    if frame is not None:
        return _FRAMES[frame.kind](draft, frame)
    finish.propose(draft)
    if game.turn:
        return _in_turn(draft, game.turn)
    return _surprise(draft) if game.stage == "surprise" else _next_turn(draft)


_FRAMES = {"attack": attack.step, "move": movement.step, "execution": execution.step}


def _in_turn(draft: Draft, who: str) -> bool:
    """A-TURN-5, A-TURN-7: who can't act any more has no turn any more."""
    if not can_turn(draft.game, who):
        end_turn(draft, who)
    return False


# --- the surprise round ----------------------------------------------------------------------------------------------


def _surprise(draft: Draft) -> bool:
    """A-SUR-3, A-SUR-4: whoever has claimed the next turn; after the last ambusher all roll initiative."""
    game: Game = draft.game
    fit = ambushers(game)
    claimed = next((who for who in game.claims if who in fit), "")
    if claimed:
        return start_turn(draft, claimed)
    if all(game.combatants[who].has_acted for who in fit):
        end_surprise(draft, noticed=False)
    return False


def end_surprise(draft: Draft, *, noticed: bool) -> None:
    """A-SUR-1, A-SUR-4."""
    draft.emit(e.SurpriseEnded(noticed=noticed))
    begin_rounds(draft)


def claim(draft: Draft, who: str) -> None:
    """A-SUR-3."""
    draft.emit(e.TurnClaimed(who=who))
    stop(draft, "claim", ends_act=True)


def skip(draft: Draft, who: str) -> None:
    """A-SUR-3."""
    draft.emit(e.TurnPassed(who=who))
    stop(draft, "pass", ends_act=True)


# --- rounds ----------------------------------------------------------------------------------------------------------


def begin_rounds(draft: Draft) -> None:
    """A-INIT-1, A-SUR-4."""
    initiative.set_order(draft)
    _start_round(draft)


def _start_round(draft: Draft) -> None:
    draft.emit(e.RoundStarted(round=draft.game.round + 1))
    stop(draft, "round", ends_act=True)


def _next_turn(draft: Draft) -> bool:
    """A-TURN-1, A-INIT-4: the next in the order who lives; behind the last a new round. Where nobody is able only the
    GM can help."""
    game: Game = draft.game
    if not any(is_able(game, who) for who in game.combatants):
        return False
    for who in ahead(game.order, game.place):
        one = game.combatants[who]
        if "dead" not in one.statuses and one.joined_round != game.round:
            return start_turn(draft, who)
    draft.emit(e.RoundEnded(round=game.round))
    _start_round(draft)
    return False


# --- turns -----------------------------------------------------------------------------------------------------------


def start_turn(draft: Draft, who: str) -> bool:
    """A-TURN-5, A-STA-7."""
    has_rested = is_rested(draft.game.combatants[who])
    draft.emit(e.TurnStarted(who=who))
    if has_rested:
        lose(draft, who, "overexerted")
    name = f"turn.{public_name(draft.play, who)}"
    if "deaths_door" in draft.game.combatants[who].statuses:
        harm.death_save(draft, who, name)
    was_stunned = "stunned" in draft.game.combatants[who].statuses
    if was_stunned and check(draft, f"{name}.constitution", who, "con", "A-STS-3"):
        lose(draft, who, "stunned")
    for status, type, rule in (("poisoned", "poison", "A-DMG-4"), ("burning", "burn", "A-DMG-5")):
        _ail(draft, who, status, type, rule, name)
    if was_stunned and can_turn(draft.game, who):  # A-STS-3: the turn is lost all the same
        end_turn(draft, who)
        return False
    return True


def _ail(draft: Draft, who: str, status: str, type: str, rule: str, name: str) -> None:
    """A-DMG-4, A-DMG-5: protection counts where the armour lists it."""
    one: Combatant = draft.game.combatants[who]
    if status not in one.statuses or "dead" in one.statuses:
        return
    raw = draft.terms.use(f"{name}.{type}", who, status, one.statuses[status].data.amount, rule)
    harm_from(draft, who, type, raw, f"{name}.{type}")


def harm_from(draft: Draft, who: str, type: str, raw: int, name: str) -> None:
    """Damage that no attack deals."""
    final = harm.after_protection(draft, who, type, raw, name)
    terms = draft.terms.of(name, who)
    protection = next(term.value for term in terms if term.key == "protection")
    draft.emit(e.DamageTaken(who=who, damage_type=type, raw=raw, protection=protection, final=final, terms=terms))
    harm.hurt(draft, who, [(type, final)], name, is_hit=False)


def end_turn(draft: Draft, who: str) -> None:
    """A-TURN-8. What follows is an act of its own: the next turn may be of somebody hidden."""
    one: Combatant = draft.game.combatants[who]
    lose(draft, who, *(name for name, status in one.statuses.items() if status.data.turns == 1))
    draft.emit(e.TurnEnded(who=who))
    stop(draft, "turn", ends_act=True)


def breathe(draft: Draft, who: str) -> None:
    """A-TURN-6."""
    one: Combatant = draft.game.combatants[who]
    sp = max(one.sp, min(sp_max(one.sheet), one.sp + sp_regen(one.sheet)))
    draft.emit(e.BreatherTaken(who=who, amount=sp - one.sp, sp=sp))
    end_turn(draft, who)
