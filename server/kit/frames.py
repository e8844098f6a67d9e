"""A stack of acts in progress: the one on top goes on or asks, those below wait until it is over.

An attack lies at the bottom, a reaction to it on it, a riposte to that on top, as deep as a system's rules go. A frame
is a value of the system's own, in its game's `frames`; the stack wants nothing of it but an `id`. It keeps all that its
act needs to go on after any question, for nothing else remembers it:

    class Frame(msgspec.Struct, frozen=True, kw_only=True):
        id: Open[str]
        name: Open[str] = ""       # stands before the names of what is born in it
        who: Named[str]

    # evolve: a blow begins; it is over, and what lies below goes on
    Struck: lambda game, event: push(game, Frame(id=event.blow, name=event.name, who=event.who)),
    BlowOver: lambda game, event: dropped(game, event.blow),

    # decide: a riposte to the blow on top, then on until somebody is asked or the actor is free to choose
    name = name_in(frame, "riposte", who)
    draft.emit(Struck(blow=born(draft.act, name), name=name, who=who))
    resume(draft, step)

    def step(draft: Draft) -> bool:
        frame = top(draft.game)
        ...                        # one step of its act; False where it has to wait

Windows are the system's own: they differ in kind. Tirakan's frames have stages and queues of reactions, Brink's are
lists of pending actions. Ambersteel's ripostes (`riposte_chain_max`) are as many frames as `depth` allows, its
opportunity attacks frames on that of a move, and its cancelled frames `cancelled`.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from server.core.draft import Draft
from server.core.state import Decision


class Framed(Protocol):
    """A frame: an act in progress."""

    @property
    def id(self) -> str:
        """Born in the act (`server.core.ids.born`), from a name that says what it is."""


F_co = TypeVar("F_co", bound=Framed, covariant=True)


class Stacked(Protocol[F_co]):
    """A game with a stack of frames; the last lies on top."""

    @property
    def frames(self) -> tuple[F_co, ...]:
        """From the bottom up."""


F = TypeVar("F", bound=Framed)
G = TypeVar("G", bound=Stacked[Any])

# --- looking ---------------------------------------------------------------------------------------------------------


def top(game: Stacked[F]) -> F | None:
    """The act in progress; None where none is."""
    return game.frames[-1] if game.frames else None


def found(game: Stacked[F], id: str | None) -> F | None:
    """The frame of this id as it stands now; None if it is over."""
    for frame in game.frames:
        if frame.id == id:
            return frame
    return None


def depth(game: Stacked[F], kind: Callable[[F], bool]) -> int:
    """How many of the uppermost frames are of this kind, without another one between: how long a chain is."""
    return next((count for count, frame in enumerate(reversed(game.frames)) if not kind(frame)), len(game.frames))


def asked_about(game: Stacked[F], decision: Decision | None) -> F | None:
    """The act that a question is about: by the id in its topic (`action`), for others may lie above it. Without one,
    the act on top."""
    return (found(game, decision.topic.get("action")) if decision is not None else None) or top(game)


# --- facts (for `evolve`) --------------------------------------------------------------------------------------------


def push(game: G, frame: Any) -> G:
    """An act begins; what was on top waits for it."""
    return _put(game, (*game.frames, frame))


def dropped(game: G, id: str) -> G:
    """The act is over, whatever lies on it: as a rule nothing does."""
    return _with(game, tuple(frame for frame in game.frames if frame.id != id))


def cancelled(game: G, id: str) -> G:
    """The act comes to nothing, and with it all that lies on it."""
    place = next((place for place, frame in enumerate(game.frames) if frame.id == id), len(game.frames))
    return _with(game, game.frames[:place])


def changed(game: G, apply: Callable[[Any], Any]) -> G:
    """Every frame as `apply` makes it; the game itself where each stays the same object."""
    return _with(game, tuple(map(apply, game.frames)))


def on_frame(game: G, id: str, apply: Callable[[Any], Any]) -> G:
    """One frame as `apply` makes it; the game itself where that is the same object, or the act is over."""
    for place, frame in enumerate(game.frames):
        if frame.id == id:
            now = apply(frame)
            return game if now is frame else _put(game, (*game.frames[:place], now, *game.frames[place + 1 :]))
    return game


def with_frame(game: G, id: str, **changes: Any) -> G:
    """One frame with other fields."""
    for place, frame in enumerate(game.frames):
        if frame.id == id:
            return _put(game, (*game.frames[:place], replace(frame, **changes), *game.frames[place + 1 :]))
    return game


def with_part(game: G, id: str, part: str, **changes: Any) -> G:
    """One frame in which this part has other fields; where it has no such part yet it stays as it is."""

    def apply(frame: Any) -> Any:
        now = getattr(frame, part)
        return frame if now is None else replace(frame, **{part: replace(now, **changes)})

    return on_frame(game, id, apply)


def _with(game: G, frames: tuple[Any, ...]) -> G:
    same = len(frames) == len(game.frames) and all(map(is_, frames, game.frames))
    return game if same else _put(game, frames)


def _put(game: G, frames: tuple[Any, ...]) -> G:
    values: Any = game
    changed: G = replace(values, frames=frames)
    return changed


# --- going on (for `decide` and `proceed`) ---------------------------------------------------------------------------


def name_in(frame: Any, what: str, who: str = "") -> str:
    """What somebody's riposte, roll or question inside an act is called: the way that leads to it, `parry.b.riposte.a`.

    So it is unique in the act if nobody does the same twice in one frame, and nothing has to be counted: two people who
    know different things could compare a counter. `frame`: None for what begins an act. `who`: somebody whom all see,
    else what may be read there instead of it."""
    way = frame.name if frame is not None else ""
    return ".".join(part for part in (way.removesuffix("."), what, who) if part)


def resume(draft: Draft, step: Callable[[Draft], bool]) -> None:
    """Go on with the act on top, step by step; `step` says False where somebody is asked or is free to choose."""
    while draft.play.phase == "running" and step(draft):
        pass


def close_all(draft: Draft) -> None:
    """Nobody is asked anything any more, the newest question first: the fight is over."""
    for decision in reversed(draft.play.decisions):
        draft.close(decision.id, "moot")
