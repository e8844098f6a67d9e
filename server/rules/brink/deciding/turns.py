"""The fight goes on by itself as far as it can: frames, turns, boundaries, rounds (3.1).

What is told is parted from what follows by `stop`s, which ask nobody: a hidden combatant's turn, or a question that
players must not learn of, then looks to them like nothing at all.
"""

from __future__ import annotations

from server.core.draft import Draft
from server.core.events import CombatantRemoved
from server.core.state import Decision
from server.kit.asking import ask_gm, open_window
from server.kit.frames import resume
from server.kit.hidden import is_public, player_sees
from server.kit.order import stop
from server.rules.brink.acts.declare import spend_energy
from server.rules.brink.deciding import delay, finish, frames, initiative
from server.rules.brink.state import events as e
from server.rules.brink.state.facts import able_members, had_turn, is_able, members, named, places_ahead
from server.rules.brink.state.state import Combatant, Game

FRESH_ACTIONS = 2
"""B-TURN-1."""
READY_EP = 1
"""B-READY-1."""


def proceed(draft: Draft, decision: Decision) -> None:
    """A silent decision closed. Where somebody was asked, that is told on its own."""
    if decision.asks:
        stop(draft, f"{decision.id.split('/', 1)[1]}.on")
    else:
        go_on(draft)


def go_on(draft: Draft) -> None:
    """Until somebody has to do or answer something."""
    resume(draft, _step)


def _step(draft: Draft) -> bool:
    game: Game = draft.game
    if game.waits:
        return _waits(draft)
    frame = frames.in_progress(draft)
    if frame is not None and frame.waits:
        return False
    if doubtful := _to_be_judged(draft):
        ask_gm(draft, "brink", f"brink.{doubtful}", {"who": doubtful}, secret=True)
        return False
    if frame is not None:
        return frames.step(draft, frame)
    if finish.is_over(draft.play):
        return finish.finish(draft)
    return _STAGES[game.stage](draft)


def _to_be_judged(draft: Draft) -> str:
    """Whose fate the GM has still to be asked about; empty if nobody's. It waits for no other's, who may be hidden."""
    asked = [decision.topic["who"] for decision in draft.play.decisions if decision.kind == "brink"]
    return next((who for who in draft.game.doubtful if who not in asked), "")


def _waits(draft: Draft) -> bool:
    """B-END-1: a fight can end while a boundary still asks, e.g. by a forfeit."""
    if frames.in_progress(draft) is None and draft.game.options.auto_end and finish.is_over(draft.play):
        finish.finish(draft)
    return False


# --- stages ----------------------------------------------------------------------------------------------------------


def _after_opening(draft: Draft) -> bool:
    """B-START-2: only now initiative is rolled."""
    initiative.set_order(draft)
    draft.emit(e.RoundStarted(n=1))
    stop(draft, "stop.round")
    return False


def _in_turn(draft: Draft) -> bool:
    """B-TURN-5: nobody of the slot can act any more."""
    if able_members(draft.game, draft.game.turn):
        return False
    end_turn(draft, [])
    return True


def _at_boundary(draft: Draft) -> bool:
    """3.3.7: a planned re-insertion, else whoever may do something is asked, else the next place in the order."""
    game: Game = draft.game
    boundary = game.boundary
    planned = delay.planned(game)
    if planned and boundary.asked:
        reinsert(draft, planned)
        return False
    if boundary.asked:
        return _next_place(draft)
    is_known = _is_known(draft)
    name, asked = f"boundary.{_boundary_name(draft, is_known)}", _asked(draft, is_known)
    open_window(draft, "boundary", name, asked, topic={"kind": "boundary"}, secret=not is_known)
    return False


def _is_known(draft: Draft) -> bool:
    """Does everybody know that a turn has ended? Of one who was taken off the table in it, all who are left do where
    all saw it there."""
    boundary = draft.game.boundary
    people = members(draft.game, boundary.ended)
    return not boundary.unseen and (not people or is_public(draft.play, *people))


def _boundary_name(draft: Draft, is_known: bool) -> str:
    """Unique in the act: after whose turn, and after which readied action there."""
    game: Game = draft.game
    holders = [who for who, each in game.combatants.items() if each.readied and is_public(draft.play, who)]
    return ".".join([_behind(game, is_known), *holders])


def _behind(game: Game, is_known: bool) -> str:
    """Whose turn has ended, for everybody to read. Of who is off the table it is not told whether all saw that one."""
    slot = game.boundary.ended or "none"
    there = slot if not game.boundary.ended or members(game, slot) else "gone"
    return there if is_known else "unseen"


def _asked(draft: Draft, is_known: bool) -> list[str]:
    """Able holders of a readied action, and one of each waiting slot, who have not passed here."""
    game: Game = draft.game
    people = [who for who, each in game.combatants.items() if each.readied and is_able(game, who)]
    if game.boundary.resolved:
        people += [delay.speaker(draft.play, slot) for slot in delay.waiting(game)]
    ended = members(game, game.boundary.ended)
    return [
        who
        for who in dict.fromkeys(people)
        if who in draft.play.pieces and who not in game.boundary.passed
        and (is_known or player_sees(draft.state, who, *ended))
    ]  # fmt: skip


def _next_place(draft: Draft) -> bool:
    """B-TURN-4, B-TURN-5: whoever comes next in the order; behind the last one a new round begins.

    Of those who are passed over because nobody of them can act, the delay ends here: its turn is over (B-DELAY-5)."""
    game: Game = draft.game
    for slot in places_ahead(game):
        if had_turn(game, slot):
            continue
        if able_members(game, slot):
            return _reach(draft, slot)
        if slot in game.delays:
            draft.emit(e.DelayLapsed(slot=slot, members=named(draft.play, slot)))
    return _next_round(draft)


def _reach(draft: Draft, slot: str) -> bool:
    """B-DELAY-1, B-DELAY-5: its place comes up; who has announced a delay begins to wait, any other has its turn."""
    game: Game = draft.game
    delayed = game.delays.get(slot)
    if delayed is not None and delayed.state == "announced":
        draft.emit(e.TurnDelayed(slot=slot, members=named(draft.play, slot), round=game.round))
        stop(draft, f"stop.delayed.{slot}")
        return False
    if delayed is not None:
        draft.emit(e.DelayLapsed(slot=slot, members=named(draft.play, slot)))
    start_turn(draft, slot)
    return False


def _next_round(draft: Draft) -> bool:
    """Where nobody can act at all, only the GM can help."""
    game: Game = draft.game
    if not any(is_able(game, who) for who in game.combatants):
        return False
    draft.emit(e.RoundEnded(n=game.round))
    draft.emit(e.RoundStarted(n=game.round + 1))
    stop(draft, f"stop.round{game.round + 1}")
    return False


_STAGES = {"opening": _after_opening, "turn": _in_turn, "boundary": _at_boundary}


# --- turns -----------------------------------------------------------------------------------------------------------


def start_turn(draft: Draft, slot: str, behind: bool = True) -> None:
    """B-TURN-1, B-EP-1, B-READY-2, B-DELAY-6."""
    game: Game = draft.game
    first = game.started.get(slot, 0) != game.round
    people = able_members(game, slot)
    kept = {who: game.combatants[who].std_left for who in people if game.combatants[who].touched}
    actions = {who: FRESH_ACTIONS if first else kept.get(who, FRESH_ACTIONS) for who in people}
    draft.emit(
        e.TurnStarted(
            slot=slot, members=named(draft.play, slot), round=game.round, actions=actions, first=first, behind=behind
        )
    )
    if first:
        for who in people:
            _begin(draft, who)


def _begin(draft: Draft, who: str) -> None:
    options = draft.game.options
    if draft.game.combatants[who].readied and options.readied_expires == "next_turn":
        draft.emit(e.ReadiedExpired(who=who))
    if options.ep_regain_at == "start":
        _regain(draft, who)


def _regain(draft: Draft, who: str) -> None:
    """B-EP-1, B-EP-2."""
    combatant: Combatant = draft.game.combatants[who]
    cap = combatant.sheet.ep_max
    ep = combatant.ep + combatant.sheet.ep_regain
    ep = ep if cap is None else max(combatant.ep, min(cap, ep))
    draft.emit(e.EnergyGained(who=who, amount=ep - combatant.ep, ep=ep))


def leave(draft: Draft, who: str) -> None:
    """B-TURN-5: whoever was just taken off the table was the last of the slot that has its turn. That ends now, though
    something may still be asked about it: later it could not be told any more whether all saw who had it."""
    slot = draft.game.turn
    if not slot or members(draft.game, slot) or finish.is_over(draft.play):
        return
    then = next(before.play for before, event, _ in draft.trail if isinstance(event, CombatantRemoved))
    draft.emit(e.TurnEnded(slot=slot, members=(who,) if is_public(then, who) else ()))


def end_turn(draft: Draft, readying: list[str]) -> None:
    """B-READY-1, B-TURN-4; B-A-02: energy that returns at the end serves the next turn, not this one's readying."""
    slot = draft.game.turn
    for who in readying:
        spend_energy(draft, who, READY_EP, "ready")
        draft.emit(e.ActionReadied(who=who))
    if draft.game.options.ep_regain_at == "end":
        for who in able_members(draft.game, slot):
            _regain(draft, who)
    draft.emit(e.TurnEnded(slot=slot, members=members(draft.game, slot)))


def reinsert(draft: Draft, slot: str) -> None:
    """B-DELAY-3, B-DELAY-4."""
    game: Game = draft.game
    keeps = game.options.delay_keeps_place
    draft.emit(e.TurnReinserted(slot=slot, members=named(draft.play, slot), after=game.boundary.ended, keeps=keeps))
    start_turn(draft, slot, behind=keeps)
