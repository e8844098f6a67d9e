"""The kinds of deeds, and how acts and reactions are in this edition."""

from typing import Any

from server.core.dice import Faces
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Moved
from server.core.space import Point, cm, path_cm
from server.core.state import Play, State
from server.kit import between
from server.kit.acts.acts import Acts, Order, Paying, Windows, defences_first
from server.kit.acts.checks import ActChecks
from server.kit.acts.deeds import Deeds, code_of
from server.kit.acts.frame import finish, newest
from server.kit.acts.kind import Kind, Moment, in_own_turn
from server.kit.acts.reactions import reserved
from server.kit.moment import Moments
from tests.kit.classic import events as e
from tests.kit.classic.events import SHAPES
from tests.kit.classic.state import Attack, Custom, Evade, Frame, Game, Run, Sheet, Volley

SIDES, DYING_FROM = 6, 6

# --- kinds of deeds --------------------------------------------------------------------------------------------------


def able(game: Game, who: str) -> bool:
    """L-WND-4."""
    return game.combatants[who].status == "ok"


def _check_attack(play: Play, who: str, deed: Attack, _moment: Moment) -> None:
    """L-ATK-3, L-DIST-3."""
    if deed.target not in play.pieces or deed.target == who or play.game.combatants[deed.target].status == "dead":
        raise Rejected("unknown_target")
    own: Sheet = play.game.combatants[who].sheet
    if not between.is_within(play, who, deed.target, 2 * cm(own.weapon.range_m)):
        raise Rejected("out_of_range")
    if _pool(own, deed) < 1:
        raise Rejected("no_dice")


def _pool(own: Sheet, deed: Attack) -> int:
    return (own.hand_to_hand if own.weapon.melee else own.shooting) + 4 * isinstance(deed, Volley)


def _roll(draft: Draft, name: str, who: str, count: int) -> tuple[tuple[Faces, ...], int]:
    dice = draft.roll(name, who, SIDES, count)
    return dice, sum(faces[0] >= draft.game.combatants[who].sheet.min_roll for faces in dice)


def _begin_attack(draft: Draft, frame: Frame) -> None:
    deed, own = frame.deed, draft.game.combatants[frame.who].sheet
    if isinstance(deed, Volley) and not draft.game.combatants[frame.who].bound:
        draft.emit(e.FullAutoCommitted(who=frame.who))
    if not isinstance(deed, Attack):
        return
    dice, hits = _roll(draft, f"{frame.name}hit", frame.who, _pool(own, deed))
    draft.emit(
        e.HitsRolled(
            who=frame.who, target=frame.target, action_id=frame.id, pool=len(dice), M=own.min_roll, faces=dice,
            hits=hits,
        )
    )  # fmt: skip


def _wound(draft: Draft, frame: Frame) -> None:
    """L-PROT-1, L-PROT-2, L-WND-1 to L-WND-4, L-BW-2."""
    frame = newest(draft, frame)
    if frame.hits:
        weapon, victim = draft.game.combatants[frame.who].sheet.weapon, draft.game.combatants[frame.target]
        effective = max(0, victim.sheet.protection - weapon.penetration)
        left = max(0, frame.hits - effective)
        draft.emit(
            e.ProtectionUsed(
                who=frame.target, hits=frame.hits, protection=victim.sheet.protection, penetration=weapon.penetration,
                effective=effective, prevented=frame.hits - left, left=left,
            )
        )  # fmt: skip
        bonus = weapon.bonus_wounds if left else 0
        _hurt(draft, frame, max(0, left * weapon.wounds_per_hit + bonus - victim.sheet.wound_reduction))
    finish(draft, frame)


def _hurt(draft: Draft, frame: Frame, wounds: int) -> None:
    total = draft.game.combatants[frame.target].wounds + wounds
    draft.emit(e.WoundsTaken(who=frame.target, action_id=frame.id, wounds=wounds, total=total))
    if total >= DYING_FROM and able(draft.game, frame.target):
        draft.emit(e.StatusChanged(who=frame.target, status="dying"))


def _check_evade(play: Play, who: str, _deed: Evade, moment: Moment) -> None:
    """L-EVADE-1 to L-EVADE-3."""
    frame: Frame | None = moment.frame
    if frame is None or frame.target != who or not isinstance(frame.deed, Attack):
        raise Rejected("not_the_target")
    if not play.game.combatants[frame.who].sheet.weapon.melee:
        raise Rejected("not_melee")
    if frame.ruling.from_behind:
        raise Rejected("from_behind")
    if not frame.hits:
        raise Rejected("nothing_to_evade")
    if play.game.combatants[who].sheet.evasion < 1:
        raise Rejected("no_dice")


def _evade(draft: Draft, frame: Frame, who: str, _deed: Evade, _walking: bool) -> None:
    own = draft.game.combatants[who].sheet
    dice, hits = _roll(draft, f"{frame.name}evade", who, own.evasion)
    draft.emit(e.EvadeRolled(who=who, action_id=frame.id, M=own.min_roll, faces=dice, success=hits > 0))


def _check_run(play: Play, who: str, deed: Run, _moment: Moment) -> None:
    """L-MOVE-3."""
    at = play.pieces[who].at
    if at is None or path_cm(at, deed.path) > cm(2 * play.game.combatants[who].sheet.quickness):
        raise Rejected("too_far")


def _run(draft: Draft, frame: Frame) -> None:
    """3.3 step 2: without dice the effect comes at once."""
    if isinstance(frame.deed, Run):
        _go(draft, frame.who, frame.deed.path, frame.id)


def _go(draft: Draft, who: str, path: tuple[Point, ...], action_id: str) -> None:
    draft.emit(Moved(who=who, path=path, length_cm=path_cm(draft.play.pieces[who].at or path[0], path), act=action_id))


def _anything(_play: Play, _who: str, _deed: Custom, _moment: Moment) -> None:
    """L-ACT-8."""


def bound(play: Play, who: str, deed: Any) -> None:
    """L-FULL-2: all actions left go the same way."""
    if play.game.combatants[who].bound and not isinstance(deed, Volley):
        raise Rejected("full_auto_committed")


DEEDS = Deeds(
    kinds={
        Attack: Kind(name="attack", check=_check_attack, begin=_begin_attack, effect=_wound, has_dice=True),
        Volley: Kind(
            name="volley",
            check=_check_attack,
            begin=_begin_attack,
            effect=_wound,
            has_dice=True,
            own_turn_only=in_own_turn,
        ),
        Evade: Kind(name="evade", check=_check_evade, answer=_evade),
        Run: Kind(name="run", check=_check_run, begin=_run, effect=finish, is_move=True),
        Custom: Kind(name="custom", check=_anything, effect=finish, asks_gm=True),
    },
    bound=bound,
)

# --- acts and reactions ----------------------------------------------------------------------------------------------


def _own(play: Play, who: str) -> int:
    return int(play.game.combatants[who].actions)


def _have(play: Play, who: str) -> int:
    return _own(play, who) - reserved(play.game, who)


def _pay(draft: Draft, who: str, amount: int, action_id: str, _deed: Any) -> None:
    left = draft.game.combatants[who].actions - amount
    draft.emit(e.ActionSpent(who=who, amount=amount, left=left, action_id=action_id))


def _eligible(draft: Draft, frame: Frame, who: str) -> bool:
    """3.3 step 3: also who has no action, but a die to buy one with."""
    own = draft.game.combatants[who]
    may = able(draft.game, who) and not own.round_over and between.perceives(draft.game, who, frame.who)
    return may and (own.actions > 0 or own.bonus_dice > 0)


def _allowed(state: State, intent: Any, frame: Frame) -> None:
    """L-REACT-1, L-REACT-2."""
    if not able(state.play.game, intent.who):
        raise Rejected("incapacitated")
    if state.play.game.combatants[intent.who].round_over:
        raise Rejected("round_over")
    if not between.perceives(state.play.game, intent.who, frame.who):
        raise Rejected("not_perceived")


def _lapse(draft: Draft, frame: Frame, who: str, deed: Any) -> str:
    """L-REACT-10 (c), (d): only its own target or means can be gone; being felled does not stop it."""
    return code_of(DEEDS.check, draft.play, who, deed, Moment(frame=frame))


def _topic(_play: Play, frame: Frame) -> dict[str, Any]:
    return {"action": frame.id, "who": frame.who, "target": frame.target, "hits": frame.hits}


ACTS = Acts(
    deeds=DEEDS,
    shapes=SHAPES,
    paying=Paying(own=_own, have=_have, pay=_pay, go=_go),
    windows=Windows(eligible=_eligible, allowed=_allowed, topic=_topic),
    order=Order(before_effect=defences_first, lapse=_lapse),
)

MOMENTS = Moments(
    phase=lambda state: "act" if state.play.game.frames else "turn",
    is_idle=lambda state: not state.play.game.frames and state.play.decision is None,
    turn=lambda state, who: None if state.play.game.turn == who else str(state.play.game.turn),
)
CHECKS = ActChecks(acts=ACTS, wrong_phase=MOMENTS.wrong_phase)
