"""Who goes when: rolls, and those who are equal (specification 2.6, D-SEC-7).

Among equal ones those whom everybody sees are put in order first, as if they were alone. Then the GM alone says where
hidden ones stand between them, and nobody else is told that anything was asked.
"""

from __future__ import annotations

from itertools import groupby

from server.core.dice import thrown, total
from server.core.draft import Draft
from server.core.ids import GM
from server.core.state import Ask, Decision, Play, State
from server.kit.hidden import is_public, is_secret
from server.kit.order import sort_in, stop
from server.rules.tactics.rolls.throw import KEPT, SIDES
from server.rules.tactics.state import events as e
from server.rules.tactics.state import intents as i
from server.rules.tactics.state.facts import able, controls_npc
from server.rules.tactics.state.state import Combatant, Game

Group = tuple[str, ...]


def roll_all(draft: Draft) -> None:
    """D-INIT-1: 3d6 and the whole tactics score; the critical table does not count."""
    for who in able(draft.play):
        name = "initiative"
        tactics = draft.terms.use(name, who, "tactics", draft.game.combatants[who].sheet.tactics, "D-INIT-1")
        extra = draft.terms.use_extra(name, who)
        dice = thrown(SIDES, draft.roll(name, who, SIDES, KEPT))
        terms = draft.terms.of(name, who)
        draft.emit(e.InitiativeRolled(who=who, dice=dice, total=total(dice) + tactics + extra, terms=terms))


def order_all(draft: Draft) -> bool:
    """D-INIT-2: ask about the next tie in sight. Behind the last one it stops in any case, so that it can't be noticed
    whether the GM is asked about hidden ones. False where it has to wait."""
    tie = next((group for group in _in_sight(draft) if not _is_settled(draft.game, group)), None)
    if tie is not None:
        return _open(draft, tie)
    stop(draft, "ties", kind="order", ends_act=True)
    return False


def finish(draft: Draft, _decision: Decision) -> None:
    """D-SEC-7: the GM says where hidden ones stand among their equals, then the order is set."""
    for tie in _with_hidden(draft):
        if not _is_settled(draft.game, tie) and not _open(draft, tie):
            return
    draft.emit(e.OrderSet(order=_order(draft)))
    stop(draft, "order.set", ends_act=True)


# --- ties ------------------------------------------------------------------------------------------------------------


def _groups(draft: Draft) -> list[list[str]]:
    """Those of the same total, highest first."""
    totals = {who: each.record.initiative for who, each in draft.game.combatants.items() if who in draft.play.pieces}
    rolled = [who for who, total in totals.items() if total is not None]
    ranked = sorted(rolled, key=lambda who: -(totals[who] or 0))
    return [list(group) for _, group in groupby(ranked, key=lambda who: totals[who])]


def _tied(draft: Draft) -> list[list[str]]:
    return [group for group in _groups(draft) if len(group) > 1]


def _in_sight(draft: Draft) -> list[Group]:
    """Of those who are equal whom everybody sees, as if they were alone."""
    seen = [tuple(who for who in group if is_public(draft.play, who)) for group in _tied(draft)]
    return [group for group in seen if len(group) > 1]


def _with_hidden(draft: Draft) -> list[Group]:
    """All who are equal, where somebody hidden is among them."""
    return [tuple(group) for group in _tied(draft) if is_secret(draft.play, *group)]


def _is_settled(game: Game, group: Group) -> bool:
    return any(set(order) == set(group) for order in game.ties)


def suggested(game: Game, group: Group) -> Group:
    """D-INIT-3: higher tactics first, then FIN."""
    return tuple(sorted(group, key=lambda who: _rank(game.combatants[who]), reverse=True))


def _rank(combatant: Combatant) -> tuple[int, int]:
    return combatant.sheet.tactics, combatant.sheet.FIN


def _open(draft: Draft, group: Group) -> bool:
    """D-INIT-3, D-INIT-4, D-SEC-7."""
    order = suggested(draft.game, group)
    ranks = [_rank(draft.game.combatants[who]) for who in order]
    if draft.game.options.init_tie == "auto" and len(set(ranks)) == len(ranks):
        draft.emit(e.TieSettled(order=order))
        return True
    secret = is_secret(draft.play, *group)
    draft.emit(e.TieOpened(tied=group, suggested=order))
    by_players = not secret and not any(controls_npc(draft.state, who) for who in group)
    asks = {who: Ask() for who in group} if by_players else {GM: Ask(secret=secret)}
    _ask(draft, group, asks, secret)
    return False


def _ask(draft: Draft, group: Group, asks: dict[str, Ask], secret: bool) -> None:
    by = "gm" if GM in asks else "players"
    name = f"tie.{by}.{'secret.' * secret}{'.'.join(group)}"
    draft.open("secret_tie" if secret else "tie", name, asks, silent=secret, topic={"tied": list(group)})


def propose(draft: Draft, intent: i.InitiativeOrderTie) -> None:
    """One of them, or the GM, says in which order they go."""
    if (decision := draft.answered) is not None:
        draft.emit(e.TieProposed(who=intent.who, decision=decision.id, order=intent.order))


def tied_in(play: Play, decision: Decision) -> Group:
    """Between whom it is decided: those of them who are still at the table."""
    return tuple(who for who in decision.topic.get("tied", ()) if who in play.pieces)


def default_order(state: State, decision: Decision, who: str) -> i.InitiativeOrderTie:
    """As the server suggests."""
    return i.InitiativeOrderTie(who=who, order=suggested(state.play.game, tied_in(state.play, decision)))


def settle(draft: Draft, decision: Decision) -> None:
    """D-INIT-4: all have proposed the same, or the GM has spoken; else the GM is asked."""
    proposals = {who: ask.answer.order for who, ask in decision.asks.items() if isinstance(ask.answer, e.TieProposed)}
    group = tied_in(draft.play, decision)
    orders = set(proposals.values())
    if GM in proposals or len(orders) == 1:
        said = proposals.get(GM) or next(iter(orders))
        draft.emit(e.TieSettled(order=tuple(who for who in said if who in group)))
    elif len(group) > 1:
        _ask(draft, group, {GM: Ask()}, secret=False)


def settle_secret(draft: Draft, decision: Decision) -> None:
    """D-SEC-7."""
    settle(draft, decision)
    finish(draft, decision)


def _order(draft: Draft) -> Group:
    """Of each total those in sight as they were put in order, with hidden ones where the GM has put them."""
    return tuple(who for group in _groups(draft) for who in _sorted(draft, group))


def _sorted(draft: Draft, group: list[str]) -> list[str]:
    seen = [who for who in group if is_public(draft.play, who)]
    return sort_in(_as_settled(draft.game, seen), _as_settled(draft.game, group))


def _as_settled(game: Game, group: list[str]) -> list[str]:
    found = next((order for order in game.ties if set(order) == set(group)), None)
    return group if found is None else list(found)
