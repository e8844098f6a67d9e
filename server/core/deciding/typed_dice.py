"""The dice that people throw and type: which die a typed face belongs to. Knows of no roll but by its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from server.core.dice import Key, Origin, Source, Typed
from server.core.errors import NeedsDice


class TypedDice:
    """Open rolls come from what people typed; what is left to the server, and all else, from the server.

    `typed`: by roll and roller, in the order of typing. `by_server`: the rolls of which nothing more is typed.
    `unseen`: those whom not all see before the act. Although it may reveal them, it waits for no dice of theirs: that
    would tell of them before it is done, and it may be dropped."""

    def __init__(
        self,
        typed: Mapping[str, Sequence[int]],
        by_server: Sequence[str],
        seat: str,
        server: Source,
        unseen: Sequence[str] = (),
    ) -> None:
        self._left = {name: list(faces) for name, faces in typed.items()}
        self._lacking: dict[str, int] = {}
        self._dealt: dict[Key, int] = {}
        self._by_server = by_server
        self._seat = seat
        self._server = server
        self._unseen = unseen

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The face typed for this throw. Raises NeedsDice where it is still to be thrown."""
        name = f"{key.roll}|{key.who}"
        if key.who in self._unseen:
            return self._server.face(key, sides, missing, is_open)
        if is_open and key not in self._dealt and not self._lacking.get(name):
            self._deal(name, key, sides, missing)
        if key in self._dealt:
            return self._dealt[key], Typed(self._seat)
        if not is_open or name in self._by_server:
            return self._server.face(key, sides, missing, is_open)
        raise NeedsDice(key.roll, key.who, sides, self._lacking[name], key.act)

    def _deal(self, name: str, key: Key, sides: int, missing: int) -> None:
        """Give a face to each die that is thrown together with this one: first all of the roll, then all that explode.
        A six beside a five is not one that was thrown again."""
        hand = [key._replace(number=key.number + i) for i in range(missing)]
        if key.depth:
            hand = [one for one in hand if self._dealt.get(one._replace(depth=key.depth - 1)) == sides] or [key]
        left = self._left.get(name, [])
        self._dealt.update(zip(hand, left, strict=False))
        self._left[name] = left[len(hand) :]
        self._lacking[name] = max(0, len(hand) - len(left))

    def fix_salt(self, salt: bytes) -> None:
        """Hand it to the server's dice."""
        self._server.fix_salt(salt)
