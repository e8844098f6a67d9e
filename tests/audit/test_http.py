"""What every answer to a plain request has, and that nobody can slip a second request into a first."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.gateway.house import WAIT_S, close_house, open_house

GOOD = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SECOND = "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def test_every_answer_names_its_type(tmp_path: Path) -> None:
    """With its alphabet, refusals too."""
    house = await open_house(tmp_path)
    answers = [
        await house.get("/healthz"), await house.get("/readyz"), await house.get("/metrics"), await house.get("/none"),
        await house.get("/ws"), await house.get("/healthz", method="POST"), await house.get("/healthz", "Host: evil"),
        await house.get("/healthz", "X: y"),
    ]  # fmt: skip
    await close_house(house)
    assert {status for status, _, _ in answers} >= {200, 400, 404, 405, 421, 426}
    for status, headers, body in answers:
        if body:
            assert "charset=utf-8" in headers.get("content-type", ""), (status, headers)


@pytest.mark.parametrize(
    "headers",
    [
        "", f"Content-Length: {len(SECOND)}\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: identity\r\n",
        f"Content-Length: {len(SECOND)}\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 0\r\nContent-Length: 5\r\n", "Content-Length: 0\r\nTransfer-Encoding : chunked\r\n",
    ],
)  # fmt: skip
async def test_behind_one_request_nothing_more_is_answered(tmp_path: Path, headers: str) -> None:
    """Whatever it says of a body: what follows is no request, for one answer ends the connection."""
    house = await open_house(tmp_path)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(f"{GOOD}{headers}\r\n{SECOND}".encode())
    async with asyncio.timeout(WAIT_S):
        said = await reader.read()
    writer.close()
    await close_house(house)
    assert said.count(b"HTTP/1.1 ") == 1
    assert b"\r\nConnection: close\r\n" in said
