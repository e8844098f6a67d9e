"""Hits from elsewhere (T-PROT-2), and effects that the GM lets take place in a phase of the round (T-ROUND-5)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from server.core.draft import Draft
from server.core.ids import born
from server.rules.tirakan import events as e
from server.rules.tirakan.intents import GmInflictHits, GmPhaseEffect
from server.rules.tirakan.state import Game, Hit


def inflict(draft: Draft, intent: GmInflictHits) -> None:
    """T-PROT-2: one frame for each target, the first on top."""
    for target in reversed(dict.fromkeys(intent.targets)):
        _hit(draft, intent, target, f"hits.{target}")


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
    count = Counter(target for effect in planned for target in dict.fromkeys(effect.targets))
    for effect in reversed(planned):
        for target in reversed(dict.fromkeys(effect.targets)):
            if effect.hits + effect.crits and target in draft.play.pieces:
                _hit(draft, effect, target, f"effect.{game.round}.{phase}.{target}.{count[target]}")
            count[target] -= 1


def _hit(draft: Draft, intent: GmInflictHits, target: str, name: str) -> None:
    count = intent.hits + intent.crits
    hits = tuple(Hit(f"h{k + 1}", k, 0, critical=k >= intent.hits) for k in range(count))
    draft.emit(
        e.HitsInflicted(
            action_id=born(draft.act, name), name=f"{name}.", target=target, hits=hits,
            wounds_per_hit=intent.wounds_per_hit, piercing=intent.piercing, cover_allowed=intent.cover_allowed,
        )
    )  # fmt: skip
