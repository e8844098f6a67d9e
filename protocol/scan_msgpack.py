"""Walks over MessagePack bytes by hand and builds nothing. About 10 µs for a usual `submit` of 200 bytes."""

import struct
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from protocol import limits
from protocol.errors import ProtocolError
from protocol.scan import BadValue, ValueCount, check_characters, check_float, check_int, check_key


def scan_msgpack(data: bytes, bounds: limits.Bounds = limits.MESSAGE) -> None:
    """ProtocolError unless `data` is exactly one MessagePack value within the limits."""
    scan = _Msgpack(data, bounds)
    try:
        end = scan.value(0, 1)
    except BadValue as refused:
        raise refused.error() from None
    except IndexError:
        end = len(data) + 1
    if end > len(data):
        raise ProtocolError("decode", problem=f"they end too early, after {len(data)} bytes")
    if end < len(data):
        raise ProtocolError("decode", problem=f"{len(data) - end} bytes follow after the message")


class _Msgpack(ValueCount):
    """Every method takes a position and returns the position after what it read.

    Positions beyond the end need no test on the way: reading there is an IndexError, and stopping there is
    seen by `scan_msgpack`.
    """

    __slots__ = ("data",)

    def __init__(self, data: bytes, bounds: limits.Bounds) -> None:
        super().__init__(bounds)
        self.data = data

    def value(self, at: int, depth: int) -> int:
        lead = self.data[at]
        if size := _SIZES[lead]:
            return at + size
        read, width, count = _READERS[lead]
        start = at + 1 + width
        if width:
            count = int.from_bytes(self.data[at + 1 : start])
        return read(self, start, count, depth)

    def text(self, start: int, count: int) -> str:
        end = start + count
        if end > len(self.data):
            raise IndexError
        try:
            value = self.data[start:end].decode()
        except UnicodeDecodeError:
            raise BadValue("decode", problem=f"the string at byte {start} is not UTF-8") from None
        if self.bounds.is_written and (count > limits.STRING_CHARS or not (value.isascii() and value.isprintable())):
            check_characters(value)
        return value

    def key(self, at: int) -> tuple[str, int]:
        lead = self.data[at]
        if 0xA0 <= lead <= 0xBF:
            start, count = at + 1, lead & 0x1F
        elif 0xD9 <= lead <= 0xDB:
            start = at + 1 + (1 << (lead - 0xD9))
            count = int.from_bytes(self.data[at + 1 : start])
        else:
            raise BadValue("decode", problem=f"the map key at byte {at} is not a string")
        key = self.text(start, count)
        check_key(key)
        return key, start + count

    def read_text(self, start: int, count: int, depth: int) -> int:
        self.text(start, count)
        return start + count

    def read_binary(self, start: int, count: int, depth: int) -> int:
        if count > self.bounds.binary_bytes and start + count <= len(self.data):
            raise BadValue("range", problem=f"{count} bytes, at most {self.bounds.binary_bytes} are read")
        return start + count

    def read_list(self, at: int, count: int, depth: int) -> int:
        self.enter_at(at, count, count, depth)
        for index in range(count):
            try:
                at = self.value(at, depth + 1)
            except BadValue as refused:
                raise refused.at(index) from None
        return at

    def read_map(self, at: int, count: int, depth: int) -> int:
        self.enter_at(at, count, 2 * count, depth)
        keys: set[str] = set()
        for _ in range(count):
            key, at = self.key(at)
            if key in keys:
                raise BadValue("decode", problem=f"the key {key[:40]!r} is there twice")
            keys.add(key)
            try:
                at = self.value(at, depth + 1)
            except BadValue as refused:
                raise refused.at(key) from None
        return at

    def enter_at(self, at: int, count: int, least_bytes: int, depth: int) -> None:
        """As `enter`, but a count that the frame cannot hold is an early end, not a long list."""
        if depth <= self.bounds.depth and least_bytes > len(self.data) - at:
            raise IndexError
        self.enter(count, depth)

    def read_unsigned(self, start: int, count: int, depth: int) -> int:
        check_int(int.from_bytes(self.data[start : start + count]))
        return start + count

    def read_signed(self, start: int, count: int, depth: int) -> int:
        check_int(int.from_bytes(self.data[start : start + count], signed=True))
        return start + count

    def read_float(self, start: int, count: int, depth: int) -> int:
        if start + count > len(self.data):
            raise IndexError
        check_float(struct.unpack_from(">f" if count == 4 else ">d", self.data, start)[0])
        return start + count

    def refuse(self, start: int, count: int, depth: int) -> NoReturn:
        raise BadValue("decode", problem=f"byte {start - 1} starts an extension or nothing at all")


_Reader: TypeAlias = Callable[[_Msgpack, int, int, int], int]


def _sizes() -> list[int]:
    """For each lead byte: the size in bytes of a value that needs no look inside, else 0."""
    sizes = [1] * 0x80 + [0] * 0x60 + [1] * 0x20
    sizes[0xC0] = sizes[0xC2] = sizes[0xC3] = 1
    for lead, size in zip((0xCC, 0xCD, 0xCE, 0xD0, 0xD1, 0xD2), (2, 3, 5, 2, 3, 5), strict=True):
        sizes[lead] = size
    return sizes


def _readers() -> list[tuple[_Reader, int, int]]:
    """For each other lead byte: who reads the value, the width of its count in bytes, the count if that is 0."""
    readers: list[tuple[_Reader, int, int]] = [(_Msgpack.refuse, 0, 0)] * 256
    readers[0x80:0x90] = [(_Msgpack.read_map, 0, count) for count in range(16)]
    readers[0x90:0xA0] = [(_Msgpack.read_list, 0, count) for count in range(16)]
    readers[0xA0:0xC0] = [(_Msgpack.read_text, 0, count) for count in range(32)]
    readers[0xC4:0xC7] = [(_Msgpack.read_binary, width, 0) for width in (1, 2, 4)]
    readers[0xCA:0xCC] = [(_Msgpack.read_float, 0, 4), (_Msgpack.read_float, 0, 8)]
    readers[0xCF] = (_Msgpack.read_unsigned, 0, 8)
    readers[0xD3] = (_Msgpack.read_signed, 0, 8)
    readers[0xD9:0xDC] = [(_Msgpack.read_text, width, 0) for width in (1, 2, 4)]
    readers[0xDC:0xDE] = [(_Msgpack.read_list, width, 0) for width in (2, 4)]
    readers[0xDE:0xE0] = [(_Msgpack.read_map, width, 0) for width in (2, 4)]
    return readers


_SIZES = _sizes()
_READERS = _readers()
