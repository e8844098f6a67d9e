"""Ports of the loopback for servers that are killed and come back on the same one.

They lie below those that the system gives to whoever asks for any port, or connects: nobody is given one of them while
its server is away. Each of pytest's workers has its own.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import socket

FIRST, EACH, WORKERS = 10_100, 2_000, 5  # browsers open no page on 10080
BUS = 10_000
"""Nodes of a cluster talk to one another on a port so much higher."""

_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS
_tries = itertools.count()
APART = 41
"""Processes begun one after the other, forks of one parent too, begin their tries so far from each other's."""


def free_port() -> int:
    """A port on which nothing listens, nor on that of its bus; the next call finds another one."""
    while True:
        port = FIRST + _worker * EACH + (os.getpid() * APART + next(_tries)) % EACH
        with contextlib.suppress(OSError), socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + BUS))
            return port
