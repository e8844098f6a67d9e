"""The wire from a client's side: frames, merge patches, addresses, the commitment to a random value. Pure.

Written from protocol/README.md alone, with the `msgpack` package: it is the second implementation, independent of
the server's. No socket lives here.
"""

import hashlib
import json
import struct
from base64 import b64decode, b64encode
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgpack

MSGPACK, JSON = "fray.v1.msgpack", "fray.v1.json"

Message = dict[str, Any]


class Refused(Exception):
    """The server said no and nothing changed: stable `code`, sentence, its names and numbers in `detail`."""

    def __init__(self, code: str, message: str, detail: dict[str, Any]) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.detail = code, message, detail


class Update(NamedTuple):
    """What was told: its number, when (ms since 1970), its events.

    `more`: stands for all updates up to `n` that the server no longer repeats, after a long absence; without events."""

    n: int
    at: int
    events: list[dict[str, Any]]
    more: bool = False


def to_frame(message: Message, subprotocol: str) -> bytes | str:
    """One frame; binary fields become base64 in JSON."""
    if subprotocol == MSGPACK:
        frame: bytes = msgpack.packb(message)
        return frame
    return json.dumps(message, default=lambda value: b64encode(value).decode(), separators=(",", ":"))


def from_frame(frame: bytes | str) -> Message:
    """The message in a frame; its `id` and `head` are bytes whatever the subprotocol."""
    if isinstance(frame, bytes):
        message: Message = msgpack.unpackb(frame)
        return message
    message = json.loads(frame)
    return message | {key: b64decode(message[key]) for key in ("id", "head") if isinstance(message.get(key), str)}


OPTIONS_BEFORE = 256
"""So many options that are no longer offered may be named."""


class Options:
    """What is offered: `offered`, with what was offered before, by which updates may name it."""

    def __init__(self, told: list[Any] | None = None, offered: int | None = None) -> None:
        """By a welcome."""
        self._known: list[Message] = []
        self.offered = self._read(told or [])
        self._known = self.offered
        self.offered = self.offered[:offered]

    def renew(self, told: list[Any] | None) -> None:
        """By an update. LookupError where it names what is not known."""
        if told is None:
            return
        self.offered = self._read(told)
        still = set(map(id, self.offered))
        rest = [option for option in self._known if id(option) not in still]
        self._known = self.offered + rest[:OPTIONS_BEFORE]

    def _read(self, told: list[Any]) -> list[Message]:
        named = dict(enumerate(self._known))
        params = dict(enumerate(param for option in self._known for param in option.get("params", [])))
        options, new = [], 0
        for option in told:
            if isinstance(option, int):
                options.append(named[option])
                continue
            like = named[option.pop("like")] if "like" in option else {}
            for place, param in enumerate(option.get("params") or []):
                if isinstance(param, int):
                    option["params"][place] = params[param]
                else:
                    _read_choices(param, like, place)
                    new -= 1
                    params[new] = param
            options.append(merged(like, option))
        return options


def _read_choices(param: Message, like: Message, place: int) -> None:
    for number, choice in enumerate(param.get("choices", [])):
        if isinstance(choice, int):
            param["choices"][number] = dict(enumerate(like["params"][place]["choices"]))[choice]


def merged(target: Any, patch: Any) -> Any:
    """JSON merge patch (RFC 7396) without changing `target`; what stays as it was is shared."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def address(url: str, token: str = "") -> tuple[str, str]:
    """The WebSocket's address and the token, from a whole link or from any address of the server beside a token."""
    parts = urlsplit(url)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    return f"{scheme}://{parts.netloc}/ws", token or parts.fragment


def commitment_of(encounter: bytes, seat: str, preimage: bytes) -> bytes:
    """What `join` binds a seat to: SHA-256 over the encounter's id, the seat and the secret value."""
    parts = b"".join(struct.pack(">I", len(part)) + part for part in (encounter, seat.encode(), preimage))
    return hashlib.sha256(b"fray/join/1\0" + parts).digest()
