"""The two subprotocols: what differs between MessagePack and JSON, and nothing else.

A body is encoded once with `body` and then copied into any message, so an `update` costs one encoding for each
audience and subprotocol. A frame once encoded is plain bytes and goes to every session of its audience.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, Struct

from protocol.decode import Decoder, decode_json, decode_msgpack, take
from protocol.messages import ClientMessage, FromClient, FromServer, ServerMessage
from protocol.text import check_written


class Codec(Struct, frozen=True, kw_only=True):
    """One subprotocol. `is_text` tells which kind of WebSocket frame carries it."""

    subprotocol: str
    is_text: bool
    decode: Callable[[bytes], ClientMessage]
    """The strict decoding of what a client sent; ProtocolError."""
    to_bytes: Callable[[object], bytes]
    decoder: Callable[[Any], Decoder[Any]]

    def encode(self, message: FromServer | FromClient) -> bytes:
        """One frame."""
        return self.to_bytes(message)

    def body(self, value: object) -> Raw:
        """A view, patch, event list or the like, ready to stand in messages of this subprotocol."""
        return Raw(self.to_bytes(value))

    def reader(self, body_type: Any, at: str) -> Callable[[Raw], Any]:
        """A function that decodes scanned bodies of `body_type` (a Struct or a union of them), whose texts may be
        written; ProtocolError.

        `at` is the body's place in its message: `$.intent`. Make one reader and keep it.
        """
        decoder = self.decoder(body_type)

        def read(body: Raw) -> Any:
            found = take(decoder, bytes(body), at)
            check_written(msgspec.to_builtins(found, builtin_types=(bytes,)), at)
            return found

        return read

    def decode_server(self, data: bytes) -> ServerMessage:
        """What a Python client receives; ProtocolError. The server is trusted, so nothing is scanned."""
        decoder: Decoder[ServerMessage] = _SERVER[self.subprotocol]
        return take(decoder, data)


MSGPACK = Codec(
    subprotocol="fray.v1.msgpack",
    is_text=False,
    decode=decode_msgpack,
    to_bytes=msgspec.msgpack.Encoder().encode,
    decoder=msgspec.msgpack.Decoder,
)
JSON = Codec(
    subprotocol="fray.v1.json",
    is_text=True,
    decode=decode_json,
    to_bytes=msgspec.json.Encoder().encode,
    decoder=msgspec.json.Decoder,
)
CODECS: dict[str, Codec] = {codec.subprotocol: codec for codec in (MSGPACK, JSON)}
"""By subprotocol name, the preferred one first."""

_SERVER: dict[str, Decoder[Any]] = {name: codec.decoder(ServerMessage) for name, codec in CODECS.items()}
