"""The state of an encounter in two halves: `play`, which rewinds, and `ledger`, which never does.

Frozen values that share what did not change; dicts in here are never changed in place. Shapes only: nothing in here
applies, decides or hides anything.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from server.core.ids import GM, Position, act_of, audience_of
from server.core.memo import Newest
from server.core.space import Point


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A combatant as all systems know it. `seen_by`: the seats that see it beside GM and owner, None for everybody.
    `aware`: the combatants, and parties (`side:<side>`), that notice it where not everybody does; who plays one of them
    sees it."""

    name: str
    side: str
    at: Point | None = None
    seen_by: tuple[str, ...] | None = None
    aware: tuple[str, ...] = ()


class Ask(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One combatant's part in a decision. A secret ask is known to the GM and the combatant's owner only; one `about`
    others, beside them, to those who see all of these."""

    must: bool = True
    secret: bool = False
    answer: Any = None
    """The event that answered, of a class derived from `events.Answered`."""
    kept: Any = None
    """An answer that was taken back in secret; those audiences (`unheard`) still believe in it."""
    unheard: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A question that the game waits for.

    `silent` decisions are never closed by an answer but by the server's own `continue`, because who is asked, or
    whether anybody is, may be a secret; with no ask at all they are a mere stop.
    """

    id: str
    kind: str
    act: str
    seat: str
    """Who submitted the act that asks: when it continues, it still uses that seat's dice stream and rights. Where an
    act of which not all are told ends here (`ends_act`), it is who stopped last so that all know of it, else the GM."""
    nonce: bytes
    asks: dict[str, Ask]
    silent: bool = False
    opened_at: int = 0
    remaining_ms: int | None = None
    """What the clock had left at `opened_at`; None: no clock."""
    extended: int = 0
    """How often somebody asked for more time."""
    topic: dict[str, Any] = {}
    """What the question is about, for people: ids and numbers, no secrets."""
    ends_act: bool = False
    """What follows it is an act of its own, named by the intent that closes it. Else ids that are born later would tell
    which act came before, and that may be a secret."""
    locks: bool = False
    """A silent one in which answers may be changed until it locks: once nobody is left to answer, hidden ones included.
    Nobody is told for whom it waited, not even by how it ends."""
    least_ms: int = 0
    """No sooner after `opened_at` does it go on."""

    def unanswered(self) -> list[str]:
        """Whom it still waits for."""
        return [who for who, ask in self.asks.items() if ask.answer is None]


class Stopped(msgspec.Struct, frozen=True, gc=False):
    """Seat and nonce of an act that ended: with their dice is thrown what begins behind it."""

    seat: str
    nonce: bytes


class StopsOf(msgspec.Struct, frozen=True, gc=False):
    """At which moments a combatant wants to be asked, each with the least size that counts. They hold while `seat`,
    which set them, plays it."""

    seat: str
    at: dict[str, int]


class Parked(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An act that waits for typed dice, with everything that its second run needs."""

    act: str
    intent: Any
    seat: str
    nonce: bytes
    at: int
    answers: str | None
    roll: str
    who: str
    sides: int
    count: int
    faces: dict[str, tuple[int, ...]]
    """Faces typed so far by `<roll>|<who>`, in rolling order."""
    server: tuple[str, ...] = ()
    """Rolls (`<roll>|<who>`) that were left to the server."""

    @property
    def key(self) -> str:
        """The roll that is missing."""
        return f"{self.roll}|{self.who}"


class Play(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What is rewound. `decisions` is a stack: only the last is open, clocks below stand."""

    phase: str = "setup"
    """`setup`, `running` or `ended`; the system's own phases are in `game`."""
    pieces: dict[str, Piece] = {}
    decisions: tuple[Decision, ...] = ()
    starting: Any = None
    """The system's start intent while the reveal is open."""
    parked: Parked | None = None
    paused: bool = False
    held: str = ""
    """The stop that a rewind or an amendment came back to: only the GM lets it go on."""
    stopped: Stopped | None = None
    """Whose act ended last by a stop between acts, of those acts of which all were told."""
    auto_pass: dict[str, tuple[str, ...]] = {}
    stops: dict[str, StopsOf] = {}
    """By combatant; who has none has the table's preset."""
    in_person: dict[str, tuple[str, ...]] = {}
    """Who is asked in an open decision whatever its stops say."""
    game: Any = None

    @property
    def decision(self) -> Decision | None:
        """The open decision."""
        return self.decisions[-1] if self.decisions else None

    def opened(self, id: str | None) -> Decision | None:
        """The decision of this id, if it is still open."""
        for each in self.decisions:
            if each.id == id:
                return each
        return None

    @property
    def is_held(self) -> bool:
        """Does it wait for the GM to let it go on? Not while something is open above that stop."""
        return self.decision is not None and self.decision.id == self.held

    def act_for(self, id: bytes, answers: str | None) -> str:
        """The act that the intent of this id belongs to: that of the decision it answers, unless that ends it, else its
        own."""
        decision = self.opened(answers)
        return act_of(id) if decision is None or decision.ends_act else decision.act


class Seat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A place at the table. `role`: gm, player or spectator; `token`: SHA-256 of the link's secret, empty: it has no
    link."""

    name: str
    role: str
    token: bytes
    revoked: bool = False
    commitment: bytes = b""
    taken: bool = False
    """Somebody has claimed it, joined or once sat on it: no door leads to it until the GM frees it."""
    claimed: int = 0
    """By the code of this door (its `k`) it was taken; 0: by a link."""
    player: str = ""
    """What whoever claimed it wants to be called."""

    def is_claimed_with(self, key_h: bytes) -> bool:
        """Has somebody sat down by a code, with the secret that hashes to this? Whoever has its link by another way may
        open it, but has not been given it at the door."""
        return self.claimed > 0 and self.token == key_h


class Door(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What leads from a join code to the free seats: the `k`th of its encounter (0: there was none yet), each with a
    code of its own, open since `opened_at` (ms)."""

    k: int = 0
    is_open: bool = False
    opened_at: int = 0

    @property
    def number(self) -> int:
        """The door's `k` while it is open, else 0."""
        return self.k if self.is_open else 0


class Claim(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody at the open door who waits for the GM's word. `key_h`: SHA-256 of the secret of the link to be."""

    seat: str
    key_h: bytes
    player: str = ""
    is_refused: bool = False


class Tips(msgspec.Struct, frozen=True, gc=False):
    """The public ends of the two seed chains, fixed in commit 1 before any player contributes."""

    open: bytes
    secret: bytes


class Told(msgspec.Struct, frozen=True, gc=False):
    """How far an audience has been told: its own number and its head (16 bytes)."""

    n: int
    head: bytes


class UndoRequest(msgspec.Struct, frozen=True, gc=False):
    """A player's wish to have play back at `to`, and how the players have voted."""

    seat: str
    to: Position
    reason: str
    votes: dict[str, bool] = {}


class DrawnFace(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A face that an amendment lacked and the GM let the server draw: of which roll, and where it was drawn."""

    act: str
    roll: str
    who: str
    index: int
    depth: int
    sides: int
    face: int
    at: Position
    i: int
    """Its place in the evidence of the commit at `at`."""


class Ledger(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What is never rewound. (Intent ids and the line of history are the timeline's own tables.)"""

    encounter: str = ""
    title: str = ""
    system: str = ""
    options: Any = None
    table: Any = None
    """Core's table options."""
    tips: Tips = Tips(b"", b"")
    signer: bytes = b""
    """The public key of who signs its heads; empty: nobody does."""
    seats: dict[str, Seat] = {}
    door: Door = Door()
    claims: dict[str, Claim] = {}
    """At the open door, by the id that the GM's answer names; refused ones, too."""
    control: dict[str, str] = {}
    """The seat that plays a combatant."""
    counters: dict[str, int] = {}
    """Next die by stream; never falls."""
    epoch: int = 1
    salt: bytes = b""
    """T of the dice: made of what the seats revealed at the start."""
    epoch_over: bool = False
    told: dict[str, Told] = {}
    redo: tuple[Position, ...] = ()
    requests: dict[str, UndoRequest] = {}
    begun: int = 0
    """The version at which the random numbers were revealed; nothing before it can be rewound. 0: not yet."""
    closed: bool = False
    ended_at: int = 0
    """Since when play stands ended without a break, by the time of commits (ms); 0: it goes on."""
    drawn: tuple[DrawnFace, ...] = ()
    """Drawn for amendments; an amendment that was dropped finds them again."""
    disclosed: bool = False
    """Once closed: the GM has decided to reveal everything (table option `reveal`: gm)."""
    copying: bool = False
    """It is being made from another encounter: nothing is taken, nobody enters."""

    def controller(self, who: str) -> str:
        """The seat that plays a combatant now."""
        return self.control.get(who, GM)

    def audience(self, seat: str) -> str:
        """What the seat belongs to; the server, which has no seat, knows all."""
        place = self.seats.get(seat)
        return GM if place is None else audience_of(seat, place.role)

    @property
    def is_revealed(self) -> bool:
        """May everybody see what anybody knew?"""
        policy = self.table.reveal if self.table is not None else "never"
        return bool(self.closed and (policy == "end" or (policy == "gm" and self.disclosed)))

    def free_seats(self) -> list[str]:
        """The players' seats that nobody has taken."""
        seats = self.seats.items()
        return [id for id, seat in seats if seat.role == "player" and not seat.taken and not seat.revoked]

    def claimed_by(self) -> set[int]:
        """The doors by whose codes seats are taken."""
        return {seat.claimed for seat in self.seats.values() if seat.claimed}

    def audiences(self) -> tuple[str, ...]:
        """Everybody who may have to be told something: `gm`, `public` and one per player's seat."""
        return _AUDIENCES.of(self.seats)  # type: ignore[no-any-return]


def _audiences(seats: dict[str, Seat]) -> tuple[str, ...]:
    players = (audience_of(id, seat.role) for id, seat in seats.items() if seat.role == "player")
    return ("gm", "public", *players)


_AUDIENCES = Newest(_audiences)
"""Remembered, for it is asked with each event's telling, and seats change seldom."""


class Looks(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """All of the ledger that a view shows or that says who sees what, as far as it is told here."""

    title: str | UnsetType = UNSET
    options: Any = UNSET
    table: Any = UNSET
    seats: dict[str, Seat] | UnsetType = UNSET
    door: Door | UnsetType = UNSET
    claims: dict[str, Claim] | UnsetType = UNSET
    control: dict[str, str] | UnsetType = UNSET
    redo: tuple[Position, ...] | UnsetType = UNSET
    requests: dict[str, UndoRequest] | UnsetType = UNSET
    closed: bool | UnsetType = UNSET
    disclosed: bool | UnsetType = UNSET


class State(msgspec.Struct, frozen=True, gc=False):
    """An encounter as it stands at one position."""

    play: Play
    ledger: Ledger


class TableOptions(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Options of every table, whatever its system."""

    window_s: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Time for each decision, in seconds; None: no clock."""
    min_window_s: Annotated[float, Meta(ge=0, le=60)] = 0
    """No act continues sooner than this after it stopped, so that a pause tells nothing; seconds."""
    stops: Literal["everything", "mine", "usual"] | UnsetType = UNSET
    """When combatants are asked whose players have not said otherwise; not given: whenever the rules ask."""
    npc_numbers_public: bool = False
    typed_dice: bool = False
    undo_vote: bool = False
    """Players grant one another's requests to take back by majority; else only the GM does."""
    keep_dice: bool = False
    delay_s: Annotated[float, Meta(ge=0, le=86_400)] = 0
    """Spectators see everything this much later, in seconds."""
    delay_turns: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """Spectators see everything so many ended turns later."""
    reveal: Literal["never", "end", "gm"] = "end"
    """What replays show when the encounter is closed: never, end, gm."""
    join: Literal["code", "ask", "links"] = "code"
    """How players sit down: by code (or link), by code once the GM has said yes, by links alone."""
