"""What is freed as soon as nothing refers to it: objects of the project's own classes, counted while no collector runs.

Whatever waits for the collector is alive for it: tests compare counts before and after with the collector off.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import MethodType

OURS = ("server.", "protocol.", "three_cups")


@contextmanager
def without_collector() -> Iterator[None]:
    """Only reference counts free anything in here."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alive() -> Counter[str]:
    """How many objects of each of our classes there are, by the name of the class; bound methods, too, by theirs."""
    found: Counter[str] = Counter()
    for one in gc.get_objects():
        if type(one) is MethodType:  # a proxy of what is gone would raise for `isinstance`
            found[f"method {one.__qualname__}"] += 1
        elif str(type(one).__module__).startswith(OURS):
            found[f"{type(one).__module__}.{type(one).__qualname__}"] += 1
    return found
