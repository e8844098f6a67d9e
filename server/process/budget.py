"""How much of the past the tables of this process keep in memory, all together.

Only a cache is limited here: heads and what grows by some bytes per commit are always kept.
"""

from __future__ import annotations

from typing import Protocol

DEFAULT_MIB = 256


class Keeper(Protocol):
    """Somebody who keeps what can be let go."""

    @property
    def weight_bytes(self) -> int:
        """About how much it keeps now."""

    def let_go(self) -> None:
        """Keep as little as possible."""


class Budget:
    """Keepers in the order of their last use; the one that was not used for longest gives way first."""

    def __init__(self, limit_bytes: int = DEFAULT_MIB * 1024 * 1024) -> None:
        self.used_bytes = 0
        self._limit_bytes = limit_bytes
        self._weights: dict[Keeper, int] = {}

    def use(self, keeper: Keeper) -> None:
        """The keeper was used just now, and may keep more than before."""
        self.forget(keeper)
        self._weigh(keeper)
        while self.used_bytes > self._limit_bytes and self._weights:
            oldest = next(iter(self._weights))
            self.release(oldest)
            if oldest is keeper:
                return

    def release(self, keeper: Keeper) -> None:
        """Have the keeper let go; it counts again when it is used."""
        self.forget(keeper)
        keeper.let_go()

    def forget(self, keeper: Keeper) -> None:
        """The keeper keeps nothing any more."""
        self.used_bytes -= self._weights.pop(keeper, 0)

    def _weigh(self, keeper: Keeper) -> None:
        self._weights[keeper] = weight = keeper.weight_bytes
        self.used_bytes += weight
