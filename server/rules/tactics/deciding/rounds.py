"""The fight goes on by itself as far as it can (specification 3.1).

What is told is parted from what follows by `stop`s, which ask nobody: the go of somebody hidden, or a question that
players must not learn of, then looks to them like nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.core.state import Decision
from server.kit.asking import ask_gm
from server.kit.frames import close_all, resume
from server.kit.order import ahead, stop
from server.rules.tactics.acts import attack
from server.rules.tactics.deciding import goes, initiative, movement, planning
from server.rules.tactics.state import events as e
from server.rules.tactics.state.facts import able, is_able, is_over
from server.rules.tactics.state.state import Game


def go_on(draft: Draft) -> None:
    """Until somebody has to do or answer something."""
    resume(draft, _step)


def _step(draft: Draft) -> bool:
    game: Game = draft.game
    if draft.play.decisions:
        return False
    if game.deed is not None or game.attack is not None:
        return attack.go_on(draft)
    if game.stage in ("closing", "resolve") and not game.turn and is_over(draft.play) and not game.end_refused:
        ask_gm(draft, "end", "end", secret=True)
        return False
    return _STAGES[game.stage](draft)


def _nothing(_draft: Draft) -> bool:
    return False


def _plan(draft: Draft) -> bool:
    """Somebody is able again of whom nobody was."""
    if able(draft.play):
        planning.open_phase(draft, draft.game.stage)
    return False


def _closing(draft: Draft) -> bool:
    """D-MOV-9: whoever closes says how, one after the other."""
    game: Game = draft.game
    if game.turn:
        if is_able(draft.play, game.turn) and movement.closing_move(draft.play, game.turn):
            return False
        draft.emit(e.ClosingGiven(who=game.turn))
        stop(draft, "closing", ends_act=True)
        return False
    closer = movement.next_closer(draft.play)
    if closer is None:
        movement.close_all(draft)
        return False
    draft.emit(e.ClosingDue(who=closer.who))
    return False


def _resolve(draft: Draft) -> bool:
    """D-INIT-2, D-RND-2: whoever comes next, else another round."""
    game: Game = draft.game
    if game.turn:
        if is_able(draft.play, game.turn):
            return False
        goes.end(draft, game.turn)
        return False
    people = (who for who in ahead(game.order, game.place) if is_able(draft.play, who))
    who = next((who for who in people if not game.combatants[who].record.gone), "")
    if who:
        goes.start(draft, who)
        if goes.is_passed_over(draft.state, who):
            goes.end(draft, who)
        return False
    return _next_round(draft)


def _next_round(draft: Draft) -> bool:
    """Where nobody can act at all, only the GM can help."""
    if not able(draft.play):
        return False
    draft.emit(e.RoundEnded(round=draft.game.round))
    planning.start_round(draft)
    return False


_STAGES: dict[str, Callable[[Draft], bool]] = {
    "": _nothing,
    "tactics": _plan,
    "declare": _plan,
    "initiative": initiative.order_all,
    "closing": _closing,
    "resolve": _resolve,
}

# --- what the end of a question brings about -------------------------------------------------------------------------


def tactics_over(draft: Draft, _decision: Decision) -> None:
    """D-TAC-6."""
    planning.lock_tactics(draft)


def declare_over(draft: Draft, _decision: Decision) -> None:
    """D-DECL-3, then D-INIT-1."""
    draft.emit(e.PhaseLocked(phase="declare"))
    initiative.roll_all(draft)


def end(draft: Draft, winners: tuple[str, ...]) -> None:
    """D-RND-3."""
    close_all(draft)
    draft.emit(e.EncounterEnded(winners=winners))


def winners(draft: Draft) -> tuple[str, ...]:
    """The sides that still have somebody able."""
    return tuple(dict.fromkeys(draft.play.pieces[who].side for who in able(draft.play)))
