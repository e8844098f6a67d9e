"""The decoders under a stream of frames, guided by coverage where atheris is there: only ProtocolError may come out.

    python -m tests.fuzz.decode --runs 1000000 [--seed N]

Targets are both subprotocols, and behind a readable message the body: intents of every system, questions, encounters.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from three_cups import SYSTEM as THREE_CUPS

from protocol import codec as wire
from protocol import messages as m
from protocol.errors import CODES, ProtocolError
from server.core.create import EncounterSpec
from server.core.deciding.decide import intent_union
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.past.questions import AnyQuestion
from tests.fuzz.grammar import Frames, Grammar

Verdict = tuple[str, list[str]]

MOST_BYTES = 80 * 1024
SLOW_S, SLOWEST_S = 0.005, 0.1
"""All but one frame of a thousand take less CPU time than the first, and each less than the second: that one met the
collector of garbage, or a decoder that is not bounded."""

MOST_MB = 50


class Target:
    """Takes one frame; counts what comes of it. Anything but a refusal is an exception."""

    def __init__(self) -> None:
        self.systems = {**systems(), "three_cups": THREE_CUPS}
        self.said: Counter[str] = Counter()
        self.slowest_s = 0.0
        self.slow = 0
        """Frames that took longer than SLOW_S."""
        self._each_s: list[float] = []
        """What the intent of the last frame took by the rules of each system."""
        self._intents = [
            (codec, codec.reader(intent_union(system), "$.intent"))
            for codec in wire.CODECS.values()
            for system in self.systems.values()
        ]
        self._questions = {name: codec.reader(AnyQuestion, "$.question") for name, codec in wire.CODECS.items()}
        self._encounters = {name: codec.reader(dict[str, Any], "$.encounter") for name, codec in wire.CODECS.items()}

    def take(self, data: bytes) -> None:
        """One frame, as the subprotocol reads it that it looks like, or both. A server reads an intent by the rules of
        one system: so of all those that are tried here the one counts that takes longest."""
        self._each_s.clear()
        begun_s = time.process_time()
        for codec in _likely(data):
            self._read(partial(self._open, codec, data))
        took_s = time.process_time() - begun_s - sum(self._each_s) + max(self._each_s, default=0.0)
        self.slowest_s = max(self.slowest_s, took_s)
        self.slow += took_s > SLOW_S

    def _open(self, codec: wire.Codec, data: bytes) -> str:
        return self._body(codec, codec.decode(data))

    def _read(self, read: Callable[[], str]) -> None:
        try:
            self.said[read()] += 1
        except ProtocolError as error:
            if error.code not in CODES or not error.message or len(error.message) > 2000:
                raise AssertionError(f"a refusal that nobody can read: {error.code} {error.message!r}") from error
            self.said[error.code] += 1

    def _body(self, codec: wire.Codec, message: m.ClientMessage) -> str:
        match message:
            case m.Submit():
                for of, read in self._intents:
                    if of is codec:
                        begun_s = time.process_time()
                        self._read(partial(_intent, read, message.intent))
                        self._each_s.append(time.process_time() - begun_s)
            case m.Ask():
                self._questions[codec.subprotocol](message.question)
            case m.Create():
                self._lay(self._encounters[codec.subprotocol](message.encounter))
            case _:
                pass
        return "a message"

    def _lay(self, raw: dict[str, Any]) -> None:
        try:
            encounter_file.encounter(raw, "encounter", self.systems)
        except encounter_file.BadFile:
            self.said["a bad encounter"] += 1


def _intent(read: Callable[[msgspec.Raw], Any], body: msgspec.Raw) -> str:
    read(body)
    return "an intent"


def _likely(data: bytes) -> Iterable[wire.Codec]:
    """The subprotocols that may find something in a frame; the other one sees in its first byte that it is none."""
    if data[:1] >= b"\x80":
        return (wire.MSGPACK,)
    return (wire.JSON,) if data[:1] in (b"{", b"[") else wire.CODECS.values()


def sources(luck: random.Random) -> list[Frames]:
    """Frames of both subprotocols with the intents of every system."""
    every = {**systems(), "three_cups": THREE_CUPS}
    words = [name for system in every.values() for name in (system.name, *system.rules)][:60]
    return [
        Frames(Grammar(luck, words), codec, intent_union(system), AnyQuestion, EncounterSpec)
        for codec in wire.CODECS.values()
        for system in every.values()
    ]


def blind(runs: int, seed: int) -> Verdict:
    """Grammar and mutation, without coverage."""
    target, luck, begun_s = Target(), random.Random(seed), time.process_time()
    made = sources(luck)
    before = rss_mb()
    gc.collect()
    gc.freeze()  # what others left in this process costs no frame anything
    try:
        for _ in range(runs):
            data = luck.choice(made).next() if luck.random() < 0.9 else luck.randbytes(luck.randrange(200))
            try:
                target.take(data)
            except Exception as error:
                return f"seed {seed}", [f"{type(error).__name__}: {error} for the frame {data.hex()}"]
    finally:
        gc.unfreeze()
    return verdict(target, runs, time.process_time() - begun_s, before, "grammar and mutation")


def verdict(target: Target, runs: int, took_s: float, before_mb: float, how: str) -> Verdict:
    """Figures, and what is too slow or too large."""
    grown_mb = rss_mb() - before_mb
    said = ", ".join(f"{name} {count}" for name, count in target.said.most_common(9))
    wrongs = [f"a frame took {target.slowest_s:.2f} s of CPU"] if target.slowest_s > SLOWEST_S else []
    if target.slow > max(1, runs // 1000):
        wrongs.append(f"{target.slow} frames took more than {SLOW_S * 1000:.0f} ms of CPU each")
    if grown_mb > MOST_MB:
        wrongs.append(f"memory grew by {grown_mb:.0f} MB")
    return (
        f"{runs} frames, {how}, {runs / max(took_s, 1e-9):.0f}/s, slowest {target.slowest_s * 1000:.1f} ms "
        f"({target.slow} above {SLOW_S * 1000:.0f}), "
        f"memory +{grown_mb:.0f} MB: {said}"
    ), wrongs


def rss_mb() -> float:
    """The most memory that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def guided(runs: int, seed: int) -> Verdict:
    """In a process of its own: atheris never gives one back."""
    with tempfile.TemporaryDirectory(prefix="fray-fuzz-") as folder:
        words = [sys.executable, "-m", "tests.fuzz.guided", folder, str(runs), str(seed)]
        ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=3600)
        report = Path(folder, "report")
        if ended.returncode or not report.exists():
            kept = [path.read_bytes()[:400].hex() for path in Path(folder).glob("crash-*")]
            return f"seed {seed}", [f"the fuzzer ended with {ended.returncode}: {ended.stderr[-1500:]} {kept}"]
        figures, *wrongs = report.read_text().split("\n")
        covered = [line for line in ended.stderr.splitlines() if " cov: " in line]
        edges = covered[-1].split(" cov: ")[1].split()[0] if covered else "?"
    return f"{figures}; {edges} edges covered", [wrong for wrong in wrongs if wrong]


def fuzz(runs: int, seed: int) -> Verdict:
    """Guided by coverage where that is possible."""
    return guided(runs, seed) if importlib.util.find_spec("atheris") else blind(runs, seed)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.decode", description="Frames for the decoders.")
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blind", action="store_true", help="without coverage, also where atheris is there")
    given = parser.parse_args()
    figures, wrongs = (blind if given.blind else fuzz)(given.runs, given.seed)
    print(figures, *wrongs, sep="\n")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
