"""The decoders' target in libFuzzer's loop, in a process of its own: `python -m tests.fuzz.guided FOLDER RUNS SEED`.

Run by `tests.fuzz.decode`; the report lies in the folder then. Needs atheris.
"""

import os
import random
import sys
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["protocol", "server.encounter.file"]):
    import protocol.codec  # noqa: F401 - only imported here to be watched
    import server.encounter.file  # noqa: F401 - only imported here to be watched

from tests.fuzz.decode import MOST_BYTES, Target, rss_mb, sources, verdict
from tests.fuzz.grammar import broken


def main(folder: Path, runs: int, seed: int) -> None:
    """So many frames: libFuzzer's mutations, and beside them the grammar's."""
    target, luck, begun_s, before_mb = Target(), random.Random(seed), time.process_time(), rss_mb()
    made, count = sources(luck), 0
    corpus = folder / "corpus"
    corpus.mkdir()
    for number in range(200):
        (corpus / str(number)).write_bytes(luck.choice(made).whole())

    def mutate(data: bytes, most: int, its_seed: int) -> bytes:
        here = random.Random(its_seed)
        match here.randrange(4):
            case 0:
                return luck.choice(made).next()[:most]
            case 1:
                return broken(data, here)[:most]
            case _:
                return bytes(atheris.Mutate(data, most))

    def take(data: bytes) -> None:
        nonlocal count
        target.take(data)
        count += 1
        if count == runs:
            figures, wrongs = verdict(target, count, time.process_time() - begun_s, before_mb, "guided by coverage")
            (folder / "report").write_text("\n".join([figures, *wrongs]))

    options = [f"-runs={runs}", f"-seed={seed or 1}", f"-max_len={MOST_BYTES}", "-rss_limit_mb=2048", "-timeout=20"]
    os.chdir(folder)
    atheris.Setup([sys.argv[0], *options, str(corpus)], take, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
