"""What a seat may do now, as options with reasons: built by running the very checks that judge the intents.

`state` is what the seat knows. The GM is offered everything for everybody, and rulings beside it (`offers.gm`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from server.core.errors import Rejected
from server.core.intents import Act, Intent
from server.core.options import Choice, Option, Param, Reason
from server.core.secrecy import owns
from server.core.state import State
from server.core.system import Asker
from server.rules.brink.deciding.intent_check import check, check_ready
from server.rules.brink.deciding.turns import READY_EP
from server.rules.brink.offers.gm import gm_options
from server.rules.brink.offers.template import MOST_EP, Template, templates
from server.rules.brink.state import intents as i
from server.rules.brink.state.facts import able_members, has_turn_ahead, is_able, name_of, slot_of
from server.rules.brink.state.moment import owes, slot_name
from server.rules.brink.state.state import Game
from server.rules.brink.words.texts import TEXTS


def options(state: State, asker: Asker) -> list[Option]:
    """All options of a seat, its combatants one after another."""
    found: list[Option] = []
    if state.play.phase == "running" and state.play.parked is None:
        mine = [who for who in state.play.pieces if owns(state, asker.audience, who) and is_able(state.play.game, who)]
        for who in mine:
            found += _Offers(state, asker, who).all(mine)
    if asker.role == "gm":
        found += gm_options(state)
    return found


class _Offers:
    """What one combatant may do."""

    def __init__(self, state: State, asker: Asker, who: str) -> None:
        self.state, self.asker, self.who = state, asker, who
        self.game: Game = state.play.game
        self.combatant = self.game.combatants[who]

    def all(self, mine: list[str]) -> list[Option]:
        """Answers, the own turn, and what may be done at any time."""
        slot = slot_of(self.game, self.who)
        speaks = next(who for who in mine if slot_of(self.game, who) == slot) == self.who
        return [*self._answers(), *self._turn(slot, speaks), *self._free(slot, speaks)]

    # --- answers -----------------------------------------------------------------------------------------------------

    def _answers(self) -> list[Option]:
        decision = owes(self.state.play, self.who, "window", "boundary", "opportunity", "bonus")
        if decision is None or decision is not self.state.play.decision:
            return []
        if decision.kind == "opportunity":
            bonus = self._energy("ep_bonus", optional=True)
            return [
                self._simple(i.TakeOpportunity(who=self.who), "answer", bonus),
                self._simple(i.DeclineOpportunity(who=self.who), "answer"),
            ]
        if decision.kind == "bonus":
            return [self._simple(i.AddEp(who=self.who), "answer", self._energy("n"))]
        return [*self._readied(), *self._at_boundary(decision.kind)]

    def _at_boundary(self, kind: str) -> list[Option]:
        """B-DELAY-7, 3.3.7."""
        found = []
        if kind == "boundary" and slot_of(self.game, self.who) in self.game.delays:
            found = [
                self._simple(i.ReinsertTurn(who=self.who), "answer", cost="own_turn"),
                self._simple(i.KeepWaiting(who=self.who), "answer"),
            ]
        if self.combatant.readied:
            found.append(self._simple(i.PassReadied(who=self.who), "answer"))
        return found

    def _readied(self) -> list[Option]:
        """B-READY-4."""
        if not self.combatant.readied:
            return []
        return [self._deed(template, is_readied=True) for template in templates(self.state.play, self.who, True)]

    def _energy(self, name: str, optional: bool = False) -> tuple[Param, ...]:
        most = min(self.combatant.ep, MOST_EP)
        if optional and not most:
            return ()
        return (Param(name=name, kind="number", label="ep_bonus", least=0, most=most, optional=optional),)

    # --- the own turn ------------------------------------------------------------------------------------------------

    def _turn(self, slot: str, speaks: bool) -> list[Option]:
        game, play = self.game, self.state.play
        if game.stage != "turn" or game.turn != slot or game.frames or play.decision is not None:
            return []
        found = [self._deed(template, is_readied=False) for template in templates(play, self.who, False)]
        if speaks:
            end = self._simple(i.EndTurn(who=self.who), "end")
            found += [end, self._ready_and_end(slot), self._simple(i.DelayTurn(who=self.who), "end")]
        return found

    def _ready_and_end(self, slot: str) -> Option:
        """B-READY-1: for one alone at a tap; in a group one choice for each member."""
        people = able_members(self.game, slot)
        params = tuple(self._ready(who) for who in people) if len(people) > 1 else ()
        wish = i.EndTurn(who=self.who, ready={} if params else {self.who: True})
        intent = {**msgspec.to_builtins(wish), "ready": dict(wish.ready)}
        return Option(
            key="ready_and_end", who=self.who, intent=intent, group="end",
            cost="" if params else f"{READY_EP} ep", params=params, reason=self._reason(wish),
        )  # fmt: skip

    def _ready(self, who: str) -> Param:
        try:
            check_ready(self.state, who)
            reason = None
        except Rejected as rejected:
            reason = Reason(rejected.code, rejected.text(TEXTS), rejected.detail)
        choices = (Choice(False, "no"), Choice(True, "ready_for_ep", reason))
        label = "ready" if who == self.who else name_of(self.state.play, who)
        return Param(name=f"ready.{who}", kind="choice", label=label, choices=choices, optional=True)

    # --- at any time -------------------------------------------------------------------------------------------------

    def _free(self, slot: str, speaks: bool) -> list[Option]:
        game, found = self.game, []
        is_idle = game.stage == "turn" and not game.frames and self.state.play.decision is None
        if is_idle:
            found += [msgspec.structs.replace(option, group="free") for option in self._readied()]
        if speaks and slot in game.delays:
            found += self._plan(slot)
        elif speaks and not (game.stage == "turn" and game.turn == slot):
            found.append(self._simple(i.DelayTurn(who=self.who), "free"))
        if self.combatant.status == "at_brink" or game.options.forfeit_any_time:
            found.append(self._simple(i.Forfeit(who=self.who), "free"))
        return found

    def _plan(self, slot: str) -> list[Option]:
        """B-DELAY-3: behind which slot."""
        others = [other for other in self.game.order if other != slot and has_turn_ahead(self.game, other)]
        if not others:
            return []
        template = Template(
            kind="reinsert", key="plan_turn", cost="",
            among=("after", tuple((other, slot_name(self.state.play, other)) for other in others)),
        )  # fmt: skip
        choices = self._choices(template, lambda other: i.ReinsertTurn(who=self.who, after=other))
        intent = {"type": "reinsert_turn", "who": self.who}
        param = Param(name="after", kind="choice", label="after", choices=choices)
        return [
            Option(key="plan_turn", who=self.who, intent=intent, group="free", params=(param,), reason=_all(choices))
        ]

    # --- shapes ------------------------------------------------------------------------------------------------------

    def _deed(self, template: Template, is_readied: bool) -> Option:
        """One option for a kind of deed; values that are out of the question are greyed, or the whole if all are."""
        play, params = self.state.play, template.params
        decision = play.decision
        if template.among is not None:
            name = template.among[0]
            choices = self._choices(template, lambda value: template.intent(self.who, is_readied, **{name: value}))
            is_target = name == "target"
            params = (Param(name=name, kind="choice", label=name, choices=choices, combatant=is_target), *params)
            reason = _all(choices)
        else:
            reason = self._reason(template.intent(self.who, is_readied))
        raw = msgspec.to_builtins(template.intent(self.who, is_readied, **_nothing(template)))
        for param in params:
            raw.pop(param.name, None)
        return Option(
            key=template.key, who=self.who, intent=raw, group="answer" if is_readied else template.group,
            cost="readied" if is_readied else template.cost, label=template.label, params=params, reason=reason,
            answers=is_readied and decision is not None,
        )  # fmt: skip

    def _choices(self, template: Template, intent: Any) -> tuple[Choice, ...]:
        if template.among is None:
            return ()
        return tuple(Choice(value, label, self._reason(intent(value))) for value, label in template.among[1])

    def _simple(self, intent: Act, group: str, params: tuple[Param, ...] = (), cost: str = "") -> Option:
        key = str(intent.__struct_config__.tag)
        decision = self.state.play.decision
        return Option(
            key=key, who=self.who, intent=msgspec.to_builtins(intent), group=group, cost=cost, params=params,
            answers=group == "answer" and decision is not None, reason=self._reason(intent),
        )  # fmt: skip

    def _reason(self, intent: Intent) -> Reason | None:
        """Why it would be refused now; None if it is allowed."""
        try:
            check(self.state, intent, self.asker)
        except Rejected as rejected:
            return Reason(rejected.code, rejected.text(TEXTS), rejected.detail)
        return None


def _nothing(template: Template) -> dict[str, Any]:
    """A value for the open field, which the option then leaves out."""
    return {template.among[0]: ""} if template.among is not None else {}


def _all(choices: tuple[Choice, ...]) -> Reason | None:
    """The first reason, where no value is possible; nobody in sight is a reason too."""
    if not choices:
        return Reason("nobody_there", TEXTS["nobody_there"])
    return choices[0].reason if all(choice.reason is not None for choice in choices) else None
