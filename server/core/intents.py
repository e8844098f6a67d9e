"""What seats and the server itself ask for, in the imperative. A system adds its own by subclassing `Intent`.

An intent is a wish: it is checked and decided, never applied.
"""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from server.core.ids import Position
from server.core.space import Point


def snake(name: str) -> str:
    """`GmSet` -> `gm_set`: how intents and questions are named on the wire."""
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


class Intent(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag=snake
):
    """Base of all intents; on the wire `type` is the class name in lower_snake."""

    by: ClassVar[str] = "gm"
    """Who may send it: `gm`, `owner` (controls `who`, or the GM), `seat` (any seat that plays), `server`."""
    ledger: ClassVar[bool] = False
    """It touches only what is never rewound; an amendment leaves it where it is."""
    is_answer: ClassVar[bool] = False
    """It answers the open decision, so it belongs to the act that asked."""


class Act(Intent, frozen=True, kw_only=True):
    """Base of what a combatant does."""

    by: ClassVar[str] = "owner"
    who: str


class Start(Intent, frozen=True, kw_only=True):
    """Base of a system's own intent that begins the fight: core opens the reveal of random numbers before it."""


class Create(Intent, frozen=True, kw_only=True):
    """The server's: lay the table. `source`: SHA-256 of the encounter file that it was made from."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True
    source: bytes = b""


class Copy(Intent, frozen=True, kw_only=True):
    """The server's: take over one position of the encounter that this one is made from."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True


class Open(Intent, frozen=True, kw_only=True):
    """The server's: the copy is complete."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True


# --- seats -----------------------------------------------------------------------------------------------------------


class Join(Intent, frozen=True, kw_only=True):
    """A seat sits down, bound to a random value that it will reveal at the start. `commitment`: 32 bytes."""

    by: ClassVar[str] = "seat"
    ledger: ClassVar[bool] = True
    commitment: Annotated[bytes, Meta(min_length=32, max_length=32)]


class Reveal(Intent, frozen=True, kw_only=True):
    """The seat's random value (32 bytes), which must fit its commitment."""

    by: ClassVar[str] = "seat"
    is_answer: ClassVar[bool] = True
    preimage: bytes


class HandOver(Intent, frozen=True, kw_only=True):
    """The GM gives a combatant to a seat (`gm` takes it back)."""

    ledger: ClassVar[bool] = True
    who: str
    seat: str


class RevokeSeat(Intent, frozen=True, kw_only=True):
    """The GM makes a seat's link worthless."""

    ledger: ClassVar[bool] = True
    seat: str


class IssueTokens(Intent, frozen=True, kw_only=True):
    """The server's: new links for seats, also of a closed encounter. `tokens`: SHA-256 of each link's secret."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True
    tokens: dict[str, bytes]


Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""SHA-256 of a secret that only its maker knows."""


class OpenDoor(Intent, frozen=True, kw_only=True):
    """The GM opens a door to the free seats; where one is open, a new code takes the place of its code."""

    ledger: ClassVar[bool] = True


class CloseDoor(Intent, frozen=True, kw_only=True):
    """The GM, or the server after a time, closes the door. `k`: that one and no later; 0: whichever is open."""

    ledger: ClassVar[bool] = True
    k: Annotated[int, Meta(ge=0)] = 0


class ClaimSeat(Intent, frozen=True, kw_only=True):
    """The server's, for somebody who has the code of the `k`th door: a free seat, whose link is from here on the one
    whose secret hashes to `key_h`."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True
    seat: str
    key_h: Hash
    k: int
    player: str = ""


class AnswerClaim(Intent, frozen=True, kw_only=True):
    """The GM lets somebody sit down who waits at the door, or not; the server says no to whoever has gone."""

    ledger: ClassVar[bool] = True
    claim: Annotated[str, Meta(max_length=16)]
    yes: bool


class TakeSeat(Intent, frozen=True, kw_only=True):
    """The server's: somebody has come by the seat's link."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True
    seat: str


class FreeSeat(Intent, frozen=True, kw_only=True):
    """The GM frees a player's seat: its link and all its sessions end. `key_h`: of the new link that the GM has made;
    without, only a door leads to it."""

    ledger: ClassVar[bool] = True
    seat: Annotated[str, Meta(max_length=64)]
    key_h: Hash | None = None


# --- pieces ----------------------------------------------------------------------------------------------------------


class SetPosition(Intent, frozen=True, kw_only=True):
    """The GM puts a combatant somewhere; centimetres."""

    who: str
    at: Point


class Hide(Intent, frozen=True, kw_only=True):
    """The GM hides a combatant from all seats but its own, those named, and those that play somebody who is `aware` of
    it: combatants, and parties (`side:<side>`)."""

    who: str
    seen_by: tuple[str, ...] = ()
    aware: tuple[str, ...] = ()


class Show(Intent, frozen=True, kw_only=True):
    """The GM shows a combatant to everybody, or has only these notice it: combatants, and parties (`side:<side>`)."""

    who: str
    to: tuple[str, ...] = ()


class RemoveCombatant(Intent, frozen=True, kw_only=True):
    """The GM takes a combatant off the table."""

    who: str


# --- history ---------------------------------------------------------------------------------------------------------


class Rewind(Intent, frozen=True, kw_only=True):
    """Take `play` back to a position, on any line; `digest` is the confirmed preview's. Clients must give it."""

    to: Position
    reason: str = ""
    digest: bytes = b""


class Redo(Intent, frozen=True, kw_only=True):
    """Take the last rewind or amendment back; `digest` is the confirmed preview's. Clients must give it."""

    reason: str = ""
    digest: bytes = b""


class RequestUndo(Intent, frozen=True, kw_only=True):
    """A player asks to have an act taken back: the one that it was told of as its number `n`."""

    by: ClassVar[str] = "seat"
    ledger: ClassVar[bool] = True
    n: Annotated[int, Meta(ge=1)]
    reason: Annotated[str, Meta(max_length=500)] = ""


class AnswerUndo(Intent, frozen=True, kw_only=True):
    """The GM grants or refuses a request; where the table votes, a player's yes or no."""

    by: ClassVar[str] = "seat"
    ledger: ClassVar[bool] = True
    request: str
    yes: bool


class Die(msgspec.Struct, frozen=True, gc=False):
    """Which face an edit sets: roll name, combatant, die index, explosion depth (0 is the first throw)."""

    roll: str
    who: str
    index: int
    face: int
    depth: int = 0


class TermEdit(msgspec.Struct, frozen=True, gc=False):
    """Which term of which roll gets which value."""

    roll: str
    who: str
    key: str
    value: int


class Edit(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What an amendment changes at one position."""

    at: Position
    intent: dict[str, Any] | None = None
    """Another choice: the whole intent anew."""
    faces: tuple[Die, ...] = ()
    terms: tuple[TermEdit, ...] = ()
    struck: bool = False
    """Struck out, or dropped where it falls."""


class GivenAnswer(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The GM's answer to a question that had not been asked."""

    decision: str
    who: str
    intent: dict[str, Any]


class Amend(Intent, frozen=True, kw_only=True):
    """Change what was disputed at `target` and decide again what followed. `digest` is the confirmed preview's."""

    target: Position
    edits: tuple[Edit, ...]
    answers: tuple[GivenAnswer, ...] = ()
    reason: str = ""
    digest: bytes


class DrawDice(Intent, frozen=True, kw_only=True):
    """The GM lets the server draw what this amendment lacks (the preview's `needs`), for all to see.

    The faces stay, also where the amendment is dropped: the same roll of the same act finds them again."""

    ledger: ClassVar[bool] = True
    target: Position
    edits: tuple[Edit, ...]
    answers: tuple[GivenAnswer, ...] = ()


# --- clocks and decisions --------------------------------------------------------------------------------------------


class Expire(Intent, frozen=True, kw_only=True):
    """The server's: a decision's time is up. Silently refused when the decision or its clock has changed."""

    by: ClassVar[str] = "server"
    decision: str
    opened_at: int


class Continue(Intent, frozen=True, kw_only=True):
    """The server's (the GM's while play is held): nobody is asked any more, the act goes on."""

    by: ClassVar[str] = "server"
    decision: str


class CloseDecision(Intent, frozen=True, kw_only=True):
    """The GM ends a decision; those who have not answered get the default."""

    decision: str


class MoreTime(Intent, frozen=True, kw_only=True):
    """Somebody who is asked wants more time (milliseconds)."""

    by: ClassVar[str] = "seat"
    decision: str
    ms: int = 30_000


class Pause(Intent, frozen=True, kw_only=True):
    """The GM stops all clocks."""


class Unpause(Intent, frozen=True, kw_only=True):
    """The GM lets the clocks run on with what remained."""


class AutoPass(Intent, frozen=True, kw_only=True):
    """A seat passes on these kinds of decisions until it says otherwise."""

    by: ClassVar[str] = "seat"
    kinds: tuple[str, ...]


class SetStops(Act, frozen=True, kw_only=True):
    """The moments at which a combatant wants to be asked, each with the least size that counts (1: any); at all others
    it passes by itself."""

    at: dict[str, Annotated[int, Meta(ge=1, le=1_000)]]


class React(Act, frozen=True, kw_only=True):
    """It wants to be asked in this decision in person, whatever its stops say."""

    decision: str


class PassStanding(Intent, frozen=True, kw_only=True):
    """The server's: those who are asked there at a moment at which they have no stop pass. Silently refused when the
    decision is closed; nothing happens where there is nobody."""

    by: ClassVar[str] = "server"
    decision: str


class HoldWindow(Intent, frozen=True, kw_only=True):
    """The GM holds a decision: nobody passes by itself there, and it does not go on before the GM lets it."""

    decision: str
    is_on: bool = True


# --- dice ------------------------------------------------------------------------------------------------------------


class TypeDice(Intent, frozen=True, kw_only=True):
    """Faces that were rolled on the table, in rolling order."""

    by: ClassVar[str] = "seat"
    faces: tuple[int, ...]


class ServerRolls(Intent, frozen=True, kw_only=True):
    """The roller lets the server roll."""

    by: ClassVar[str] = "seat"


class DropAct(Intent, frozen=True, kw_only=True):
    """The GM drops the act that waits for dice; what comes by itself (a round's initiative) the server rolls then."""


class RevealSeed(Intent, frozen=True, kw_only=True):
    """The server's: an epoch is over, its seed becomes known; once closed, to the GM also that of the secret chain."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True
    epoch: int
    seed: bytes
    secret: bytes = b""


class Disclose(Intent, frozen=True, kw_only=True):
    """The GM opens what everybody knew to everybody: once closed, where the table leaves that to the GM."""

    ledger: ClassVar[bool] = True


class Close(Intent, frozen=True, kw_only=True):
    """The GM closes the encounter for good."""


class CloseEnded(Intent, frozen=True, kw_only=True):
    """The server's: it ended a day ago and nobody has closed it. Silently refused where the end was taken back, or it
    has ended anew since."""

    by: ClassVar[str] = "server"
    ledger: ClassVar[bool] = True
    ended_at: int


CORE_INTENTS: tuple[type[Intent], ...] = (
    Create,
    Copy,
    Open,
    IssueTokens,
    Join,
    Reveal,
    HandOver,
    RevokeSeat,
    OpenDoor,
    CloseDoor,
    ClaimSeat,
    AnswerClaim,
    TakeSeat,
    FreeSeat,
    SetPosition,
    Hide,
    Show,
    RemoveCombatant,
    Rewind,
    Redo,
    RequestUndo,
    AnswerUndo,
    Amend,
    DrawDice,
    Expire,
    Continue,
    CloseDecision,
    MoreTime,
    Pause,
    Unpause,
    AutoPass,
    SetStops,
    React,
    PassStanding,
    HoldWindow,
    TypeDice,
    ServerRolls,
    DropAct,
    RevealSeed,
    Close,
    CloseEnded,
    Disclose,
)
"""What every table takes, whatever its system."""

AFTER_CLOSE: tuple[type[Intent], ...] = (RevealSeed, IssueTokens, Disclose)
"""All that is taken once the encounter is closed."""

WHILE_PARKED: tuple[type[Intent], ...] = (
    TypeDice,
    ServerRolls,
    DropAct,
    Rewind,
    Redo,
    Amend,
    RequestUndo,
    AnswerUndo,
    Join,
    HandOver,
    RevokeSeat,
    OpenDoor,
    CloseDoor,
    ClaimSeat,
    AnswerClaim,
    TakeSeat,
    FreeSeat,
    Expire,
)
"""All that is taken while an act waits for typed dice: the second run must neither refuse nor ask differently."""
