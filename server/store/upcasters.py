"""Old events and intents made today's, on read: the one place, used by the codec. What is stored never changes.

**How to change an event (or an intent).** A new field with a default needs nothing but
`python -m tests.support.shapes --set`. For everything else (a field renamed, removed, required, of another type; an
event renamed or split):

1. Raise the schema by one: `server.store.codec.SCHEMA` for core's, `System.schema` for a system's.
2. Add a function that makes the next schema's plain values of the old ones (as MessagePack gives them: maps, lists,
   text, numbers, bytes; `type` names the event, an intent's `type` is in lower_snake): to `CORE` below, or to the
   system's `upcasters`. It is called for whatever was written at the schema in its key, also inside amendments and
   copies, innermost first; what it is not told of stays as it is:

       def _struck(old):
           return {**{name: value for name, value in old.items() if name != "die"}, "face": old["die"]}

       upcasters = {("Struck", 1): _struck}

3. Keep bytes that the old release has written under `tests/golden` and open them in a test.
4. `python -m tests.support.shapes --set` notes the new shapes. It refuses what lacks its upcaster.

Heads and hashes run over the stored bytes, so they stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Value = dict[str, Any]
Upcaster = Callable[[Value], Value]
Steps = Mapping[tuple[str, int], Upcaster]
"""By `type` and schema: what leads from there to the next schema."""

CORE: Steps = {}


def upcast(value: Any, steps: Steps, schema: int, today: int) -> Any:
    """Plain values of an older schema as today's, whatever lies inside first."""
    if isinstance(value, list):
        return [upcast(inner, steps, schema, today) for inner in value]
    if not isinstance(value, dict):
        return value
    found = {key: upcast(inner, steps, schema, today) for key, inner in value.items()}
    for at in range(schema, today):
        step = steps.get((str(found.get("type")), at))
        found = step(found) if step is not None else found
    return found
