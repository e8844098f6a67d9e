"""Hits from elsewhere (T-PROT-2), and effects that the GM lets take place in a phase of the round (T-ROUND-5)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from server.core.draft import Draft
from server.core.ids import born
from server.kit.hidden import is_secret
from server.rules.tirakan import events as e
from server.rules.tirakan.state.intents import GmInflictHits, GmPhaseEffect
from server.rules.tirakan.state.state import Game, Hit


def inflict(draft: Draft, intent: GmInflictHits) -> None:
    """T-PROT-2: one frame for each target, the first on top."""
    _hit(draft, [(intent, target, f"hits.{target}") for target in dict.fromkeys(intent.targets)])


def announce(draft: Draft, effect: GmPhaseEffect) -> None:
    """It takes place now, or when its phase comes."""
    game: Game = draft.game
    draft.emit(e.PhaseEffectPlanned(effect=effect))
    if game.phase == effect.phase:
        take_effect(draft, effect.phase)


def take_effect(draft: Draft, phase: Literal["start", "end"]) -> None:
    """Everything that was planned for this phase, the first on top."""
    game: Game = draft.game
    planned = [effect for effect in game.effects if effect.phase == phase]
    for effect in planned:
        draft.emit(e.PhaseEffectTaken(phase=phase, text=effect.text))
    count: Counter[str] = Counter()
    blows: list[Blow] = []
    for effect in planned:
        for target in dict.fromkeys(effect.targets):
            count[target] += 1
            if effect.hits + effect.crits and target in draft.play.pieces:
                blows.append((effect, target, f"effect.{game.round}.{phase}.{target}.{count[target]}"))
    _hit(draft, blows)


Blow = tuple[GmInflictHits, str, str]
"""What hits whom, and what it is called in its act."""


def _hit(draft: Draft, blows: list[Blow]) -> None:
    """One frame for each, the first on top; but hits on somebody hidden wait until all acts in progress are over.

    Others don't know of these: nothing that they see going on, and no question that they are asked, may wait for
    them."""
    secret = [is_secret(draft.play, target) for _, target, _ in blows]
    beside_others = any(frame.kind == "hits" for frame in draft.game.frames)
    for blow, waits in zip(blows, secret, strict=True):
        if waits:
            _emit(draft, *blow, waits=True, of_another=True)
    for blow, waits in reversed(list(zip(blows, secret, strict=True))):
        if not waits:
            _emit(draft, *blow, waits=False, of_another=beside_others)


def _emit(draft: Draft, intent: GmInflictHits, target: str, name: str, waits: bool, of_another: bool) -> None:
    """`of_another`: perhaps resolved in another act, together with that act's own hits on the target or those of a
    third. What is born there must be told apart."""
    name = f"{name}.{draft.act}" if of_another else name
    count = intent.hits + intent.crits
    hits = tuple(Hit(f"h{k + 1}", k, 0, critical=k >= intent.hits) for k in range(count))
    draft.emit(
        e.HitsInflicted(
            action_id=born(draft.act, name), name=f"{name}.", target=target, hits=hits, piercing=intent.piercing,
            wounds_per_hit=intent.wounds_per_hit, cover_allowed=intent.cover_allowed, waits=waits,
        )
    )  # fmt: skip
