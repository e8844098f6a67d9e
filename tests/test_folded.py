"""The same log is the same state in every process: whatever its hash seed, time zone and locale."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = [("0", "UTC", "C"), ("1", "Asia/Kathmandu", "de_DE.UTF-8"), ("2", "America/St_Johns", "tr_TR.UTF-8"),
          ("3", "Pacific/Kiritimati", "C.UTF-8")]  # fmt: skip
"""Hash seed, time zone, locale."""


def test_every_process_folds_and_decides_the_same() -> None:
    """Golden logs fold to the same bytes, and the same choices make the same log."""
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests/three_cups")))
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.folded"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, zone, locale in PLACES
    ]
    said = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * len(PLACES)
    assert len(json.loads(said[0])) >= 6
    assert said == [said[0]] * len(PLACES)
