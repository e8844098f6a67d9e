"""Special attacks: what each needs, and what its hits do instead of wounds (T-SPEC-*). One entry each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.core.draft import Draft
from server.core.state import Play
from server.rules.tirakan.hitroll import Shot
from server.rules.tirakan.state import Frame
from server.rules.tirakan.wounds import wound


def _no_need(_play: Play, _shot: Shot) -> None:
    """An ordinary attack needs nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """One special attack. `after`: 3.3 step 11; it finishes the act or leaves a question open."""

    check: Callable[[Play, Shot], None] = _no_need
    after: Callable[[Draft, Frame], None] = wound
    has_cover: bool = True
    has_protection: bool = True


SPECIALS: dict[str, Special] = {"": Special()}
