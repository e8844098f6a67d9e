"""What has happened, in the past tense. A system adds its own by subclassing `Event` or one of the bases here.

Events carry outcomes, never seeds to re-roll. They are never renamed: an old one is upcast on read.

What others learn of some of core's events depends on more than their fields: on decisions, on seats, on lines of
history. These are declared the GM's; `secrecy` and `telling.tell` say what others are told instead.
"""

from typing import Any, ClassVar, Self

import msgspec

from server.core.disclosure import ForGM, InId, Open, Tells, Who
from server.core.ids import Position
from server.core.intents import Edit
from server.core.space import Point
from server.core.state import Decision, Parked, Piece, TableOptions, Tips


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag=True):
    """Base of all events; `type` is the class name."""

    tells: ClassVar[Tells] = Tells.WITNESSES
    """Who learns at all that it took place. What of it, each field declares (`server.core.disclosure`)."""
    ledger: ClassVar[bool] = False
    """It changes only what is never rewound."""


class Answered(Event, frozen=True, kw_only=True):
    """Base of every event that is somebody's answer to a decision. `withdrawn`: the answer is taken back."""

    who: Who
    decision: Open[str]
    withdrawn: ClassVar[bool] = False


class TakenBack(Answered, frozen=True, kw_only=True):
    """Base of every event by which an answer falls because of something that these audiences (`unheard`) must not
    know: they go on seeing it as given, until something happens that they are told."""

    withdrawn: ClassVar[bool] = True
    unheard: Open[tuple[str, ...]] = ()


class Added(Event, frozen=True, kw_only=True):
    """Base of a system's CombatantAdded, which adds the sheet. `at` in centimetres."""

    who: Who
    name: Open[str]
    side: Open[str]
    at: Open[Point | None] = None
    seen_by: Open[tuple[str, ...] | None] = None
    """The seats that see it; core tells others only that not all do."""

    @classmethod
    def of(cls, who: str, piece: Piece, **own: Any) -> Self:
        """The event by which this piece joins; `own`: what the system adds, e.g. the sheet."""
        return cls(who=who, name=piece.name, side=piece.side, at=piece.at, seen_by=piece.seen_by, **own)


class Began(Event, frozen=True, kw_only=True):
    """Base of a system's event that begins the fight."""

    tells: ClassVar[Tells] = Tells.EVERYBODY


class Finished(Event, frozen=True, kw_only=True):
    """Base of a system's event that ends the fight. It can be rewound; only `Closed` is final."""

    tells: ClassVar[Tells] = Tells.EVERYBODY


class RoundOver(Event, frozen=True, kw_only=True):
    """Base of a system's event that ends a round: the dice epoch steps on after it."""

    tells: ClassVar[Tells] = Tells.EVERYBODY


class TurnOver(Event, frozen=True, kw_only=True):
    """Base of a system's event that ends a turn: delays in turns count these."""


# --- encounter and seats ---------------------------------------------------------------------------------------------


class SeatOpened(Event, frozen=True, kw_only=True):
    """A place at the table; `token` is the SHA-256 of the link's secret."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    seat: Open[str]
    name: Open[str]
    role: Open[str]
    token: ForGM[bytes] = b""


class Created(Event, frozen=True, kw_only=True):
    """The first event of every encounter: what it plays, with which options, bound to which seeds."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    encounter: Open[str]
    title: Open[str]
    system: Open[str]
    system_version: Open[str]
    options: Open[dict[str, Any]]
    table: Open[TableOptions]
    tips: Open[Tips]
    origin: Open[str | None] = None
    """The encounter that this one was copied from."""
    position: ForGM[Position | None] = None
    """Up to where it was copied; the GM's. The copies follow, and nothing is taken until `Opened`."""
    head: ForGM[bytes] = b""
    """The hash of the origin's newest commit then; the GM's."""
    signer: Open[bytes] = b""
    """The public key (Ed25519) of who signs this log's heads; empty: nobody does."""


class SeatJoined(Event, frozen=True, kw_only=True):
    """A seat sat down, bound to its random value."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    seat: Open[str]
    commitment: Open[bytes]


class SeatRevoked(Event, frozen=True, kw_only=True):
    """A seat's link is worthless from here on."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    seat: Open[str]


class TokenIssued(Event, frozen=True, kw_only=True):
    """A seat has a new link; the old one is worthless. `token` is the SHA-256 of the link's secret."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    seat: str
    token: bytes


class DoorOpened(Event, frozen=True, kw_only=True):
    """From here on a join code leads to the free seats: each door, `k` = 1, 2, …, has another one. `at` (ms)."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    k: int
    at: int
    taken: tuple[str, ...] = ()
    """Seats that count as taken, because nobody had recorded before this first door who sat there."""


class DoorClosed(Event, frozen=True, kw_only=True):
    """The door's code leads nowhere any more."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True


class ClaimAsked(Event, frozen=True, kw_only=True):
    """Somebody who has the code wants to sit down, and waits for the GM's word. `key_h`: SHA-256 of a secret."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    claim: str
    seat: str
    key_h: bytes
    player: str = ""


class ClaimRefused(Event, frozen=True, kw_only=True):
    """The GM has said no; or, where the server says so, whoever asked has gone."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    claim: str


class SeatClaimed(Event, frozen=True, kw_only=True):
    """Somebody has taken a free seat by the code of the `k`th door; from here on its link is the one whose secret
    hashes to `key_h`, which only that somebody knows."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    seat: Open[str]
    key_h: ForGM[bytes]
    k: Open[int]
    player: Open[str] = ""


class SeatTaken(Event, frozen=True, kw_only=True):
    """Somebody has come by the seat's link: no code gives it away from here on."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    seat: str


class SeatFreed(Event, frozen=True, kw_only=True):
    """The GM has the seat free again: its link is worthless, whoever sat there is gone. `key_h`: SHA-256 of the new
    link's secret; empty: there is none."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    seat: Open[str]
    key_h: ForGM[bytes] = b""


class ControlGiven(Event, frozen=True, kw_only=True):
    """A combatant is played by this seat from here on."""

    ledger: ClassVar[bool] = True
    who: Who
    seat: Open[str]


# --- pieces ----------------------------------------------------------------------------------------------------------


class CombatantRemoved(Event, frozen=True, kw_only=True):
    """A combatant left the table."""

    who: Who


class Moved(Event, frozen=True, kw_only=True):
    """A combatant went along `path` (centimetres); the last point is where it stands. `length_cm` 0: it was put."""

    who: Who
    path: Open[tuple[Point, ...]]
    length_cm: Open[int] = 0
    act: Open[str] = ""


class CombatantHidden(Event, frozen=True, kw_only=True):
    """Only the owner, the GM, these seats, and who plays one of those that are `aware` of it see the combatant from
    here on."""

    who: Who
    seen_by: ForGM[tuple[str, ...]] = ()
    aware: ForGM[tuple[str, ...]] = ()
    """Combatants, and parties (`side:<side>`)."""


class CombatantNoticed(Event, frozen=True, kw_only=True):
    """These combatants and parties (`side:<side>`) are aware of a hidden one from here on, too. Who plays one of them
    is told."""

    tells: ClassVar[Tells] = Tells.GM
    who: Who
    by: tuple[str, ...]


class CombatantRevealed(Event, frozen=True, kw_only=True):
    """Everybody sees the combatant from here on."""

    who: Who


# --- decisions and clocks --------------------------------------------------------------------------------------------


class DecisionOpened(Event, frozen=True, kw_only=True):
    """The game waits for answers."""

    tells: ClassVar[Tells] = Tells.GM
    decision: Decision


class DecisionClosed(Event, frozen=True, kw_only=True):
    """The game waits no longer. `by`: answers, expired, gm, continued, moot."""

    tells: ClassVar[Tells] = Tells.GM
    decision: str
    by: str
    at: int


class TimeGiven(Event, frozen=True, kw_only=True):
    """A decision's clock was set anew: it has `remaining_ms` from `at`."""

    tells: ClassVar[Tells] = Tells.GM
    decision: str
    at: int
    remaining_ms: int
    asked: bool = False
    """Somebody wanted more of it."""


class Paused(Event, frozen=True, kw_only=True):
    """All clocks stand."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    at: Open[int]


class Unpaused(Event, frozen=True, kw_only=True):
    """The open decision's clock runs on from `at`."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    at: Open[int]


class AutoPassSet(Event, frozen=True, kw_only=True):
    """A seat passes on these kinds of decisions by itself."""

    tells: ClassVar[Tells] = Tells.GM
    seat: str
    kinds: tuple[str, ...]


class StopsSet(Event, frozen=True, kw_only=True):
    """At which moments a combatant is asked, as the seat says that plays it."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    seat: Open[str]
    at: Open[dict[str, int]]


class AskedInPerson(Event, frozen=True, kw_only=True):
    """It is asked in this decision whatever its stops say."""

    tells: ClassVar[Tells] = Tells.OWNER
    who: Who
    decision: Open[str]


class WindowHeld(Event, frozen=True, kw_only=True):
    """The GM holds this decision; empty: none any more."""

    tells: ClassVar[Tells] = Tells.GM
    decision: str


# --- start and dice --------------------------------------------------------------------------------------------------


class StartAsked(Event, frozen=True, kw_only=True):
    """The GM wants to begin with this intent; first the seats reveal their random values."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    intent: Open[dict[str, Any]]


class SeatRevealed(Answered, frozen=True, kw_only=True):
    """A seat's random value; `who` is the seat."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    who: Open[str]
    preimage: Open[bytes]


class SaltFixed(Event, frozen=True, kw_only=True):
    """The dice' salt for the whole encounter, and the seats that withheld their value."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    salt: Open[bytes]
    withheld: Open[tuple[str, ...]] = ()


class SeedRevealed(Event, frozen=True, kw_only=True):
    """The open chain's seed of an epoch that is over."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    epoch: Open[int]
    seed: Open[bytes]


class SecretsRevealed(Event, frozen=True, kw_only=True):
    """The secret chain's seed of the last epoch, for the GM once the encounter is closed; all earlier ones follow."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    epoch: int
    seed: bytes


class ActParked(Event, frozen=True, kw_only=True):
    """An act waits for dice that `who` types; told is only who rolls what."""

    tells: ClassVar[Tells] = Tells.GM
    parked: Parked


class DiceAsked(Event, frozen=True, kw_only=True):
    """What others learn of a parked act."""

    who: Who
    roll: InId
    sides: Open[int]
    count: Open[int]


class DiceTyped(Event, frozen=True, kw_only=True):
    """Faces of real dice, in rolling order."""

    who: Who
    roll: InId
    faces: Open[tuple[int, ...]]


class ActUnparked(Event, frozen=True, kw_only=True):
    """The act goes on, or was dropped by the GM."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    act: Open[str]
    dropped: Open[bool] = False


# --- history ---------------------------------------------------------------------------------------------------------


class Rewound(Event, frozen=True, kw_only=True):
    """`play` is as it was at `to`; `left` is the position that was left."""

    tells: ClassVar[Tells] = Tells.GM
    to: Position
    left: Position
    at: int
    remaining_ms: int | None = None
    """What the open decision's clock had left at `to`."""
    reason: str = ""
    redo: bool = False
    in_person: bool = False
    """Whom a decision asks that it opens again, it asks in person."""


class UndoRequested(Event, frozen=True, kw_only=True):
    """A player asks to have play back at `to` (for each audience its own number)."""

    tells: ClassVar[Tells] = Tells.GM
    ledger: ClassVar[bool] = True
    request: str
    seat: str
    to: Position
    reason: str = ""


class UndoVoted(Event, frozen=True, kw_only=True):
    """A player is for or against it."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    request: Open[str]
    seat: Open[str]
    yes: Open[bool]


class UndoAnswered(Event, frozen=True, kw_only=True):
    """The request is granted or refused, and gone."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True
    request: Open[str]
    granted: Open[bool]


class DiceDrawn(Event, frozen=True, kw_only=True):
    """Faces that an amendment lacked: `act`, `index` and `depth` say of which roll, from which die on; the GM's."""

    ledger: ClassVar[bool] = True
    who: Who
    roll: InId
    sides: Open[int]
    faces: Open[tuple[int, ...]]
    act: ForGM[str] = ""
    index: ForGM[int] = 0
    depth: ForGM[int] = 0


class Step(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One decided intent of an amendment; addressed like a commit (`version.step`)."""

    source: tuple[Position, ...]
    """Original positions, for the GM; empty for an answer given, or an act added, in the walk."""
    intent: Any
    id: bytes
    seat: str
    nonce: bytes
    at: int
    answers: str | None = None
    act: str = ""
    """The act that it belongs to; empty in older logs: that of the decision that it answers, else its own."""
    edit: Edit | None = None
    outcome: str
    """stands, changed, amended, moot, falls, struck, answered, defaulted, standing"""
    code: str = ""
    evidence: tuple[Any, ...] = ()
    events: tuple[Any, ...] = ()
    unvouched: bool = False
    """It comes from a file for which nobody here vouches: what happened, this server has not seen."""


class Amended(Event, frozen=True, kw_only=True):
    """What followed `target` was decided again; replaying it never re-decides."""

    tells: ClassVar[Tells] = Tells.GM
    target: Position
    base: Position
    """The position before the target, from which the steps start."""
    left: Position
    at: int
    reason: str = ""
    edits: tuple[Edit, ...] = ()
    steps: tuple[Step, ...] = ()


class Copied(Event, frozen=True, kw_only=True):
    """One position of the encounter that this one was made from, as it was decided there: its events of play."""

    tells: ClassVar[Tells] = Tells.GM
    source: Position
    """Where it stood there."""
    origin_h: bytes
    """The hash of that commit in the origin's log."""
    step: Step
    """Its `source` is the same; behind it, where an amendment decided the act again after a hand-over, the position
    there as of which it counts who was asked."""


class Opened(Event, frozen=True, kw_only=True):
    """The copy is complete: from here on the table takes intents. The clocks start anew, silent decisions are held.

    `begun`: the version that stands for the start of the fight; nothing before it can be rewound. 0: not begun."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    at: Open[int]
    begun: ForGM[int] = 0


class Closed(Event, frozen=True, kw_only=True):
    """The encounter is over for good."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True


class Disclosed(Event, frozen=True, kw_only=True):
    """From here on everybody may see what anybody knew."""

    tells: ClassVar[Tells] = Tells.EVERYBODY
    ledger: ClassVar[bool] = True


CORE_EVENTS: tuple[type[Event], ...] = (
    Created,
    SeatOpened,
    SeatJoined,
    SeatRevoked,
    TokenIssued,
    DoorOpened,
    DoorClosed,
    ClaimAsked,
    ClaimRefused,
    SeatClaimed,
    SeatTaken,
    SeatFreed,
    ControlGiven,
    CombatantRemoved,
    Moved,
    CombatantHidden,
    CombatantNoticed,
    CombatantRevealed,
    DecisionOpened,
    DecisionClosed,
    TimeGiven,
    Paused,
    Unpaused,
    AutoPassSet,
    StopsSet,
    AskedInPerson,
    WindowHeld,
    StartAsked,
    SeatRevealed,
    SaltFixed,
    SeedRevealed,
    SecretsRevealed,
    ActParked,
    DiceAsked,
    DiceTyped,
    ActUnparked,
    Rewound,
    UndoRequested,
    UndoVoted,
    UndoAnswered,
    Amended,
    DiceDrawn,
    Copied,
    Opened,
    Closed,
    Disclosed,
)
"""Every system's log may hold these beside its own."""
