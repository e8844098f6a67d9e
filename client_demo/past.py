"""The past of a table through a client: frames of a replay, the export file, imports. Views and rules do not live here.

async with Client.connect(link) as table:
    async for frame, view in frames(table):
        print(frame["n"], frame["events"])
    Path("mine.fray").write_bytes(await export(table))
"""

from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from client_demo.client import Client
from client_demo.connection import SERVER_FRAME_BYTES
from client_demo.wire import MSGPACK, Message, Refused, address, from_frame, merged, to_frame

PAGE = 200
PART_BYTES = 32 * 1024
"""So much of a file is sent at once."""


async def frames(
    table: Client, after: int = 0, audience: str = "", steps: bool = True
) -> AsyncIterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What was told after number `after`, frame by frame with the view after it; amendments step by step.

    `audience`: other eyes than one's own. Raises Refused (not_revealed, unknown_position), Closed."""
    view: dict[str, Any] = {}
    eyes = {"audience": audience} if audience else {}
    while True:
        page = await table.ask({"type": "history", "after": after, "count": PAGE, "steps": steps, **eyes})
        view = page["view"]
        for frame in page["frames"]:
            view = merged(view, frame["patch"])
            yield frame, view
        if not page["frames"] or page["frames"][-1]["n"] >= page["last"]:
            return
        after = page["frames"][-1]["n"]


async def export(table: Client, audience: str = "") -> bytes:
    """The audience's file (`.fray`), all of it up to now. Raises Refused (not_revealed, export_gone), Closed."""
    shown = await table.ask({"type": "export", **({"audience": audience} if audience else {})})
    data = _binary(shown["data"])
    while len(data) < shown["size_bytes"]:
        data += _binary((await table.ask({"type": "part", "file": shown["file"], "offset": len(data)}))["data"])
    return data


def _binary(value: bytes | str) -> bytes:
    return b64decode(value) if isinstance(value, str) else value


async def bring(url: str, data: bytes, **options: Any) -> dict[str, Any]:
    """Import a file through the lobby of the server at `url`: {encounter, title, links}.

    `options`: `carry_on`, `at`, `title`. Raises Refused (lobby_closed, import, import_exists, …), OSError."""
    place, _ = address(url)
    kinds = [Subprotocol(MSGPACK)]
    async with connect(place, subprotocols=kinds, max_size=SERVER_FRAME_BYTES, compression=None, proxy=None) as socket:
        await socket.send(to_frame({"type": "hello"}, MSGPACK))
        answer: Message = from_frame(await socket.recv())
        for offset in range(0, max(1, len(data)), PART_BYTES):
            is_last = offset + PART_BYTES >= len(data)
            part = {"type": "import", "id": offset, "offset": offset, "data": data[offset : offset + PART_BYTES]}
            await socket.send(to_frame({**part, "last": is_last, **(options if is_last else {})}, MSGPACK))
            answer = from_frame(await socket.recv())
            if answer["type"] != "answer":
                raise Refused(answer["code"], answer["message"], answer.get("detail", {}))
        made: dict[str, Any] = answer["body"]
        return made
