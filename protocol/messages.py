"""Every message of the wire as a frozen Struct, tagged by its field `type`.

Bodies are `Raw`: bytes already in the subprotocol's own format, so an encoder copies them and a decoder
leaves them alone. What they mean is not known here. Field by field explanations are in README.md.

A field that may be missing is UNSET, never null. Binary fields are `bin` in MessagePack and base64 in JSON.
"""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from protocol import limits
from protocol.errors import Detail

Id: TypeAlias = Annotated[bytes, Meta(min_length=limits.ID_BYTES, max_length=limits.ID_BYTES)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=limits.NONCE_BYTES, max_length=limits.NONCE_BYTES)]
Head: TypeAlias = Annotated[bytes, Meta(min_length=limits.HEAD_BYTES, max_length=limits.HEAD_BYTES)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=limits.KEY_BYTES, max_length=limits.KEY_BYTES)]
KeyHash: TypeAlias = Annotated[bytes, Meta(min_length=limits.KEY_HASH_BYTES, max_length=limits.KEY_HASH_BYTES)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=limits.SAFE_INT)]
TimeMs: TypeAlias = Annotated[int, Meta(ge=0, le=limits.SAFE_INT)]
Position: TypeAlias = tuple[Count, Count]
"""`[version, step]`; step 0 is the whole commit."""


class Resume(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a returning client last saw."""

    n: Count
    head: Head


class FromClient(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of what clients send: nothing unknown is taken."""


class Hello(FromClient, frozen=True, kw_only=True):
    """The first message. Without a token it enters the lobby; `key` opens the list of links there. `blocks`:
    options may come in blocks, `like`: new ones also as patches onto known ones; see README.md."""

    token: Annotated[str, Meta(max_length=limits.TOKEN_CHARS)] | UnsetType = UNSET
    key: Annotated[str, Meta(max_length=limits.KEY_CHARS)] | UnsetType = UNSET
    resume: Resume | UnsetType = UNSET
    blocks: bool | UnsetType = UNSET
    like: bool | UnsetType = UNSET


class Submit(FromClient, frozen=True, kw_only=True):
    """An intent; `seen` is the sender's n, `decision` what it answers."""

    id: Id
    intent: Raw
    nonce: Nonce
    decision: Annotated[str, Meta(max_length=limits.DECISION_CHARS)] | UnsetType = UNSET
    seen: Count | UnsetType = UNSET


class Ask(FromClient, frozen=True, kw_only=True):
    """A question that changes nothing: preview, replay range, log page, export.

    Questions about history, by their `type` (fields with `?` may be left out; positions are `[version, step]`; `n` is
    always the number of the audience that is looked through, which is the version for the GM):

    `history{after?, count?, audience?, steps?}`   what was told after number `after`, with the view there. `steps`:
                                                   an amendment comes as one frame for each of its steps (`n.step`)
    `moment{encounter, audience?, n, step?}`       one position, as a deep link names it
    `marks{audience?, after?, count?}`             rounds, hits, falls, rulings, rewinds, behind number `after`; ask
                                                   again behind `until` while that is less than `last`. The page that
                                                   reaches `last` has all stretches that are undone now
    `export{audience?}`                            the audience's file (`.fray`), cut into parts; the first comes along
    `part{file, offset}`                           a further part of a file that `export` has named
    `act_card{at}`                                 GM: all of a past act that can be disputed, and the other choices
    `preview_rewind{to}`, `preview_redo{}`, `preview_amend{target, edits?, answers?}`
                                                   GM: what it would do; its digest confirms it

    A preview of an amendment lists each act with its outcome (`steps`). One `defaulted` was never asked before: it
    comes with the question (`decision`) and its `options`; `answers` go before the default. `needs` names the first
    dice that were never rolled: give faces in an edit at `need.at`, from die `index` and `depth` on, or submit
    `draw_dice` with the same target, edits and answers (a draw that stays; all are told of it who see who rolls, where
    `need.is_open`) and ask for the preview again. An edit's `intent` is another choice: one of the card's `options`,
    filled in; the card's `default` is that of one who does not answer.

    `audience` other than one's own: the GM always; others once the encounter is closed and the table reveals it
    (`not_revealed`). Spectators of a delayed table get everything cut at what is released to them."""

    id: Count
    question: Raw


class Ping(FromClient, frozen=True, kw_only=True):
    """Asks for a `pong`."""


class Create(FromClient, frozen=True, kw_only=True):
    """Lobby: make an encounter; with `check` only say whether it could be made. `alone`: the seat that its maker takes,
    while bots of the server play all others, the game master's too."""

    id: Count
    encounter: Raw
    check: bool | UnsetType = UNSET
    alone: Annotated[str, Meta(min_length=1, max_length=limits.NAME_CHARS)] | UnsetType = UNSET


class Join(FromClient, frozen=True, kw_only=True):
    """Lobby: ask by the code that the game master gave out which seats are free; with `seat` for one of them.

    `key_h`: SHA-256 of the secret that the client has made for its link, which opens the seat from then on. After a
    lost answer ask again with the same; `claim_waits`: the game master is asked, ask again later, or withdraw with
    `key_h` and no `seat`. `name`: what whoever sits down is called. Without `key_h` only the spectators' seat can be
    asked for, whose link all share.
    """

    id: Count
    code: Annotated[str, Meta(min_length=1, max_length=limits.JOIN_CODE_CHARS)]
    seat: Annotated[str, Meta(min_length=1, max_length=limits.NAME_CHARS)] | UnsetType = UNSET
    key_h: KeyHash | UnsetType = UNSET
    name: Annotated[str, Meta(min_length=1, max_length=limits.NAME_CHARS)] | UnsetType = UNSET


class List(FromClient, frozen=True, kw_only=True):
    """Lobby: the next page of the list that the lobby has begun, by the `more` of the one before.

    Answered with `{encounters, more?}`. Codes: `forbidden` for whom it lists none."""

    id: Count
    before: Count


class Import(FromClient, frozen=True, kw_only=True, omit_defaults=True):
    """Lobby: take in an export file, part by part; each part is sent when the one before was answered.

    Offset 0 begins anew. Answered with `{bytes}`, how much has come; the part marked `last` with the new encounter
    and its links. Of a closed encounter it stays what it was; `carry_on` or `at` play on from it, as everything else
    does. `key`: 32 random bytes that the client has made for this file, kept, and tells nobody. Where the encounter is
    here because the same file was imported with the same key, the answer, which may have been lost, is given again.
    Codes: `lobby_closed`, `import_order`, `import_slow`, `import_too_large`, `import_audience`, `import_system`,
    `import_version`, `import_exists`, `import_forged`, `import_bounds`, `import_heavy`, `import` (damaged: how and
    where), `unknown_position`, `protected_position`, `encounters_full`, `store_full`,
    `log_full`, `copied_enough`."""

    id: Count
    offset: Count
    data: Annotated[bytes, Meta(max_length=limits.IMPORT_PART_BYTES)]
    last: bool = False
    carry_on: bool = False
    at: Position | UnsetType = UNSET
    title: Annotated[str, Meta(max_length=limits.NAME_CHARS)] = ""
    key: Key | UnsetType = UNSET


class Branch(FromClient, frozen=True, kw_only=True, omit_defaults=True):
    """GM at a table: play on from a position (default: now) in an encounter of its own.

    Answered with the new encounter's id, title and links. Never send it again by yourself: each makes one.
    `again`: from where the fight had not begun, whatever `at` says; each who sits at the table is told its own seat's
    new link (`again`). Codes: `forbidden`, `unknown_position`, `protected_position`, `not_started`, `encounters_full`,
    `store_full`, `log_full`, `copied_enough`."""

    id: Count
    at: Position | UnsetType = UNSET
    title: Annotated[str, Meta(max_length=limits.NAME_CHARS)] = ""
    again: bool = False


class Links(FromClient, frozen=True, kw_only=True):
    """GM at a table: the links of its seats, so that they are found again on another device.

    Answered with `{links, seats, code}`: by seat the token, name, role and mark (the beginning of its secret's hash),
    and the join code of an open door. Left out are links that this server doesn't know or that are worthless, and every
    other game master's.
    Codes: `forbidden`."""

    id: Count


class FromServer(Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Base of what the server sends. Clients ignore fields they do not know."""


class Told(Struct, frozen=True, kw_only=True):
    """One update that a returning client missed: its events without the patch."""

    n: Count
    at: TimeMs
    events: Raw


class Welcome(FromServer, frozen=True, kw_only=True):
    """The whole view at `n`. `more` says that missed events were left out; `at` is what time it is, to count down to
    a `closes_at` in the view. Where options come in blocks, of `options` the first `offered` are offered now and the
    others may be named later."""

    seat: str | UnsetType = UNSET
    audience: str
    n: Count
    head: Head
    view: Raw
    options: Raw
    events: list[Told] | UnsetType = UNSET
    more: bool | UnsetType = UNSET
    at: TimeMs | UnsetType = UNSET
    offered: Count | UnsetType = UNSET


class Lobby(FromServer, frozen=True, kw_only=True):
    """Answers a `hello` without token."""

    body: Raw


class Update(FromServer, frozen=True, kw_only=True):
    """What an audience learns of one commit.

    Every session of an audience gets the same bytes, but for options in blocks: encode once, send to all. A seat is an
    audience of its own, so what is offered never makes two sessions of one audience differ. `options` are the list as
    it is now, a number for each that is still there (`protocol.list_delta`), or in blocks for those who know them.
    """

    n: Count
    head: Head
    at: TimeMs
    events: Raw
    patch: Raw
    options: Raw | UnsetType = UNSET


class Ack(FromServer, frozen=True, kw_only=True):
    """The intent has been taken; without `n` nothing had to happen."""

    id: Id
    n: Count | UnsetType = UNSET


class Rejected(FromServer, frozen=True, kw_only=True):
    """The message changed nothing. `id` is missing where the bytes could not be read that far."""

    id: bytes | int | UnsetType = UNSET
    code: str
    message: str
    detail: dict[str, Detail]


class Pending(FromServer, frozen=True, kw_only=True):
    """The outcome is not known yet; `ack` or `rejected` follows."""

    id: Id


class Answer(FromServer, frozen=True, kw_only=True):
    """The answer to `ask`, `create`, `join`, `import` or `branch`."""

    id: Count
    body: Raw


class Presence(FromServer, frozen=True, kw_only=True):
    """How many sessions each audience has open now. Not state, not numbered."""

    sessions: dict[str, Count]


class Another(FromServer, frozen=True, kw_only=True):
    """One more session of your own seat is opened, wherever. Not state, not numbered."""


class Again(FromServer, frozen=True, kw_only=True):
    """The fight is played again in an encounter of its own: the token of your own seat there. Not state, not
    numbered, in no log."""

    token: str


class Pong(FromServer, frozen=True, kw_only=True):
    """Answers `ping` with the server's time."""

    at: TimeMs


class Bye(FromServer, frozen=True, kw_only=True):
    """The last message before the server closes."""

    code: str
    message: str
    retry_after_ms: Count | UnsetType = UNSET


ClientMessage: TypeAlias = Hello | Submit | Ask | Ping | Create | Join | Import | List | Branch | Links
ServerMessage: TypeAlias = (
    Welcome | Lobby | Update | Ack | Rejected | Pending | Answer | Presence | Another | Again | Pong | Bye
)
