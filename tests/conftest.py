"""What holds for every test: Hypothesis is repeatable, and no socket leaves this machine.

Fixtures of one part live in that part's own conftest.py.
"""

import gc
import ipaddress
import os
import sys
from typing import Any

from hypothesis import HealthCheck, settings

from server.conformance.amount import many

# No deadlines (they are wall clock), and the same examples in every run. HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile(
    "repeatable", max_examples=many(100), deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_collection_finish() -> None:
    """Thousands of tests and all that they import stay to the end: the collector need not look through them again and
    again, which took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 50)


def is_local(address: object) -> bool:
    """Whether a socket address stays on this machine: a path, or a loopback host."""
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    if host in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def forbid_network(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook: connecting anywhere but to this machine is an error, whatever library tries it."""
    if event == "socket.connect" and not is_local(arguments[1]):
        raise RuntimeError(f"a test tried to connect to {arguments[1]!r}; tests reach this machine only")


sys.addaudithook(forbid_network)
