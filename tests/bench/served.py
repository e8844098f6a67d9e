"""`fray` with a watch on its garbage collector and a profiler at hand: what the benchmarks start instead of it.

SIGUSR1 writes {"longest_ms", "full_ms"} to the file named by FRAY_BENCH_REPORT: the longest pause of the collector
since the last time, and what a full collection takes now. SIGUSR2 starts the profiler, and again writes its figures.
"""

from __future__ import annotations

import cProfile
import gc
import json
import os
import signal
import sys
import time
from pathlib import Path

from server.cli.main import main

_longest_s = 0.0
_begun_s = 0.0
_profile: cProfile.Profile | None = None


def _watch(phase: str, _info: dict[str, int]) -> None:
    global _begun_s, _longest_s
    if phase == "start":
        _begun_s = time.perf_counter()
    else:
        _longest_s = max(_longest_s, time.perf_counter() - _begun_s)


def _report(_number: int, _frame: object) -> None:
    global _longest_s
    longest_s, begun_s = _longest_s, time.perf_counter()
    gc.collect()
    full_s = time.perf_counter() - begun_s
    _longest_s = 0.0
    _write(json.dumps({"longest_ms": longest_s * 1000, "full_ms": full_s * 1000}).encode())


def _toggle(_number: int, _frame: object) -> None:
    global _profile
    if _profile is None:
        _profile = cProfile.Profile()
        _profile.enable()
        return
    _profile.disable()
    path = Path(os.environ["FRAY_BENCH_REPORT"])
    _profile.dump_stats(path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def _write(data: bytes) -> None:
    path = Path(os.environ["FRAY_BENCH_REPORT"])
    path.with_suffix(".new").write_bytes(data)
    path.with_suffix(".new").replace(path)


if __name__ == "__main__":
    gc.callbacks.append(_watch)
    signal.signal(signal.SIGUSR1, _report)
    signal.signal(signal.SIGUSR2, _toggle)
    sys.exit(main())
