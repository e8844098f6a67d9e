"""What people use instead, from the npm registry, beside Fray in the same rounds (make bench-peers).

boardgame.io and Colyseus carry a move that only notes itself, to one player and five who watch; Fray carries the fight
of `tests.bench.fight` with all its rules. Three Cups, with its secrets, is the same small game for all of them: that is
told, and nothing asked of it. Showdown's simulator, without network, stands beside the rules alone.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from client_demo import node
from tests.bench import machine, tape
from tests.bench.cups import CupsRecorder
from tests.bench.figures import Row, Target, interleaved, ratio_least, row, told
from tests.bench.machine import HERE, OTHER_CORE, SERVER_CORE, Missing, Process
from tests.bench.network import Net, Result, median, rounds_of
from tests.bench.rules import rules_us

INSTALL_S, LOAD_S = 300, 120
# What boardgame.io stores files with is the oldest version that it allows: newer ones write them once a second, so that
# a move waits that long with nothing to do, and what is compared is a timer.


class Rival(msgspec.Struct, frozen=True):
    """A server that people use instead: its file here, what it is started with, and what Fray is to reach beside it
    where that is asked."""

    title: str
    name: str
    options: tuple[str, ...]
    target: Target | None = None


RIVALS = (
    Rival("boardgame.io, in memory", "boardgame", (), ratio_least(1, aim=2)),
    Rival("boardgame.io, file store", "boardgame", ("files",), ratio_least(10)),
    Rival("Colyseus, patches every 50 ms", "colyseus", ("50",), ratio_least(1)),
    Rival("Colyseus, a patch at once", "colyseus", ("0",), ratio_least(1)),
)

AT_CUPS = (
    Rival("boardgame.io, in memory", "boardgame_cups", ()),
    Rival("boardgame.io, file store", "boardgame_cups", ("files",)),
    Rival("Colyseus, patches every 50 ms", "colyseus_cups", ("50",)),
    Rival("Colyseus, a patch at once", "colyseus_cups", ("0",)),
)
"""With Three Cups, and its secrets kept: each player is told only what it may know."""


class Peers:
    """The peers, installed in a folder. Raises Missing where npm can't."""

    def __init__(self, folder: Path, seconds: int) -> None:
        self.folder = folder / "peers"
        self._seconds = seconds
        shutil.copytree(HERE / "peers", self.folder)
        self._node = node.binary()
        npm = node.wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        path = os.pathsep.join([str(self._node.parent), os.environ.get("PATH", os.defpath)])
        words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        try:
            subprocess.run([self._node, npm, *words], cwd=self.folder, env={**os.environ, "PATH": path}, check=True,
                           timeout=INSTALL_S, capture_output=True, text=True)  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise Missing(f"the peers' packages: npm took more than {INSTALL_S} s") from error
        except subprocess.CalledProcessError as error:
            raise Missing(f"the peers' packages: {error.stderr.strip()[-500:]}") from error

    def play(self, rival: Rival, tables: int) -> Result:
        """Moves a second of one server, and how busy it and its load are."""
        options = [tempfile.mkdtemp(dir=self.folder) if word == "files" else word for word in rival.options]
        port = machine.free_port()
        command: list[str | Path] = [self._node, self.folder / f"{rival.name}.js", str(port), *options]
        with Process(command, SERVER_CORE, {"NODE_ENV": "production"}) as server:
            machine.wait_for_port(port)
            words = (str(port), str(tables), str(self._seconds), str(server.pid))
            return self._found([self.folder / f"{rival.name}_load.js", *words], OTHER_CORE)

    def decisions(self) -> float:
        """Decisions a second of Showdown's simulator."""
        found = self._found([self.folder / "showdown.js", str(self._seconds), "gen1randombattle"], SERVER_CORE)
        return float(found["per_s"])

    def _found(self, words: list[str | Path], core: int) -> Result:
        found: Result = machine.run_json([self._node, *words], core, LOAD_S)
        return found


def rows(folder: Path, tables: int, steps: int, rounds: int, seconds: int) -> list[Row]:
    """All peers. Raises Missing where they can't be installed."""
    peers = Peers(folder, seconds)
    fights = asyncio.run(tape.record(folder, tables, steps))
    found = _beside(peers, RIVALS, Net(folder, fights), tables, rounds, "intents/s")
    cups = folder / "cups"
    cups.mkdir()
    games = asyncio.run(tape.recorded(CupsRecorder(cups), [steps] * tables))
    found += _beside(peers, AT_CUPS, Net(cups, games), tables, rounds, "intents/s of Three Cups")
    fight = fights[0]
    decisions, showdown = interleaved(rounds, (lambda: 1e6 / rules_us(fight), peers.decisions))
    note = "check, decide, fold, and the options of the seats asked, of one accepted intent; CPU time"
    title = "decisions/s beside Showdown's simulator, gen 1"
    return [*found, row(title, decisions, "1/s", ratio_least(1), showdown, note)]


def _beside(peers: Peers, rivals: Sequence[Rival], net: Net, tables: int, rounds: int, what: str) -> list[Row]:
    """All these in the same rounds as Fray, which plays the tapes of `net`."""
    plays: list[Callable[[], Result]] = [lambda rival=rival: peers.play(rival, tables) for rival in rivals]  # type: ignore[misc]
    ours, *others = rounds_of(rounds, lambda: net.play_fray(tables), *plays)
    found: list[Row] = []
    for rival, theirs in zip(rivals, others, strict=True):
        figure, per_s, floor = f"{what} beside {rival.title}", median(ours, "per_s"), median(theirs, "per_s")
        note = f"{busy(theirs)}; Fray: {busy(ours)}"
        if rival.target is None:
            found.append(told(figure, per_s, "1/s", floor, note))
        else:
            found.append(row(figure, per_s, "1/s", rival.target, floor, note))
    return found


def busy(results: Sequence[Result]) -> str:
    """Who had how much to do."""
    cpu = [result["cpu"] if isinstance(result["cpu"], float) else result["cpu"][0] for result in results]
    return f"server {statistics.median(cpu):.0%}, its load {median(results, 'load_cpu'):.0%} of a core"
