"""`fray` with a watch on its event loop: while one callback runs, everybody else waits.

The longest since SIGUSR1 stands in the file named by FRAY_SOAK_LONGEST: {"seconds", "of"}, in seconds of the processor,
collections within it included.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path

from server.cli.main import main


class Watch:
    """Times each callback of asyncio's own loop."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._longest_s = 0.0

    def start(self) -> None:
        """From now on."""
        run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            begun_s = time.thread_time()
            run(handle)
            self.took(time.thread_time() - begun_s, handle)

        asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]

    def took(self, seconds: float, what: object) -> None:
        """One callback is done."""
        if seconds > self._longest_s:
            self._longest_s = seconds
            new = self._path.with_suffix(".new")
            new.write_text(json.dumps({"seconds": seconds, "of": repr(what)}))
            new.replace(self._path)

    def forget(self) -> None:
        """As if nothing had run before."""
        self._longest_s = 0.0
        self._path.unlink(missing_ok=True)


if __name__ == "__main__":
    watch = Watch(Path(os.environ["FRAY_SOAK_LONGEST"]))
    watch.start()
    signal.signal(signal.SIGUSR1, lambda _number, _frame: watch.forget())
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # its callbacks can't be watched
    sys.exit(main())
