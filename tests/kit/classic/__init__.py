"""As much of Tirakan Classic as five of its worked examples need, on the kit's acts: a system to be thrown away.

What differs from Tirakan is in `ACTS`: defences come before the effect of an act and all other reactions after it,
nobody looks at the act again, whoever is felled by it reacts all the same, and who has a bonus die is asked although it
has no action. A volley binds all that is left of the turn. Rule ids: `L-*`.
"""

from typing import Annotated, Any, ClassVar, Union

import msgspec
from msgspec.structs import replace

from server.core.dice import Faces
from server.core.disclosure import ID, NAME, OPEN, ByRule, ByWho, Named, Open, Parts, PartsByWho, Tells, Who, sheet
from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.events import Added, Answered, Began, Event, Moved, RoundOver, TurnOver
from server.core.intents import Act, Intent, Start
from server.core.space import Point, cm, path_cm
from server.core.state import Decision, Play, State
from server.core.system import Asker, System, declared, open_if_seen
from server.core.view import Figure, Shown, Track
from server.kit import between
from server.kit.acts import frame as acts
from server.kit.acts.acts import Acts, Order, Paying, Windows, defences_first
from server.kit.acts.checks import ActChecks
from server.kit.acts.deeds import Deeds, code_of, main_deed, plain
from server.kit.acts.events import EVENTS as OF_ACTS
from server.kit.acts.events import ReactionsFollow
from server.kit.acts.evolve import Shapes, folds
from server.kit.acts.frame import ACT, finish, newest
from server.kit.acts.kind import Kind, Moment
from server.kit.acts.machine import advance
from server.kit.acts.reactions import WINDOWS, announce, close_window, declare, pass_by, void, withdraw
from server.kit.acts.texts import TEXTS as TEXTS_OF_ACTS
from server.kit.frames import asked_about, on_frame, resume, top, with_frame

SIDES, DYING_FROM = 6, 6

# --- state and deeds -------------------------------------------------------------------------------------------------


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in hand."""

    melee: bool = True
    range_m: int = 1
    penetration: int = 0
    wounds_per_hit: int = 1
    bonus_wounds: int = 0


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combatant. `saved`: actions left from before."""

    quickness: int = 1
    deftness: int = 1
    hand_to_hand: int = 0
    shooting: int = 0
    evasion: int = 0
    min_roll: int = 5
    protection: int = 0
    actions_max: int = 2
    bonus_dice: int = 0
    wounds: int = 0
    wound_reduction: int = 0
    saved: int = 0
    weapon: Weapon = Weapon()


class Deed(Act, frozen=True, kw_only=True):
    """What is done for an action."""

    who: str = ""


class Attack(Deed, frozen=True, kw_only=True):
    """Attack with what is in hand."""

    target: str


class Volley(Attack, frozen=True, kw_only=True):
    """Full-auto: four dice more, and all actions left go the same way."""


class Evade(Deed, frozen=True, kw_only=True):
    """Evade a melee attack."""


class Run(Deed, frozen=True, kw_only=True):
    """Run."""

    path: tuple[Point, ...]


class Custom(Deed, frozen=True, kw_only=True):
    """Anything else."""

    text: str


AnyDeed = Union[Attack, Volley, Evade, Run, Custom]  # noqa: UP007  (read at run time)


class Combatant(msgspec.Struct, frozen=True, kw_only=True):
    """As it is now. `bound`: a volley has begun; `round_over`: and taken all actions."""

    sheet: ByRule[Sheet]
    actions: Open[int] = 0
    bonus_dice: Open[int] = 0
    wounds: Open[int] = 0
    status: Open[str] = "ok"
    bound: Open[bool] = False
    round_over: Open[bool] = False
    unperceived: Open[tuple[str, ...]] = ()


class Ruling(acts.Ruling, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The GM's word on an act."""

    from_behind: Open[bool] = False


class Frame(acts.Frame, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One act in progress, with its hits."""

    deed: ByRule[AnyDeed | None] = None
    ruling: Parts[Ruling] = Ruling()
    rulings: ByWho[dict[str, Ruling]] = msgspec.field(default_factory=dict)
    declared: ByRule[dict[str, AnyDeed]] = msgspec.field(default_factory=dict)
    hits: Open[int] = 0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The fight."""

    round: Open[int] = 0
    order: Named[tuple[str, ...]] = ()
    turn: Named[str] = ""
    combatants: PartsByWho[dict[str, Combatant]] = {}
    frames: Parts[tuple[Frame, ...]] = ()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules: none."""


# --- intents ---------------------------------------------------------------------------------------------------------


class StartCombat(Start, frozen=True, kw_only=True):
    """The GM begins."""


class EndTurn(Act, frozen=True, kw_only=True):
    """End the own turn."""


class SpendBonusDie(Act, frozen=True, kw_only=True):
    """One action for a bonus die."""


class DeclareReaction(Act, frozen=True, kw_only=True):
    """Announce a reaction."""

    is_answer: ClassVar[bool] = True
    reaction: AnyDeed


class WithdrawReaction(Act, frozen=True, kw_only=True):
    """Take it back."""

    is_answer: ClassVar[bool] = True


class PassReaction(Act, frozen=True, kw_only=True):
    """Do not react."""

    is_answer: ClassVar[bool] = True


class GmSetAct(Intent, frozen=True, kw_only=True):
    """Circumstances of the act in progress."""

    from_behind: bool = False


class GmRuleCustom(Intent, frozen=True, kw_only=True):
    """What a free act costs, or the announced reaction of somebody."""

    is_answer: ClassVar[bool] = True
    cost: int = 1
    refuse: bool = False
    reaction: str = ""


class GmAdjustWounds(Intent, frozen=True, kw_only=True):
    """Somebody has so many wounds."""

    who: str
    wounds: int


class GmSetStatus(Intent, frozen=True, kw_only=True):
    """ok, dying or dead."""

    who: str
    status: str


# --- events ----------------------------------------------------------------------------------------------------------


class CombatantAdded(Added, frozen=True, kw_only=True):
    """Somebody joins."""

    sheet: ByRule[Sheet]


class CombatStarted(Began, frozen=True, kw_only=True):
    """The fight begins."""


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """L-INIT-1."""

    who: Who
    face: Open[int]
    total: Open[int]


class InitiativeOrderSet(Event, frozen=True, kw_only=True):
    """L-INIT-2."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    order: Named[tuple[str, ...]]


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round begins."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    n: Open[int]


class RoundEnded(RoundOver, frozen=True, kw_only=True):
    """A round is over."""


class TurnStarted(Event, frozen=True, kw_only=True):
    """L-PRIO-1."""

    who: Who


class ActionsRefreshed(Event, frozen=True, kw_only=True):
    """L-PRIO-2."""

    who: Who
    available: Open[int]


class TurnEnded(TurnOver, frozen=True, kw_only=True):
    """L-PRIO-4, L-FULL-3."""

    who: Who
    saved: Open[int]
    round_over: Open[bool] = False


class ActDeclared(Event, frozen=True, kw_only=True):
    """An act, or a reaction that is carried out."""

    action_id: Open[str]
    frame: Open[str]
    name: Open[str] = ""
    who: Who
    kind: Open[str]
    target: Who = ""
    deed: ByRule[AnyDeed | None] = None
    path: Open[tuple[Point, ...]] = ()
    cost: Open[int] = 1


class ActionSpent(Event, frozen=True, kw_only=True):
    """Paid."""

    who: Who
    amount: Open[int]
    left: Open[int]
    action_id: Open[str]


class ReactionDeclared(Answered, frozen=True, kw_only=True):
    """Announced."""

    action_id: Open[str]
    reaction: ByRule[AnyDeed]


class ReactionWindowClosed(Event, frozen=True, kw_only=True):
    """Reactions are carried out in this order."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    action_id: Open[str]
    order: Named[tuple[str, ...]]


class FullAutoCommitted(Event, frozen=True, kw_only=True):
    """L-FULL-2."""

    who: Who


class HitsRolled(Event, frozen=True, kw_only=True):
    """L-HIT-1 to L-HIT-3."""

    who: Who
    target: Who
    action_id: Open[str]
    pool: Open[int]
    M: Annotated[int, sheet()]
    faces: Open[tuple[Faces, ...]]
    hits: Open[int]


class EvadeRolled(Event, frozen=True, kw_only=True):
    """L-EVADE-3, L-EVADE-4."""

    who: Who
    action_id: Open[str]
    M: Annotated[int, sheet()]
    faces: Open[tuple[Faces, ...]]
    success: Open[bool]


class ProtectionUsed(Event, frozen=True, kw_only=True):
    """L-PROT-1 to L-PROT-3."""

    who: Who
    hits: Open[int]
    protection: Annotated[int, sheet()]
    penetration: Open[int]
    effective: Annotated[int, sheet()]
    prevented: Open[int]
    left: Open[int]


class WoundsTaken(Event, frozen=True, kw_only=True):
    """L-WND-1 to L-WND-3."""

    who: Who
    action_id: Open[str]
    wounds: Open[int]
    total: Open[int]


class StatusChanged(Event, frozen=True, kw_only=True):
    """L-WND-4, or by the GM."""

    who: Who
    status: Open[str]


class BonusDieSpent(Event, frozen=True, kw_only=True):
    """L-BONUS-1."""

    who: Who
    left: Open[int]


class GMRuled(Answered, frozen=True, kw_only=True):
    """The GM's word: on an act (from behind, its cost, or that of an announced reaction to it), or on wounds."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str] = "gm"
    decision: ByRule[str] = ""
    subject: Named[str] = ""
    action_id: Open[str] = ""
    reaction: Named[str] = ""
    from_behind: Open[bool] = False
    cost: Open[int | None] = None
    refuse: Open[bool] = False
    wounds: Open[int | None] = None


SHAPES = Shapes(
    frame=Frame, declared=ActDeclared, spent=ActionSpent, reacting=ReactionDeclared, closed=ReactionWindowClosed
)

# --- evolve ----------------------------------------------------------------------------------------------------------


def _with(game: Game, who: str, **changes: Any) -> Game:
    return replace(game, combatants={**game.combatants, who: replace(game.combatants[who], **changes)})


def _added(game: Game, event: CombatantAdded) -> Game:
    own = event.sheet
    new = Combatant(sheet=own, actions=own.saved, bonus_dice=own.bonus_dice, wounds=own.wounds)
    return replace(game, combatants={**game.combatants, event.who: new})


def _round(game: Game, event: RoundStarted) -> Game:
    free = {who: replace(one, round_over=False) for who, one in game.combatants.items()}
    return replace(game, round=event.n, combatants=free)


def _ended(game: Game, event: TurnEnded) -> Game:
    return replace(_with(game, event.who, actions=event.saved, bound=False, round_over=event.round_over), turn="")


def _hit(game: Game, event: HitsRolled) -> Game:
    return with_frame(game, event.action_id, hits=event.hits)


def _wounded(game: Game, event: WoundsTaken) -> Game:
    return with_frame(_with(game, event.who, wounds=event.total), event.action_id, wounds=event.wounds)


def _ruled(game: Game, event: GMRuled) -> Game:
    if event.wounds is not None:
        return _with(game, event.subject, wounds=event.wounds)
    said = Ruling(cost=event.cost, refuse=event.refuse, from_behind=event.from_behind)

    def apply(frame: Frame) -> Frame:
        if event.reaction:
            return replace(frame, rulings={**frame.rulings, event.reaction: said})
        return replace(frame, ruling=said)

    return on_frame(game, event.action_id, apply)


_FOLDS: dict[type[Event], Any] = {
    **folds(SHAPES),
    CombatantAdded: _added,
    InitiativeOrderSet: lambda game, event: replace(game, order=event.order),
    RoundStarted: _round,
    TurnStarted: lambda game, event: replace(game, turn=event.who),
    ActionsRefreshed: lambda game, event: _with(game, event.who, actions=event.available),
    TurnEnded: _ended,
    FullAutoCommitted: lambda game, event: _with(game, event.who, bound=True),
    HitsRolled: _hit,
    EvadeRolled: lambda game, event: with_frame(game, event.action_id, hits=0) if event.success else game,
    WoundsTaken: _wounded,
    StatusChanged: lambda game, event: _with(game, event.who, status=event.status),
    BonusDieSpent: lambda game, event: _with(
        game, event.who, bonus_dice=event.left, actions=game.combatants[event.who].actions + 1
    ),
    GMRuled: _ruled,
    between.PerceptionSet: between.EVOLVES[between.PerceptionSet],
}


def evolve(game: Game, event: Event) -> Game:
    """Apply a fact: to the stack of acts, and to what it costs."""
    game = _FOLDS[type(event)](game, event) if type(event) in _FOLDS else game
    return _with(game, event.who, actions=event.left) if isinstance(event, ActionSpent) else game


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
        draft.emit(FullAutoCommitted(who=frame.who))
    if not isinstance(deed, Attack):
        return
    dice, hits = _roll(draft, f"{frame.name}hit", frame.who, _pool(own, deed))
    draft.emit(
        HitsRolled(
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
            ProtectionUsed(
                who=frame.target, hits=frame.hits, protection=victim.sheet.protection, penetration=weapon.penetration,
                effective=effective, prevented=frame.hits - left, left=left,
            )
        )  # fmt: skip
        bonus = weapon.bonus_wounds if left else 0
        _hurt(draft, frame, max(0, left * weapon.wounds_per_hit + bonus - victim.sheet.wound_reduction))
    finish(draft, frame)


def _hurt(draft: Draft, frame: Frame, wounds: int) -> None:
    total = draft.game.combatants[frame.target].wounds + wounds
    draft.emit(WoundsTaken(who=frame.target, action_id=frame.id, wounds=wounds, total=total))
    if total >= DYING_FROM and able(draft.game, frame.target):
        draft.emit(StatusChanged(who=frame.target, status="dying"))


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
    draft.emit(EvadeRolled(who=who, action_id=frame.id, M=own.min_roll, faces=dice, success=hits > 0))


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


def _bound(play: Play, who: str, deed: Any) -> None:
    """L-FULL-2."""
    if play.game.combatants[who].bound and not isinstance(deed, Volley):
        raise Rejected("full_auto_committed")


DEEDS = Deeds(
    kinds={
        Attack: Kind(name="attack", check=_check_attack, begin=_begin_attack, effect=_wound, has_dice=True),
        Volley: Kind(
            name="volley", check=_check_attack, begin=_begin_attack, effect=_wound, has_dice=True, own_turn_only=True
        ),
        Evade: Kind(name="evade", check=_check_evade, answer=_evade),
        Run: Kind(name="run", check=_check_run, begin=_run, effect=finish, is_move=True),
        Custom: Kind(name="custom", check=_anything, effect=finish, asks_gm=True),
    },
    bound=_bound,
)

# --- acts and reactions ----------------------------------------------------------------------------------------------


def _have(play: Play, who: str) -> int:
    reserved = sum(who in frame.declared for frame in play.game.frames)
    return int(play.game.combatants[who].actions) - reserved


def _pay(draft: Draft, who: str, amount: int, action_id: str, _deed: Any) -> None:
    left = draft.game.combatants[who].actions - amount
    draft.emit(ActionSpent(who=who, amount=amount, left=left, action_id=action_id))


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
    paying=Paying(have=_have, pay=_pay, go=_go),
    windows=Windows(eligible=_eligible, allowed=_allowed, topic=_topic),
    order=Order(before_effect=defences_first, lapse=_lapse),
)

# --- check -----------------------------------------------------------------------------------------------------------


def _wrong_phase(state: State, intent: Any) -> Rejected:
    return Rejected("wrong_phase", intent=intent.__struct_config__.tag, phase=state.play.phase)


def _fighting(state: State, intent: Any) -> None:
    if state.play.phase != "running":
        raise _wrong_phase(state, intent)


CHECKS = ActChecks(acts=ACTS, wrong_phase=_wrong_phase)


def _in_turn(state: State, intent: Any) -> None:
    if state.play.game.frames or state.play.decision is not None:
        raise _wrong_phase(state, intent)
    if state.play.game.turn != intent.who:
        raise Rejected("not_your_turn")
    _bound(state.play, intent.who, intent)


def _may_spend(state: State, intent: SpendBonusDie) -> None:
    own = state.play.game.combatants[intent.who]
    for code, is_so in (
        ("incapacitated", own.status != "ok"), ("round_over", own.round_over), ("no_bonus_die", not own.bonus_dice),
    ):  # fmt: skip
        if is_so:
            raise Rejected(code)


def check(state: State, intent: Intent, _asker: Asker) -> None:
    """Raises Rejected."""
    if isinstance(intent, Start):
        return
    _fighting(state, intent)
    match intent:
        case Deed():
            _in_turn(state, intent)
            CHECKS.in_turn(state, intent, state.play.game.combatants[intent.who].actions)
        case EndTurn():
            _in_turn(state, intent)
        case SpendBonusDie():
            _may_spend(state, intent)
        case DeclareReaction():
            CHECKS.declare(state, intent)
        case WithdrawReaction():
            CHECKS.withdraw(state, intent)
        case PassReaction():
            CHECKS.pass_by(state, intent)
        case GmRuleCustom() | GmSetAct() if top(state.play.game) is None:
            raise Rejected("nothing_to_rule")
        case _:
            pass


# --- decide ----------------------------------------------------------------------------------------------------------


def decide(draft: Draft, intent: Intent) -> None:
    """Emit what the intent brings about, then go on."""
    match intent:
        case StartCombat():
            _start(draft)
        case Deed():
            declare(ACTS, draft, intent.who, plain(intent), DEEDS.kind(main_deed(intent)).name, ACT)
        case EndTurn():
            _end_turn(draft)
        case SpendBonusDie(who=who):
            draft.emit(BonusDieSpent(who=who, left=draft.game.combatants[who].bonus_dice - 1))
        case DeclareReaction():
            announce(ACTS, draft, intent.who, intent.reaction)
        case WithdrawReaction():
            withdraw(draft, intent.who)
        case PassReaction():
            pass_by(draft, intent.who)
        case between.GmSetPerception():
            between.decide(draft, intent)
        case _:
            _rule(draft, intent)
    resume(draft, _step)


def _rule(draft: Draft, intent: Intent) -> None:
    frame: Frame | None = asked_about(draft.game, draft.answered)
    match intent:
        case GmSetAct(from_behind=from_behind) if frame is not None:
            draft.emit(GMRuled(action_id=frame.id, from_behind=from_behind))
        case GmRuleCustom(reaction=who) if frame is not None:
            decision = draft.answered.id if draft.answered is not None and not who else ""
            draft.emit(
                GMRuled(
                    decision=decision, action_id=frame.id, reaction=who, cost=intent.cost, refuse=intent.refuse
                )
            )  # fmt: skip
            if who and (intent.refuse or intent.cost != 1):
                void(draft, frame, who, draft.play.decision)
        case GmAdjustWounds(who=who, wounds=wounds):
            draft.emit(GMRuled(subject=who, wounds=wounds))
        case GmSetStatus(who=who, status=status):
            draft.emit(StatusChanged(who=who, status=status))
        case _:
            pass


def proceed(draft: Draft, decision: Decision) -> None:
    """A window is over, or the GM has ruled."""
    if decision.kind in WINDOWS:
        close_window(ACTS, draft)
    resume(draft, _step)


def _step(draft: Draft) -> bool:
    """3.3. An actor who is unable, or whose volley has no action left, has no more turn."""
    game: Game = draft.game
    frame = top(game)
    if draft.play.decisions or not any(able(game, who) for who in game.order):
        return False
    if frame is not None:
        advance(ACTS, draft, frame)
        return True
    own = game.combatants[game.turn]
    if able(game, game.turn) and not (own.bound and not own.actions):
        return False
    _end_turn(draft)
    return True


def _start(draft: Draft) -> None:
    """L-INIT-1 to L-INIT-3."""
    draft.emit(CombatStarted())
    keys: dict[str, tuple[int, int, int]] = {}
    for who, one in draft.game.combatants.items():
        face = draft.roll("initiative", who, SIDES, 1)[0][0]
        keys[who] = (face + one.sheet.quickness, one.sheet.quickness, one.sheet.deftness)
        draft.emit(InitiativeRolled(who=who, face=face, total=keys[who][0]))
    draft.emit(InitiativeOrderSet(order=tuple(sorted(keys, key=lambda who: keys[who], reverse=True))))
    _start_round(draft, 1)


def _start_round(draft: Draft, n: int) -> None:
    draft.emit(RoundStarted(n=n))
    _start_turn(draft, draft.game.order[0])


def _start_turn(draft: Draft, who: str) -> None:
    """L-PRIO-2, L-ROUND-3."""
    draft.emit(TurnStarted(who=who))
    available = draft.game.combatants[who].sheet.actions_max if able(draft.game, who) else 0
    draft.emit(ActionsRefreshed(who=who, available=available))


def _end_turn(draft: Draft) -> None:
    game: Game = draft.game
    who, own = game.turn, game.combatants[game.turn]
    draft.emit(TurnEnded(who=who, saved=own.actions, round_over=own.bound))
    place = game.order.index(who) + 1
    if place < len(game.order):
        _start_turn(draft, game.order[place])
    else:
        draft.emit(RoundEnded())
        _start_round(draft, game.round + 1)


def default(_state: State, _decision: Decision, who: str) -> Intent:
    """Nobody reacts who does not say so."""
    return GmRuleCustom() if who == "gm" else PassReaction(who=who)


def show(state: State, _audience: str) -> Shown:
    """The view's part."""
    game: Game = state.play.game
    tracks = {
        who: {"wounds": Track(one.wounds, "harm"), "actions": Track(one.actions), "bonus": Track(one.bonus_dice)}
        for who, one in game.combatants.items()
    }
    figures = {
        who: Figure(tracks=tracks[who], conditions={} if one.status == "ok" else {one.status: 1})
        for who, one in game.combatants.items()
    }
    turn = (game.turn,) if game.turn else ()
    return Shown(phase=state.play.phase, round=game.round, turn=turn, order=game.order, figures=figures)


TEXTS = TEXTS_OF_ACTS | {
    "not_your_turn": "It is somebody else's turn.",
    "incapacitated": "It cannot act.",
    "round_over": "The round is over for it.",
    "not_perceived": "It does not notice the actor.",
    "not_the_target": "Only the attacked can do this.",
    "not_melee": "Only against melee attacks.",
    "from_behind": "The attack comes from behind.",
    "nothing_to_evade": "The attack has no hits.",
    "no_dice": "There are no dice to roll.",
    "no_bonus_die": "No bonus die is left.",
    "unknown_target": "There is no such target.",
    "out_of_range": "That is too far away.",
    "too_far": "That is farther than it gets.",
    "full_auto_committed": "All actions left are bound.",
    "nothing_to_rule": "Nothing waits for this ruling.",
}

RULES = dict.fromkeys(
    (
        "L-BONUS-1", "L-BONUS-2", "L-EVADE-1", "L-EVADE-2", "L-EVADE-3", "L-EVADE-4", "L-FULL-2", "L-FULL-3",
        "L-FULL-5", "L-HIT-1", "L-HIT-2", "L-PROT-1", "L-PROT-2", "L-REACT-1", "L-REACT-2", "L-REACT-3", "L-REACT-4",
        "L-REACT-5", "L-REACT-6", "L-REACT-7", "L-REACT-10", "L-ROUND-3", "L-WND-1", "L-WND-2", "L-WND-3", "L-WND-4",
    ),
    "A rule",
)  # fmt: skip

SYSTEM = System(
    name="classic", version="1", titles={"en": "Tirakan Classic"}, texts=TEXTS, rules=RULES,
    events=(*OF_ACTS, ReactionsFollow, between.PerceptionSet, *declared(globals(), Event)),
    intents=(between.GmSetPerception, *(kind for kind in declared(globals(), Intent) if kind is not Deed)),
    game_type=Game, options_type=Options, sheet_type=Sheet,
    initial=lambda _options: Game(),
    add=lambda who, sheet, piece: CombatantAdded.of(who, piece, sheet=sheet),
    topic={"action": ID, "who": NAME, "target": NAME, "hits": OPEN},
    evolve=evolve, check=check, decide=decide, proceed=proceed, default=default, show=show,
    options=lambda _state, _asker: [], open_roll=open_if_seen,
)  # fmt: skip
