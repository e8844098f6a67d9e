"""What the GM may do beside acting for combatants: rulings that are asked for, and those that are always open."""

from __future__ import annotations

from typing import Any

from server.core.memo import Memo
from server.core.options import Choice, Option, Param
from server.core.state import State
from server.core.system import Asker
from server.rules.tirakan.acts.kinds import kind_of, main_deed
from server.rules.tirakan.checks.gm import attack_frame, is_ruled
from server.rules.tirakan.offers.deeds import MOST_TEXT
from server.rules.tirakan.offers.values import plain_options, set_options
from server.rules.tirakan.state import numbers as n
from server.rules.tirakan.state.facts import actor_frame, top
from server.rules.tirakan.state.intents import MOST_ACTIONS
from server.rules.tirakan.state.state import Frame, Game

COVER = tuple(Choice(level, f"{level}+" if level else "none") for level in (0, n.BEST_COVER, 5, n.WORST_COVER))
FARTHEST_CM = 1_000_000

RULINGS = Memo(128)


def gm_options(state: State, _asker: Asker) -> list[Option]:
    """The GM's own options in this phase."""
    phase = state.play.phase
    if phase == "setup":
        return _setup(state)
    if phase != "running" or state.play.parked is not None:
        return []
    play, decision = state.play, state.play.decision
    game: Game = play.game
    is_idle = game.phase == "turn" and not game.frames and decision is None
    marks = (is_idle, decision and decision.kind)
    return RULINGS.of((play.pieces, game.combatants, *game.frames), marks, _rulings, state, is_idle)


def _rulings(state: State, is_idle: bool) -> list[Option]:
    names = tuple((who, piece.name) for who, piece in state.play.pieces.items())  # wherever they stand
    always = RULINGS.of((), (is_idle, names), _always, state, is_idle)
    return [*_asked(state), *_on_act(state), *always, *_values(state, is_idle, names)]


def _values(state: State, is_idle: bool, names: tuple[tuple[str, str], ...]) -> list[Option]:
    """T-GM-1: every value by itself where there is time for it, else a few options for all."""
    play = state.play
    people = [play.game.combatants[who] for who in play.pieces]
    parts = (play.game.options, *(each.sheet for each in people), *(each.arms for each in people if is_idle))
    marks = (is_idle, names, *(each.off_hand for each in people))
    return RULINGS.of(parts, marks, _settable, state, is_idle)


def _settable(state: State, is_idle: bool) -> list[Option]:
    make = set_options if is_idle else plain_options
    return make(state.play, _people(state, "who"))


def _option(
    key: str, *params: Param, group: str = "gm", answers: bool = False, label: str = "", type: str = "", **fixed: Any
) -> Option:
    intent = {"type": type or key, **fixed}
    return Option(key=key, intent=intent, group=group, params=params, answers=answers, label=label)


def _people(state: State, name: str, *first: Choice, optional: bool = False) -> Param:
    people = tuple(Choice(who, piece.name) for who, piece in state.play.pieces.items())
    return Param(
        name=name, kind="choice", label=name, choices=(*first, *people), combatant=True, optional=optional
    )  # fmt: skip


def _number(name: str, least: int, most: int, optional: bool = False, initial: int | None = None) -> Param:
    return Param(name=name, kind="number", label=name, least=least, most=most, optional=optional, initial=initial)


def _choice(name: str, *choices: Any, optional: bool = False) -> Param:
    found = tuple(each if isinstance(each, Choice) else Choice(each, str(each)) for each in choices)
    return Param(name=name, kind="choice", label=name, choices=found, optional=optional)


YES_NO = (Choice(True, "yes"), Choice(False, "no"))


def _setup(state: State) -> list[Option]:
    if not state.play.pieces:
        return []
    return [_option("start_combat", _people(state, "instigator", optional=True), group="end")]


# --- questions to the GM ---------------------------------------------------------------------------------------------


def _asked(state: State) -> list[Option]:
    decision = state.play.decision
    frame = top(state.play.game)
    if decision is None:
        return []
    if decision.kind == "custom" and frame is not None:
        return _custom(state, frame)
    return [PLAIN_ANSWERS[decision.kind]] if decision.kind in PLAIN_ANSWERS else []


PLAIN_ANSWERS = {
    "distance": _option("gm_set_attack", _number("distance_cm", 0, FARTHEST_CM), group="answer", answers=True),
    "nullify": _option("gm_rule_nullify", _choice("nullify", *YES_NO), group="answer", answers=True),
    "awaken": _option("gm_rule_awaken", _choice("awaken", *YES_NO), group="answer", answers=True),
    "nobody": _option("gm_skip_turn", group="answer", answers=True),
}
"""By kind of question: what is always the same is the same object, which is sent as the same bytes."""


def _custom(state: State, frame: Frame) -> list[Option]:
    """T-ARB-1, T-ARB-2."""
    have = min(MOST_ACTIONS, state.play.game.combatants[frame.who].actions) if frame.kind == "act" else 1
    cost = _number("cost", 1 if frame.kind == "reaction" else 0, have, initial=min(1, have))
    checks = ("", "strength", "quickness", "deftness", "endurance", "resistance", "apprehension", "willpower",
              "hand_to_hand", "shooting", "throwing", "perception")  # fmt: skip
    rule = _option(
        "gm_rule_custom", cost, _choice("check", *checks), _number("difficulty", -5, 10), group="answer",
        answers=True, label=_text_of(frame.deed),
    )  # fmt: skip
    return [rule, _refuse(frame.deed, is_asked=True)]


def _refuse(deed: object, is_asked: bool, **fixed: Any) -> Option:
    group = "answer" if is_asked else "gm"
    return _option(
        "gm_refuse", group=group, answers=is_asked, label=_text_of(deed), type="gm_rule_custom", refuse=True, **fixed
    )


def _text_of(deed: object) -> str:
    """What the player wrote."""
    return str(getattr(deed, "text", "") or getattr(deed, "object", ""))


# --- the act in progress ---------------------------------------------------------------------------------------------


ON_ATTACK = _option(
    "gm_set_attack", _choice("from_behind", *YES_NO, optional=True), _choice("cover", *COVER, optional=True),
    _number("distance_cm", 0, FARTHEST_CM, optional=True), _number("modifier", -20, 20, optional=True),
)  # fmt: skip
NULLIFY = _option("gm_rule_nullify", _choice("nullify", *YES_NO))


def _on_act(state: State) -> list[Option]:
    game: Game = state.play.game
    decision = state.play.decision
    found: list[Option] = []
    if attack_frame(game) is not None:
        found.append(ON_ATTACK)
    frame, uppermost = actor_frame(game), top(game)
    if frame is not None and frame.kind == "act" and frame.stage in ("paid", "rolled", "reactions"):
        found.append(NULLIFY)
    for who, deed in uppermost.declared.items() if uppermost is not None else ():
        is_asked = decision is not None and decision.kind == "object"
        group = "answer" if is_asked else "gm"
        if is_ruled(deed):
            cost = () if kind_of(main_deed(deed)).is_defence else (_number("cost", 0, 5),)
            text = _text_of(main_deed(deed))
            found.append(_option("gm_rule_custom", *cost, group=group, answers=is_asked, label=text, reaction=who))
        found.append(_refuse(main_deed(deed), is_asked, reaction=who))
    return found


# --- always ----------------------------------------------------------------------------------------------------------


def _always(state: State, is_idle: bool) -> list[Option]:
    found = [
        _option("set_cover", _people(state, "target"), _people(state, "source", EVERYBODY), _choice("level", *COVER)),
        _option("gm_set_perception", _people(state, "who"), _people(state, "other"), _choice("perceives", *YES_NO)),
        _option("set_enmity", _people(state, "a"), _people(state, "b"), _choice("enemies", *YES_NO)),
        _option("set_distance", _people(state, "a"), _people(state, "b"), _number("distance_cm", 0, FARTHEST_CM)),
        _option(
            "gm_inflict_hits", _targets(state), _number("hits", 0, 100, initial=1), _number("crits", 0, 100),
            _number("wounds_per_hit", 0, 100, initial=1), _number("piercing", 0, 100),
            _choice("cover_allowed", *YES_NO, optional=True),
        ),
        _option(
            "gm_phase_effect", Param(name="text", kind="text", label="text", least=1, most=MOST_TEXT),
            _choice("phase", Choice("start", "start"), Choice("end", "end")), _targets(state, 0),
            _number("hits", 0, 100), _number("wounds_per_hit", 0, 100, initial=1), _choice("cover_allowed", *YES_NO),
        ),
        _option("end_combat", group="end"),
    ]  # fmt: skip
    if is_idle:
        found.append(_option("gm_set_timing", _choice("timing", "after_roll", "before_roll")))
        found.append(_option("gm_skip_turn", group="end"))
    return found


EVERYBODY = Choice("*", "*")


def _targets(state: State, least: int = 1) -> Param:
    people = _people(state, "targets")
    return Param(
        name="targets", kind="many", label="targets", choices=people.choices, least=least, most=len(people.choices),
        combatant=True,
    )  # fmt: skip
