"""What tables and the lobby report of their work, for whoever counts. Shapes only: the gateway's metrics count it."""

from typing import Protocol


class Meter(Protocol):
    """Counts; must not raise."""

    def intent(self, outcome: str) -> None:
        """An intent ended: `ack`, `pending` or the code of its refusal."""

    def decided(self, seconds: float) -> None:
        """An intent was checked and decided, or refused; so much time of the processor it took."""

    def appended(self, seconds: float) -> None:
        """A commit was acknowledged by the log."""

    def raced(self) -> None:
        """Another server's commit took the place; it was decided again."""

    def table(self, state: str, change: int) -> None:
        """This many more (or fewer) tables are `open`, `frozen`, or `shut` (they can't be opened)."""

    def tailed(self, seconds: float) -> None:
        """Another server's commit was taken in, so long after it was decided (by both clocks)."""

    def failed(self, where: str) -> None:
        """Something unexpected was caught: in an `answer`, in `telling`, at a `table`, in the `lobby`, a `snapshot`."""

    def census(self, *, parked: int, away: int, waiting: int) -> None:
        """Now and then: tables that wait for typed dice, tables whose store is away, intents that wait in queues."""

    def room(self, of: str, free: int, reserve: int) -> None:
        """The bytes that are free in the store's memory or disk, and how many of them are kept for running tables."""


class Silent:
    """Counts nothing."""

    def intent(self, outcome: str) -> None:
        """Nothing."""

    def decided(self, seconds: float) -> None:
        """Nothing."""

    def appended(self, seconds: float) -> None:
        """Nothing."""

    def raced(self) -> None:
        """Nothing."""

    def table(self, state: str, change: int) -> None:
        """Nothing."""

    def tailed(self, seconds: float) -> None:
        """Nothing."""

    def failed(self, where: str) -> None:
        """Nothing."""

    def census(self, *, parked: int, away: int, waiting: int) -> None:
        """Nothing."""

    def room(self, of: str, free: int, reserve: int) -> None:
        """Nothing."""
