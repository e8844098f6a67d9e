"""Questions: what refuses an answer, what each brings about, and what is answered where nobody answers (3.3a)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from server.core.draft import Draft
from server.core.errors import Rejected
from server.core.ids import GM
from server.core.intents import Intent
from server.core.state import Decision, State
from server.kit.asking import Question
from server.kit.frames import found
from server.kit.moment import Check, asked, name_of, owes
from server.rules.ambersteel.acts import defence, execution, movement, throwing
from server.rules.ambersteel.acts.attack import clumsy
from server.rules.ambersteel.acts.declare import aim_of, in_hand, reaction
from server.rules.ambersteel.acts.statuses import gain
from server.rules.ambersteel.deciding import may
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state import intents as i
from server.rules.ambersteel.state.derived import melee_weapon, weapon_of
from server.rules.ambersteel.state.facts import BOUND, first_of, is_clear, is_within, place
from server.rules.ambersteel.state.moment import MOMENTS
from server.rules.ambersteel.state.sheet import StatusData
from server.rules.ambersteel.state.state import Defence, Frame, Game, Ruling

REACTIONS = ("riposte", "opportunity", "zones")

# --- which question --------------------------------------------------------------------------------------------------


def answering(*kinds: str) -> Check:
    """3.3a: STALE_ACTION (the specification's DECISION_CLOSED), NOT_THE_DECIDER."""

    def check(state: State, intent: Any) -> None:
        decisions = [each for each in state.play.decisions if each.kind in kinds and each.unanswered()]
        if owes(state.play, intent.who, *kinds) is not None:
            return
        if not decisions or asked(state.play, intent.who, *kinds) is not None:
            raise Rejected("stale_action")
        who = ", ".join(name_of(state.play, one) for one in decisions[-1].unanswered())
        raise Rejected("not_the_decider", who=who)

    return check


def frame_of(state: State, who: str, *kinds: str) -> Frame:
    """What a question to this one is about."""
    decision = owes(state.play, who, *kinds)
    assert decision is not None, "checked"
    frame: Frame | None = found(state.play.game, decision.topic.get("action"))
    if frame is None:
        raise Rejected("stale_action")
    return frame


def _open(draft: Draft, who: str, *kinds: str) -> tuple[Decision, Frame] | None:
    """The question that is answered here, and its frame; None where it is over."""
    decision = draft.answered or owes(draft.play, who, *kinds)
    frame = found(draft.game, decision.topic.get("action")) if decision is not None else None
    return (decision, frame) if decision is not None and frame is not None else None


def _by(draft: Draft) -> str:
    """3.2: who has answered, the player or the clock."""
    return "player" if draft.closes_by == "answers" else "timeout"


# --- refusals --------------------------------------------------------------------------------------------------------


def can_defend(state: State, intent: i.Defend) -> None:
    """A-DEF-7, A-SUR-6."""
    may.one_of(state, intent.who)
    status = defence.obstacle(state.play.game, intent.who)
    if status:
        raise Rejected("cannot_defend", x=name_of(state.play, intent.who), status=status)


def check_defend(state: State, intent: i.Defend) -> None:
    """A-DEF-4, A-DEF-10, A-RNG-1."""
    if intent.kind == "parry":
        frame = frame_of(state, intent.who, "defence")
        item = in_hand(may.one_of(state, intent.who), intent.item)
        defence.check_parry(state.play.game, frame, item)


def check_mode(state: State, intent: i.DamageChoose) -> None:
    """A-ATK-11."""
    frame = frame_of(state, intent.who, "mode")
    may.mode(state, intent.who, frame.weapon, intent.mode or "?")


def check_riposte(state: State, intent: i.ReactionRiposte) -> None:
    """A-RIP-3."""
    frame = frame_of(state, intent.who, "riposte")
    _aimed_at(state, intent.target, frame.target)
    may.mode(state, intent.who, frame.weapon, intent.mode)


def check_opportunity(state: State, intent: i.ReactionOpportunity) -> None:
    """A-ZOC-6."""
    _aimed_at(state, intent.target, frame_of(state, intent.who, "opportunity", "zones").who)
    may.mode(state, intent.who, melee_weapon(may.one_of(state, intent.who)), intent.mode)


def _aimed_at(state: State, target: str, due: str) -> None:
    """A-RIP-4, A-ZOC-4: at nobody else."""
    if target not in ("", due):
        raise Rejected("target_invalid", y=name_of(state.play, target))


def check_release(state: State, intent: i.ThrowRelease) -> None:
    """A-THR-5."""
    frame = frame_of(state, intent.who, "release")
    if intent.target:
        may.target(state, intent.who, intent.target)
        may.in_sight(state, intent.who, intent.target)
    elif intent.point is not None:
        may.point_in_sight(state, intent.who, intent.point)
    at = place(state.play, intent.target) if intent.target else intent.point
    if at is not None:
        throwing.check_reach(state.play, frame, at)


def gm_asked(*kinds: str) -> Check:
    """Something of this kind waits for the GM."""

    def check(state: State, intent: Any) -> None:
        if owes(state.play, GM, *kinds) is None:
            raise MOMENTS.wrong_phase(state, intent)

    return check


def check_mishap(state: State, intent: i.GmMishap) -> None:
    """A-CRIT-7: whoever strikes back freely is able to, and near enough."""
    if intent.kind != "free_counter":
        return
    subject, other = clumsy(frame_of(state, GM, "mishap")), intent.opponent
    may.target(state, subject, other)
    if not _may_counter(state.play.game, subject, other):
        raise Rejected("target_invalid", y=name_of(state.play, other))
    may.in_reach(state, other, subject, _counter_reach_cm(state.play.game, other))
    may.in_sight(state, other, subject)


def _may_counter(game: Game, subject: str, other: str) -> bool:
    one = game.combatants[other]
    return one.side != game.combatants[subject].side and not first_of(one, BOUND)


def _counter_reach_cm(game: Game, who: str) -> int:
    one = game.combatants[who]
    return weapon_of(one, melee_weapon(one)).reach_cm


def counters(state: State, subject: str) -> list[str]:
    """A-CRIT-7: who could strike back at one who has stumbled."""
    game: Game = state.play.game
    foes = [who for who in state.play.pieces if _may_counter(game, subject, who)]
    near = [who for who in foes if is_within(state.play, who, subject, _counter_reach_cm(game, who))]
    return [who for who in near if is_clear(state.play, who, subject)]


# --- what players answer ---------------------------------------------------------------------------------------------


def defend(draft: Draft, intent: i.Defend) -> None:
    """A-ATK-5."""
    if (found := _open(draft, intent.who, "defence")) is not None:
        decision, frame = found
        item = in_hand(draft.game.combatants[intent.who], intent.item) if intent.kind == "parry" else ""
        defence.declare(draft, frame, Defence(kind=intent.kind, item=item), decision.id, _by(draft))


def choose(draft: Draft, intent: i.DamageChoose) -> None:
    """A-ATK-11."""
    if (found := _open(draft, intent.who, "mode")) is not None:
        decision, frame = found
        draft.emit(e.ModeChosen(who=intent.who, decision=decision.id, attack=frame.id, mode=intent.mode))


def riposte(draft: Draft, intent: i.ReactionRiposte) -> None:
    """A-RIP-4."""
    if (found := _open(draft, intent.who, "riposte")) is not None:
        _declared(draft, *found, intent, "riposte")


def opportunity(draft: Draft, intent: i.ReactionOpportunity) -> None:
    """A-ZOC-4. Whoever is hidden strikes when all have answered."""
    if (found := _open(draft, intent.who, "opportunity", "zones")) is not None:
        _declared(draft, *found, intent, "opportunity")
        if found[0].kind == "opportunity":
            movement.opportunity(draft, found[1], intent.who, intent)


def _declared(
    draft: Draft, decision: Decision, frame: Frame, intent: i.ReactionRiposte | i.ReactionOpportunity, kind: str
) -> None:
    part, effect = aim_of(intent.aim)
    draft.emit(
        e.ReactionDeclared(
            who=intent.who, decision=decision.id, attack=frame.id, kind=kind, mode=intent.mode, aim=part, effect=effect,
            asks_ruling=intent.request_ruling, declared_by=_by(draft),
        )
    )  # fmt: skip


def decline(draft: Draft, intent: i.ReactionDecline) -> None:
    """A-RIP-4, A-ZOC-5."""
    if (found := _open(draft, intent.who, *REACTIONS)) is not None:
        decision, frame = found
        draft.emit(
            e.ReactionDeclared(
                who=intent.who, decision=decision.id, attack=frame.id, kind="decline", declared_by=_by(draft)
            )
        )


def release(draft: Draft, intent: i.ThrowRelease) -> None:
    """A-THR-5."""
    if (found := _open(draft, intent.who, "release")) is not None:
        decision, frame = found
        point = None if intent.target else intent.point
        draft.emit(
            e.Released(
                who=intent.who,
                decision=decision.id,
                former=frame.target,
                target=intent.target,
                attack=frame.id,
                point=point,
            )
        )


# --- what the GM answers ---------------------------------------------------------------------------------------------


def rule(draft: Draft, intent: i.GmRuling) -> None:
    """A-GEN-6."""
    if (found := _open(draft, GM, "ruling", "throw_ruling")) is None:
        return
    decision, frame = found
    ruling = Ruling(
        advantage=intent.advantage, modifier=intent.modifier, waive=intent.waive, range_penalty=intent.range_penalty,
        reach_cm=intent.reach_cm, damage=intent.damage,
        damage_type=intent.damage_type,
    )  # fmt: skip
    draft.emit(e.RulingGiven(who=GM, decision=decision.id, attack=frame.id, ruling=ruling, text=intent.text))


def aim_effect(draft: Draft, intent: i.GmAimEffect) -> None:
    """A-AIM-4, A-AIM-5."""
    if (found := _open(draft, GM, "aim_effect")) is None:
        return
    decision, frame = found
    text = intent.text or (frame.effect if intent.ruling == "accept" else "")
    draft.emit(
        e.AimEffectRuled(
            who=GM, decision=decision.id, attack=frame.id, target=frame.target, ruling=intent.ruling, text=text
        )
    )
    if intent.ruling != "refuse" and intent.status:
        gain(draft, frame.target, intent.status, frame.who, StatusData(text=text))


def mishap(draft: Draft, intent: i.GmMishap) -> None:
    """A-CRIT-7, A-CRIT-8."""
    if (found := _open(draft, GM, "mishap")) is None:
        return
    decision, frame = found
    subject = clumsy(frame)
    draft.emit(
        e.MishapRuled(
            who=GM, decision=decision.id, attack=frame.id, subject=subject, kind=intent.kind, opponent=intent.opponent,
            text=intent.text,
        )
    )  # fmt: skip
    if intent.kind == "off_balance":
        turns = 2 if draft.game.turn == subject else 1
        gain(draft, subject, "staggered", data=StatusData(turns=turns))
    elif intent.kind == "weapon_stuck":
        _stick(draft, frame, subject)
    elif intent.kind == "free_counter":
        reaction(draft, frame, "free_counter", intent.opponent, subject)
    elif intent.kind == "custom" and intent.status:
        gain(draft, subject, intent.status, data=StatusData(text=intent.text))


def _stick(draft: Draft, frame: Frame, subject: str) -> None:
    """What it attacked or parried with, else what is in its hand."""
    one = draft.game.combatants[subject]
    used = frame.weapon if subject == frame.who else frame.defence.item if frame.defence is not None else ""
    weapon = used if used in one.arms else one.main
    if weapon in one.arms:
        draft.emit(e.WeaponStuck(who=subject, weapon=weapon))


def execute(draft: Draft, intent: i.GmExecution) -> None:
    """A-EXE-4."""
    if (found := _open(draft, GM, "execution")) is not None:
        decision, _ = found
        draft.emit(
            e.ExecutionAnswered(who=GM, decision=decision.id, yes=intent.yes, text=intent.text, status=intent.status)
        )


def _executed(draft: Draft, decision: Decision) -> None:
    frame, answer = found(draft.game, decision.topic.get("action")), decision.asks[GM].answer
    if frame is not None and isinstance(answer, e.ExecutionAnswered):
        execution.rule(draft, frame, answer)


# --- where nobody answers --------------------------------------------------------------------------------------------


def _defence(state: State, decision: Decision, who: str) -> Intent:
    """A-DEF-9."""
    game: Game = state.play.game
    frame = found(game, decision.topic.get("action"))
    if frame is None:
        return i.Defend(who=who, kind="allow")
    chosen = defence.chosen(game, frame, game.combatants[who].default_defence)
    return i.Defend(who=who, kind=chosen.kind, item=chosen.item)  # type: ignore[arg-type]


def _first_mode(state: State, decision: Decision, who: str) -> Intent:
    frame = found(state.play.game, decision.topic.get("action"))
    modes = weapon_of(state.play.game.combatants[who], frame.weapon if frame is not None else "").damage_modes
    return i.DamageChoose(who=who, mode=modes[0].id)


QUESTIONS: dict[str, Question] = {
    "defence": Question(_defence),
    "mode": Question(_first_mode),
    "riposte": Question(i.ReactionDecline),
    "opportunity": Question(i.ReactionDecline),
    "zones": Question(i.ReactionDecline, then=movement.scouted),
    "release": Question(i.ThrowRelease),
    "ruling": Question(i.GmRuling()),
    "throw_ruling": Question(i.GmRuling()),
    "aim_effect": Question(i.GmAimEffect()),
    "mishap": Question(i.GmMishap()),
    "execution": Question(i.GmExecution(yes=False), then=_executed),
    "stop": Question(),
}

CHECKS: dict[type[Intent], tuple[Check, ...]] = {
    i.Defend: (MOMENTS.running, can_defend, answering("defence"), check_defend),
    i.DamageChoose: (MOMENTS.running, answering("mode"), check_mode),
    i.ReactionRiposte: (MOMENTS.running, answering("riposte"), check_riposte),
    i.ReactionOpportunity: (MOMENTS.running, answering("opportunity", "zones"), check_opportunity),
    i.ReactionDecline: (MOMENTS.running, answering(*REACTIONS)),
    i.ThrowRelease: (MOMENTS.running, answering("release"), check_release),
    i.GmRuling: (MOMENTS.running, gm_asked("ruling", "throw_ruling")),
    i.GmMishap: (MOMENTS.running, gm_asked("mishap"), check_mishap),
    i.GmAimEffect: (MOMENTS.running, gm_asked("aim_effect")),
    i.GmExecution: (MOMENTS.running, gm_asked("execution")),
}

DECIDES: dict[type[Intent], Callable[[Draft, Any], None]] = {
    i.Defend: defend,
    i.DamageChoose: choose,
    i.ReactionRiposte: riposte,
    i.ReactionOpportunity: opportunity,
    i.ReactionDecline: decline,
    i.ThrowRelease: release,
    i.GmRuling: rule,
    i.GmMishap: mishap,
    i.GmAimEffect: aim_effect,
    i.GmExecution: execute,
}
