"""RFC 7396 merge patches between views, and the canonical bytes by which views are compared.

A view is made of maps, lists, texts, numbers and truth values; it has no null, for in a patch null removes.
Values are never changed in place: results share what did not change.
"""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from itertools import compress
from operator import is_not
from typing import TypeAlias

from protocol.limits import SAFE_INT

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool"
Patch: TypeAlias = "dict[str, Patch] | list[Json] | str | int | float | bool | None"

_KEY = re.compile(r"(?!-?\d+\Z|__proto__\Z)", re.ASCII)


def diff(before: Json, after: Json, is_same: "Callable[[Json | None, Json | None], bool] | None" = None) -> Patch:
    """The patch that leads from `before` to `after`. Parts that are the same object are not looked into, others than
    maps are compared with `is_same`, by default by their canonical bytes."""
    is_same = is_same or _is_same
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return after  # type: ignore[return-value]  # a view is a patch, but mypy takes dict as invariant
    patch: dict[str, Patch] = {}
    if not before.keys() <= after.keys():
        patch = {key: None for key in before if key not in after}
    for key in compress(after, map(is_not, map(before.get, after), after.values())):
        old, new = before.get(key), after[key]
        if isinstance(old, dict) and isinstance(new, dict):
            if inner := diff(old, new, is_same):
                patch[key] = inner
        elif not is_same(old, new):
            patch[key] = new  # type: ignore[assignment]  # as above
    return patch


def apply(before: "Json | None", patch: Patch) -> Json:
    """`before` with the patch laid over it; `before` itself stays as it was."""
    if not isinstance(patch, dict):
        return patch  # type: ignore[return-value]  # null stands only inside maps
    after = dict(before) if isinstance(before, dict) else {}
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        else:
            after[key] = apply(after.get(key), value)
    return after


def _is_same(a: "Json | None", b: "Json | None") -> bool:
    """Whether two values have the same canonical bytes. Python's == alone takes True for 1."""
    if a is b:
        return True
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_is_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_is_same(value, b[key]) for key, value in a.items())
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def canonical(value: Json) -> bytes:
    """JSON as UTF-8 without spaces, keys sorted by UTF-16 code units, numbers as short as JavaScript writes them."""
    return "".join(_canonical(value)).encode()


def _canonical(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        between = "{"
        for key in sorted(value, key=_utf16):
            yield between + json.dumps(key, ensure_ascii=False) + ":"
            yield from _canonical(value[key])
            between = ","
        yield "}" if value else "{}"
    elif isinstance(value, list):
        between = "["
        for item in value:
            yield between
            yield from _canonical(item)
            between = ","
        yield "]" if value else "[]"
    elif isinstance(value, float):
        yield _shortest(value)
    else:
        yield json.dumps(value, ensure_ascii=False)


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")


def _shortest(value: float) -> str:
    """The number as ECMAScript's Number::toString writes it."""
    text = repr(value).removesuffix(".0")
    if value == 0:
        return "0"
    if "e" not in text:
        return text
    sign, digit_tuple, exponent = Decimal(text).normalize().as_tuple()
    digits = "".join(map(str, digit_tuple))
    point = len(digits) + int(exponent)  # where the decimal point stands, counted from the first digit
    if len(digits) <= point <= 21:
        plain = digits.ljust(point, "0")
    elif -6 < point <= 0:
        plain = "0." + "0" * -point + digits
    else:
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        plain = f"{digits[0]}{fraction}e{point - 1:+d}"
    return "-" * sign + plain


def check_view(value: object, path: str = "$") -> None:
    """ValueError, naming the place, unless `value` can stand in a view: no null, no bytes, finite numbers that
    JavaScript keeps exact, and keys that it does not reorder (`7`) or treat specially (`__proto__`)."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if not isinstance(key, str) or not _KEY.match(key):
                raise ValueError(f"{path} has the key {key!r}: keys are texts that do not look like numbers")
            check_view(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            check_view(inner, f"{path}[{index}]")
    elif not _is_scalar(value):
        raise ValueError(f"{path} is {value!r}: views hold maps, lists, texts, truth values and exact finite numbers")


def _is_scalar(value: object) -> bool:
    if isinstance(value, int):
        return abs(value) <= SAFE_INT
    return isinstance(value, str) or (isinstance(value, float) and math.isfinite(value))
