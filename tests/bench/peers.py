"""What people use instead, from the npm registry, beside Fray in the same rounds (make bench-peers).

boardgame.io and Colyseus carry a move that only notes itself, to one player and five who watch; Fray carries the fight
of `tests.bench.fight` with all its rules. Showdown's simulator, without network, stands beside the rules alone.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from client_demo import node
from tests.bench import machine, tape
from tests.bench.figures import Row, Target, interleaved, ratio_least, row
from tests.bench.machine import HERE, OTHER_CORE, SERVER_CORE, Missing, Process
from tests.bench.network import Net
from tests.bench.rules import rules_us

TABLES, STEPS, ROUNDS, SECONDS = 64, 60, 3, 4
INSTALL_S, LOAD_S = 300, 90


class Peers:
    """The peers, installed in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "peers"
        shutil.copytree(HERE / "peers", self.folder)
        self._node = node.binary()
        npm = node.wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        path = os.pathsep.join([str(self._node.parent), os.environ.get("PATH", os.defpath)])
        words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        try:
            subprocess.run([self._node, npm, *words], cwd=self.folder, env={**os.environ, "PATH": path}, check=True,
                           timeout=INSTALL_S, capture_output=True)  # fmt: skip
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise Missing(f"the peers' packages from npm ({error})") from error

    def moves(self, name: str, *options: str) -> float:
        """Moves a second of `<name>.js`, by `<name>_load.js`."""
        port = machine.free_port()
        with Process([self._node, self.folder / f"{name}.js", str(port), *options], SERVER_CORE) as server:
            machine.wait_for_port(port)
            words = (str(port), str(TABLES), str(SECONDS), str(server.pid))
            return self._per_s([self.folder / f"{name}_load.js", *words], OTHER_CORE)

    def filed_moves(self) -> float:
        """boardgame.io with its store of files."""
        store = Path(tempfile.mkdtemp(dir=self.folder))
        return self.moves("boardgame", str(store))

    def decisions(self) -> float:
        """Decisions a second of Showdown's simulator."""
        return self._per_s([self.folder / "showdown.js", str(SECONDS), "gen1randombattle"], SERVER_CORE)

    def _per_s(self, words: list[str | Path], core: int) -> float:
        found: dict[str, Any] = machine.run_json([self._node, *words], core, LOAD_S)
        return float(found["per_s"])


def rows(folder: Path) -> list[Row]:
    """All peers. Raises Missing where they can't be installed."""
    peers = Peers(folder)
    net = Net(folder, asyncio.run(tape.record(folder, TABLES, STEPS)))
    rivals: list[tuple[str, Target, Callable[[], float]]] = [
        ("boardgame.io, in memory", ratio_least(1), lambda: peers.moves("boardgame")),
        ("boardgame.io, file store", ratio_least(10), peers.filed_moves),
        ("Colyseus, patches every 50 ms", ratio_least(1), lambda: peers.moves("colyseus", "50")),
        ("Colyseus, a patch at once", ratio_least(0.25), lambda: peers.moves("colyseus", "0")),
    ]
    fray, *others = interleaved(ROUNDS, (lambda: float(net.play_fray(TABLES)["per_s"]), *(one[2] for one in rivals)))
    found = [
        row(f"intents/s beside {name}", fray, "1/s", target, other)
        for (name, target, _), other in zip(rivals, others, strict=True)
    ]
    fight = net.tapes[0]
    ours, showdown = interleaved(ROUNDS, (lambda: 1e6 / rules_us(fight), peers.decisions))
    note = "check, decide, fold, and the options of the seats asked, of one accepted intent"
    return [*found, row("decisions/s beside Showdown's simulator, gen 1", ours, "1/s", ratio_least(2), showdown, note)]
