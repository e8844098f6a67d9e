"""An attack, step by step (3.1, 3.3): ruling, payment, throw, die, defence, mode, damage, aim, mishap.

Each step goes on from the frame as it is, and says False where somebody has to answer first.
"""

from __future__ import annotations

from collections.abc import Callable

from server.core.draft import Draft
from server.core.state import Ask
from server.kit.asking import ask_gm
from server.rules.ambersteel.acts import damage, defence, riposte, throwing
from server.rules.ambersteel.acts.circumstances import of_attack
from server.rules.ambersteel.acts.rolls import d20
from server.rules.ambersteel.acts.stamina import pay
from server.rules.ambersteel.acts.topic import topic_of
from server.rules.ambersteel.state import events as e
from server.rules.ambersteel.state.derived import cost_of
from server.rules.ambersteel.state.facts import SENSELESS, attacks_with, is_in
from server.rules.ambersteel.state.state import Frame, Game, Shot, Step

BEFORE_THE_DIE = ("ruling", "pay", "throw", "throw_ruling", "release", "roll")
"""3.3a: until then an attack comes to nothing where its target dies."""
FREE = ("riposte", "free_counter")
"""3.3, steps 3 and 4: what costs neither action nor stamina; opportunity attacks cost no action."""


def step(draft: Draft, frame: Frame) -> bool:
    """One step of it; False where it has to wait."""
    if frame.step in BEFORE_THE_DIE and (reason := _comes_to_nothing(draft.game, frame)):
        return cancel(draft, frame, reason)
    return _STEPS[frame.step](draft, frame)


def _comes_to_nothing(game: Game, frame: Frame) -> str:
    """3.3a."""
    if is_in(game.combatants[frame.who], *SENSELESS):
        return "attacker_unable"
    return "target_dead" if frame.target and is_in(game.combatants[frame.target], "dead") else ""


def cancel(draft: Draft, frame: Frame, reason: str) -> bool:
    """3.3a: it comes to nothing; what was spent stays spent (A-ATK-16)."""
    draft.emit(e.FrameCancelled(who=frame.who, target=frame.target, frame=frame.id, reason=reason))
    return True


def advance(draft: Draft, frame: Frame, step: Step) -> bool:
    """What comes next in it."""
    draft.emit(e.FrameAdvanced(frame=frame.id, step=step))
    return True


# --- ruling and payment ----------------------------------------------------------------------------------------------


def _ruling(draft: Draft, frame: Frame) -> bool:
    """3.1: the GM rules where that was asked for, a part of the body is named, or the GM holds attacks."""
    if not (frame.aim or _is_held(draft.game, frame)):
        return advance(draft, frame, "pay")
    return ask_ruling(draft, frame, "ruling")


def _is_held(game: Game, frame: Frame) -> bool:
    return frame.asks_ruling or game.hold_all or game.combatants[frame.who].hold


def ask_ruling(draft: Draft, frame: Frame, kind: str) -> bool:
    """3.4: that it was asked for, whoever asks knows, and the GM; what is ruled everybody learns."""
    draft.emit(e.RulingRequested(who=frame.who, target=frame.target, attack=frame.id))
    ask_gm(draft, kind, f"{frame.name}.{kind}", topic_of(frame), secret=False)
    return False


def _pay(draft: Draft, frame: Frame) -> bool:
    """3.3, steps 3 and 4; A-STA-4: who falls unconscious by it does not attack."""
    if frame.source == "action":
        draft.emit(e.ActionSpent(who=frame.who, action=frame.action, purpose="attack"))
    if frame.source not in FREE and pay(draft, frame.who, _cost(draft.game, frame), "attack", frame.name).is_aborted:
        return cancel(draft, frame, "attacker_unable")
    return advance(draft, frame, "throw" if frame.how == "thrown" else "roll")


def _cost(game: Game, frame: Frame) -> int:
    """A-ATK-2, A-THR-6, A-STA-1."""
    combatant, weapon = game.combatants[frame.who], attacks_with(game, frame)
    if frame.how == "thrown":
        return throwing.cost(game, combatant, weapon)
    return cost_of(combatant, weapon.cost_attack, weapon)


# --- the throw -------------------------------------------------------------------------------------------------------


def _throw(draft: Draft, frame: Frame) -> bool:
    """A-THR-1 to A-THR-4; then, where it was asked for or is held, the GM may rule once more (A-THR-7)."""
    throwing.roll(draft, frame)
    return advance(draft, frame, "throw_ruling" if _is_held(draft.game, frame) else "release")


def _throw_ruling(draft: Draft, frame: Frame) -> bool:
    return ask_ruling(draft, frame, "throw_ruling")


def _release(draft: Draft, frame: Frame) -> bool:
    """A-THR-5: beyond its reach the thrower chooses anew."""
    if throwing.is_in_reach(draft.play, frame):
        return advance(draft, frame, "roll" if frame.target else "land")
    return throwing.ask_release(draft, frame)


def _land(draft: Draft, frame: Frame) -> bool:
    return advance(draft, frame, "done")


# --- the die ---------------------------------------------------------------------------------------------------------


def _roll(draft: Draft, frame: Frame) -> bool:
    """A-ATK-3, A-ATK-4, A-CRIT-1, A-CRIT-6."""
    circumstances, numbers = of_attack(draft.state, frame)
    roll = d20(draft, f"{frame.name}.attack", frame.who, circumstances, numbers)
    draft.emit(
        e.HitsRolled(
            who=frame.who, target=frame.target, attack=frame.id, dice=roll.dice, mode=roll.mode, kept=roll.kept,
            modifier=roll.modifier, total=roll.total, nat=roll.nat, terms=roll.terms,
        )
    )  # fmt: skip
    if roll.nat == "fumble":
        return avoided(draft, frame, "attack_fumble")
    if roll.nat == "crit":
        return hit(draft, frame, "attack_crit")
    return advance(draft, frame, "defence")


def avoided(draft: Draft, frame: Frame, why: str) -> bool:
    """A-ATK-8."""
    draft.emit(e.AttackAvoided(who=frame.who, target=frame.target, attack=frame.id, why=why))
    return advance(draft, frame, "mishap")


def hit(draft: Draft, frame: Frame, why: str) -> bool:
    """A-ATK-6, A-ATK-9."""
    draft.emit(e.AttackHit(who=frame.who, target=frame.target, attack=frame.id, why=why))
    return advance(draft, frame, "mode")


def _defence(draft: Draft, frame: Frame) -> bool:
    """A-ATK-5, A-DEF-7: the target chooses, knowing the die; where it can't, it is hit."""
    if not defence.may(draft.game, frame.target):
        return hit(draft, frame, "uncontested")
    return defence.ask(draft, frame)


def _defend(draft: Draft, frame: Frame) -> bool:
    """A-ATK-7 to A-ATK-10."""
    why = defence.outcome(draft, frame)
    return avoided(draft, frame, why) if why in defence.AVOIDED else hit(draft, frame, why)


# --- the hit ---------------------------------------------------------------------------------------------------------


def _mode(draft: Draft, frame: Frame) -> bool:
    """A-ATK-11: chosen before, the only one, or asked for. Something thrown has none."""
    modes = [mode.id for mode in attacks_with(draft.game, frame).damage_modes]
    if frame.thrown is not None or frame.mode in modes:
        return advance(draft, frame, "damage")
    if len(modes) == 1:
        draft.emit(e.ModeChosen(who=frame.who, decision="", attack=frame.id, mode=modes[0]))
        return True
    draft.emit(e.ModeRequested(who=frame.who, target=frame.target))
    draft.open("mode", f"{frame.name}.mode", {frame.who: Ask()}, topic=topic_of(frame))
    return False


def _damage(draft: Draft, frame: Frame) -> bool:
    damage.deal(draft, frame)
    return advance(draft, frame, "aim")


def _aim(draft: Draft, frame: Frame) -> bool:
    """A-AIM-4, A-AIM-5: on a hit the GM says what the aim brought about."""
    if not frame.aim or not frame.is_hit:
        return advance(draft, frame, "mishap")
    draft.emit(e.AimEffectRequested(who=frame.who, target=frame.target))
    ask_gm(draft, "aim_effect", f"{frame.name}.aim_effect", topic_of(frame), secret=False)
    return False


def _mishap(draft: Draft, frame: Frame) -> bool:
    """A-CRIT-7, A-CRIT-8: the GM may impose one on whoever rolled a natural 1."""
    subject = clumsy(frame)
    if not subject:
        return advance(draft, frame, "done")
    draft.emit(e.MishapRequested(who=subject))
    ask_gm(draft, "mishap", f"{frame.name}.mishap", {**topic_of(frame), "subject": subject}, secret=False)
    return False


def clumsy(frame: Frame) -> str:
    """Who rolled a natural 1."""
    shot: Shot | None = frame.shot
    if shot is not None and shot.nat == "fumble":
        return frame.who
    return frame.target if frame.defence is not None and frame.defence.nat == "fumble" else ""


def _done(draft: Draft, frame: Frame) -> bool:
    """3.3, steps 9 and 17: over; a critical parry is answered before anything else goes on."""
    if frame.how == "thrown":
        throwing.land(draft, frame)
    draft.emit(e.AttackEnded(who=frame.who, target=frame.target, attack=frame.id))
    riposte.offer(draft, frame)
    return True


def _offered(draft: Draft, frame: Frame) -> bool:
    """A-RIP-1, A-RIP-4."""
    draft.open("riposte", f"{frame.name}.riposte", {frame.who: Ask()}, topic=topic_of(frame))
    return False


_STEPS: dict[str, Callable[[Draft, Frame], bool]] = {
    "offered": _offered,
    "ruling": _ruling,
    "pay": _pay,
    "throw": _throw,
    "throw_ruling": _throw_ruling,
    "release": _release,
    "land": _land,
    "roll": _roll,
    "defence": _defence,
    "defend": _defend,
    "mode": _mode,
    "damage": _damage,
    "aim": _aim,
    "mishap": _mishap,
    "done": _done,
}
