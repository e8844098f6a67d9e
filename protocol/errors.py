"""Every code the wire can carry, with its text, and every code a connection can be closed with.

A text is a pattern whose named gaps are filled from the rejection's `detail`. The core and each rule system
bring a table of the same shape (`{code: pattern}`); the composition root joins them with `merge`. A text may
not name anything its reader could not see.

    ProtocolError    the peer sent bytes that cannot be taken: answered with `rejected`, or closed
"""

from collections.abc import Mapping
from typing import TypeAlias

Text: TypeAlias = str
Detail: TypeAlias = str | int | float | bool

CODES: dict[str, Text] = {
    # Bytes that are no message.
    "decode": "The bytes are not one well-formed message: {problem}.",
    "depth": "Values are nested deeper than {depth}.",
    "range": "A value is out of range: {problem}.",
    "schema": "The message has the wrong shape: {problem}.",
    "unknown_type": "There is no message of this type: {problem}.",
    "text": "This text cannot be taken: {problem}.",
    "too_large": "The frame has {bytes} bytes; at most {limit} are read.",
    "wrong_frame": "This subprotocol carries {kind} frames only.",
    # The connection and who is on it.
    "hello_expected": "The first message must be `hello`.",
    "hello_timeout": "No `hello` came within {seconds} s.",
    "state": "This message is not possible now: {problem}.",
    "unsupported_version": "This version of the protocol is not spoken here; spoken are {supported}.",
    "token": "The link is not valid. Ask the game master for a new one.",
    "token_expired": "The link has been replaced. Ask the game master for the new one, or sit down by the join code.",
    "wrong_encounter": "The link belongs to another encounter.",
    "seat_revoked": "The game master has withdrawn this seat's link.",
    "session_replaced": "This session was closed from another one of the same seat.",
    "too_many_sessions": "This seat already has {limit} sessions open. Close one first.",
    "too_slow": "The connection could not keep up. Connect again to resume.",
    "rate": "Too many messages. Try again in {retry_after_ms} ms.",
    "lobby_closed": "Encounters cannot be created or joined from here.",
    "encounters_full": "This server may hold {limit} encounters, and does. Ask whoever runs it to make room.",
    "no_bots": "On this server bots play with nobody.",
    "bots_full": "The bots of this server play at as many tables as they may. Try again when one of them is over.",
    "store_full": "The store has {mib} MiB left; {reserve} MiB are kept for tables that are played at. "
    "Ask whoever runs the server to make room.",
    "log_full": "The record of this encounter takes {mib} MiB; it may take {limit}. "
    "Close it, and lay the next fight as a new one.",
    "copied_enough": "A copy of {mib} MiB is too much for today: from your address {limit} MiB a day can be copied. "
    "Try again in {retry_after_ms} ms.",
    "join_code": "No door is open under this join code. Ask the game master for the code.",
    "claim_waits": "The game master is asked whether you may sit down. Ask again in {retry_after_ms} ms.",
    "name_alike": "{name} looks like {like}, who is here already. Choose another name.",
    "key_used": "This key was used for seat {seat}; a link opens one seat. Make a new key for each.",
    "claim_refused": "The game master has said no, or your question has lapsed. You may ask once more.",
    "seat_taken": "Somebody else has taken this seat, or asks for it. Choose another one.",
    # Intents in general.
    "id_reused": "This intent id was already used for another intent.",
    "stale_settle": "Something happened meanwhile that you have not seen: you are at {seen}, now is {n}.",
    "ahead": "Position {n} does not exist yet; the newest is {newest}.",
    "forked": "Your copy of the history differs from the server's at {n}; the whole view is sent anew.",
    "not_found": "There is nothing with this name that you could know of.",
    "forbidden": "This is not yours to do.",
    "turn": "It is not your turn.",
    "illegal": "This is not possible: {reason}.",
    "resource": "There is not enough left: {reason}.",
    "dice": "These dice are not possible: {reason}.",
    "dice_pending": "Waiting for the dice of {who}.",
    "window": "The time to react is over.",
    "undo": "This cannot be undone: {reason}.",
    "nothing_to_redo": "There is nothing to redo.",
    "preview_outdated": "The game has moved on since this preview. Look at the new one.",
    "closed": "The encounter is closed.",
    # The server and its store.
    "integrity": "The stored history of this encounter is damaged; the table is frozen.",
    "rolled_back": "The stored history of this encounter is shorter than it was; who runs the server must look at it.",
    "key_changed": "The secret key of this encounter's dice is not on this server; who runs it can bring it back, or "
    "lay a copy to play on in.",
    "version": "The history holds what this server's release does not know; the table is frozen here.",
    "import": "The file cannot be imported: {kind} at {position}.",
    "import_order": "The next part of the file begins at {wanted}, not at {offset}.",
    "export_gone": "This file is no longer kept here. Export it anew.",
    "import_bounds": "Commit {position} would hold more than an encounter may: {problem}.",
    "import_audience": "The file is what {audience} was told; only the GM's file of an encounter can be imported.",
    "import_exists": "This encounter is already here, and no file changes it. Its file can be played on as a new one.",
    "import_forged": "This encounter began on this server, but the file lacks its signature for commit {position}.",
    "import_heavy": "To look into the file takes more than {seconds} s of the processor or {mib} MiB of memory.",
    "import_system": "The rule system {system} is not installed here.",
    "import_slow": "The file comes too slowly: {bytes} bytes in {seconds} s; {wanted} a second are wanted at least.",
    "import_too_large": "The file has {bytes} bytes; at most {limit} are taken.",
    "import_version": "Commit {position} was written by a newer release ({version}); it can't be read here.",
    "copying": "This encounter is still being made from another one.",
    "unknown_position": "There is no position {to}; the newest is {head}.",
    "protected_position": "Position {to} lies before the start of the fight and can't be reached.",
    "busy": "Others were faster several times in a row. Try again.",
    "unavailable": "The store cannot be reached. Try again in {retry_after_ms} ms.",
    "pending": "The outcome is not known yet; the verdict follows.",
    "restart": "The server restarts. Connect again in {retry_after_ms} ms.",
    "full": "The server is full. Try again in {retry_after_ms} ms.",
    "internal": "Something failed in the server; it is recorded as {reference}.",
}

CLOSES: dict[str, int] = {
    "wrong_frame": 1003,
    "too_large": 1009,
    "internal": 1011,
    "restart": 1012,
    "full": 1013,
    "hello_expected": 4400,
    "token": 4401,
    "token_expired": 4401,
    "wrong_encounter": 4403,
    "seat_revoked": 4403,
    "not_found": 4404,
    "unsupported_version": 4406,
    "hello_timeout": 4408,
    "session_replaced": 4409,
    "too_slow": 4413,
    "rate": 4429,
    "too_many_sessions": 4429,
}
"""The WebSocket close code of each code that may end a connection. `not_found` (only in answer to `hello`),
`rate` (only when it goes on) and `internal` (only the third time) are rejections otherwise."""


class ProtocolError(Exception):
    """What a peer sent cannot be taken. `path` says where, as in `$.intent.path[3]`; `$` is the message."""

    def __init__(self, code: str, path: str = "$", **detail: Detail) -> None:
        self.code = code
        self.path = path
        self.detail: dict[str, Detail] = {"path": path, **detail}
        self.message = text_of(CODES, code, self.detail)
        super().__init__(f"{code} at {path}: {self.message}")


class _Gaps(dict[str, Detail]):
    """Leaves the name of a missing detail in the text: a poor text must not become a failure of its own."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def text_of(texts: Mapping[str, Text], code: str, detail: Mapping[str, Detail]) -> str:
    """The text of `code` with the gaps filled from `detail`; KeyError if nobody brought the code."""
    return texts[code].format_map(_Gaps(detail))


def merge(*tables: Mapping[str, Text]) -> dict[str, Text]:
    """One table of all; ValueError if two give the same code different texts."""
    merged: dict[str, Text] = {}
    for table in tables:
        for code, text in table.items():
            if merged.setdefault(code, text) != text:
                raise ValueError(f"code {code!r} has two texts: {merged[code]!r} and {text!r}")
    return merged
