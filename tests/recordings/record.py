"""Plays the recorded fights at real tables and writes down what became of them.

    PYTHONPATH=.:tests/three_cups python -m tests.recordings.record [FIGHT...]

Seeds, ids and the clock are given, so the same code writes the same bytes again. A recording is kept for good: where
other code would write other bytes, it is refused (see README.md).
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from client_demo.choice import choose, filled
from protocol import messages as m
from server.conformance.storms import edit_of
from server.core import intents as i
from server.core.dice import commitment_of
from server.core.errors import Rejected
from server.core.history.amend import Preview, preview
from server.core.ids import Position
from server.core.secrecy import known
from server.core.state import Decision
from server.core.view import builtins, view
from server.encounter.installed import systems
from server.keys.links import Links
from server.keys.seeds import SeedKeeper
from server.lobby.lobby import Lobby
from server.past.rulings import ActCard, card
from server.store.memory import MemoryLog
from server.table.services import Services
from server.table.table import Table
from tests.recordings.fights import FIGHTS, Fight
from tests.recordings.states import FOLDER, SUMS, Log, packed, states_of, sums
from tests.support.clocks import Ticking
from tests.support.luck import Numbers, same_numbers
from tests.table.party import Party, Remembering

GAP = 3
"""So many steps of the fight at least between two things beside it."""

AT_ONCE = ("into window", "to question", "drop dice", "rewind dice")
"""What only few moments are good for."""

TRIES = 5
"""So often each seat is asked what it does before the GM ends the question."""

DULL = {
    "policy", "turn_breather", "custom", "delay_turn", "forfeit", "swap", "swap_ep", "withdraw_reaction",
    "phase_unsettle", "go_yield", "actions_declare", "tactics_set", "change_add", "change_drop", "change_replace",
}  # fmt: skip
"""Keys of what brings a fight no further; it is chosen seldom."""

RARE = {"dodge", "evade", "parry", "shield_parry", "object_parry", "take_opportunity"}
"""Keys of what is mostly taken where it is offered at all."""

QUIET_TURNS = 60
"""The event loop goes round so often while nothing is appended: then the server has nothing more to do by itself."""


class Player(Remembering):
    """A viewer with random nonces and ids, as real clients send them."""

    numbers: Numbers

    def submit(self, intent: dict[str, Any], id: bytes | None = None, decision: str | None = None) -> bytes:
        id = id or self.numbers.token_bytes(16)
        nonce, raw = self.numbers.token_bytes(16), msgspec.Raw(self.codec.to_bytes(intent))
        answers = msgspec.UNSET if decision is None else decision
        self.table.submit(self, m.Submit(id=id, intent=raw, nonce=nonce, decision=answers))
        return id


class Scene:
    """A table with all its seats, and the luck that decides what they do."""

    def __init__(self, fight: Fight, name: str, table: Table, players: dict[str, Player]) -> None:
        self.fight, self.table, self.players = fight, table, players
        self.luck = random.Random(f"{name} {fight.seed}")
        self.timeline = table.timeline

    @property
    def decision(self) -> Decision | None:
        """The open decision."""
        return self.timeline.state.play.decision

    async def does(self, seat: str, intent: Any, decision: str | None = None) -> bool:
        """An intent, and whatever the server does by itself after it. Was it taken?"""
        plain = intent if isinstance(intent, dict) else msgspec.to_builtins(intent, builtin_types=(bytes,))
        answer = await self.players[seat].does(plain, decision=decision)
        await self.rest()
        return isinstance(answer, m.Ack)

    async def rest(self) -> None:
        """Wait until the server has nothing more to do."""
        quiet, version = 0, self.timeline.version
        while quiet < QUIET_TURNS:
            await asyncio.sleep(0)
            quiet, version = quiet + 1 if version == self.timeline.version else 0, self.timeline.version

    def offered(self, seat: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Options and view of a seat as its client has them."""
        asker = self.table.audiences.asker(seat)
        with self.timeline.shelf:
            state = known(self.table.system, self.timeline.state, asker.audience)
            options = msgspec.to_builtins(self.table.system.options(state, asker))
            return options, builtins(view(self.table.system, state, asker.audience))

    def seats(self) -> list[str]:
        """GM and players, in any order."""
        return self.luck.sample(sorted(self.players), len(self.players))

    # --- fighting ----------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """All bring a random value; the GM begins; they reveal it."""
        values = {seat: seat.encode().ljust(32, b".") for seat in sorted(self.players) if seat != "gm"}
        for seat, value in values.items():
            bound = commitment_of(bytes.fromhex(self.table.encounter), seat, value)
            await self.does(seat, i.Join(commitment=bound))
        options, seen = self.offered("gm")
        starts = [o for o in options if o["key"].startswith(self.fight.start) and "reason" not in o]
        await self.does("gm", filled(starts[0], seen, self.luck))
        for seat, value in values.items():
            await self.does(seat, i.Reveal(preimage=value))

    async def step(self) -> bool:
        """Somebody does something that is offered, throws dice or says nothing more; False: nobody can do anything."""
        play = self.timeline.state.play
        if play.is_held and self.decision is not None:
            return await self.does("gm", i.Continue(decision=self.decision.id))
        if play.parked is not None:
            return await self.throw()
        for _ in range(TRIES):
            for seat in self.seats():
                chosen = self.chosen(seat)
                if chosen is not None and await self.does(seat, *chosen):
                    return True
        return self.decision is not None and await self.does("gm", i.CloseDecision(decision=self.decision.id))

    def chosen(self, seat: str) -> Any:
        """What a seat does: mostly as a bot would, at times anything that is offered."""
        options, seen = self.offered(seat)
        rare = [o for o in options if o["key"] in RARE and "reason" not in o]
        if rare and self.luck.random() < 0.7:
            options = rare
        elif self.luck.random() < 0.6:
            return choose(options, seen, self.luck)
        able = [o for o in options if "reason" not in o and o.get("who") and o.get("group") not in ("gm", "end")]
        answers = [o for o in able if o.get("answers")]
        if self.decision is not None and not answers:
            return None
        weights = [0.1 if option["key"] in DULL else 1 for option in answers or able]
        option = self.luck.choices(answers or able, weights)[0] if able else None
        intent = filled(option, seen, self.luck) if option else None
        decision = seen.get("decision", {}).get("id") if option and option.get("answers") else None
        return None if intent is None else (intent, decision)

    async def throw(self) -> bool:
        """Dice that an act waits for are typed in, or left to the server."""
        parked = self.timeline.state.play.parked
        assert parked is not None
        faces = tuple(self.luck.randint(1, parked.sides) for _ in range(parked.count))
        intent = i.TypeDice(faces=faces) if self.luck.random() < 0.7 else i.ServerRolls()
        return await self.does(self.timeline.ledger.controller(parked.who), intent)

    # --- beside fighting ---------------------------------------------------------------------------------------------

    async def beside(self, what: str) -> bool:
        """Do it if it can be done now."""
        kind, _, how = what.partition(" ")
        if kind in ("amend",):
            return await self.amend(how)
        done: Callable[[], Awaitable[bool]] = getattr(self, "_" + what.replace(" ", "_"))
        return await done()

    def back(self) -> list[Position]:
        """Where play can be taken back to, newest first."""
        begun = self.timeline.ledger.begun
        return [position for position in self.timeline.line() if position.version >= begun][1:]

    async def _rewind(self) -> bool:
        back = self.back()
        return len(back) > 8 and await self.does("gm", {"type": "rewind", "to": list(back[6]), "reason": "a mistake"})

    async def _redo(self) -> bool:
        """What was taken back is done again after all."""
        return await self._rewind() and await self.does("gm", {"type": "redo", "reason": "it was none"})

    async def _into_window(self) -> bool:
        """Somebody has answered, others have not: the answer is taken back, the question stays open."""
        back, here = self.back(), self.decision
        if here is None or not back or len(here.unanswered()) == len(here.asks) or not here.unanswered():
            return False
        then = self.timeline.play_at(back[0]).decision
        if then is None or then.id != here.id or then.unanswered() == here.unanswered():
            return False
        return await self.does("gm", {"type": "rewind", "to": list(back[0]), "reason": "think again"})

    async def _to_question(self) -> bool:
        """The last answer to a question is taken back, which opens the question anew."""
        back = self.back()
        then = self.timeline.play_at(back[0]).decision if back else None
        if then is None or not then.unanswered() or then.kind == "reveal" or then == self.decision:
            return False
        return await self.does("gm", {"type": "rewind", "to": list(back[0]), "reason": "think again"})

    async def _rewind_dice(self) -> bool:
        """Back behind an act that waits for dice."""
        back = self.back()
        if self.timeline.state.play.parked is None or not back:
            return False
        return await self.does("gm", {"type": "rewind", "to": list(back[0]), "reason": "no dice at hand"})

    async def _drop_dice(self) -> bool:
        return self.timeline.state.play.parked is not None and await self.does("gm", i.DropAct())

    async def _wish(self) -> bool:
        """A player asks to have the last thing back that it was told of; the GM grants it."""
        seat = self.fight.seat
        n = self.timeline.ledger.told[f"seat:{seat}"].n
        if len(self.back()) < 12 or not await self.does(seat, {"type": "request_undo", "n": n - 2, "reason": "oh"}):
            return False
        request = next(iter(self.timeline.ledger.requests))
        return await self.does("gm", {"type": "answer_undo", "request": request, "yes": True})

    async def _pause(self) -> bool:
        return await self.does("gm", i.Pause()) and await self.does("gm", i.Unpause())

    async def _show(self) -> bool:
        return len(self.back()) > 30 and await self.does("gm", i.Show(who=self.fight.hidden[0]))

    async def _hide(self) -> bool:
        return len(self.back()) > 36 and await self.does("gm", i.Hide(who=self.fight.hidden[0]))

    async def _seen_by(self) -> bool:
        """One player finds out about a hidden one."""
        return await self.does("gm", i.Hide(who=self.fight.hidden[0], seen_by=(self.fight.seat,)))

    async def _hand_over(self) -> bool:
        """A player's combatant becomes the GM's."""
        who = next(who for who, seat in self.timeline.ledger.control.items() if seat != "gm" != self.fight.seat)
        return await self.does("gm", i.HandOver(who=who, seat="gm"))

    async def _move(self) -> bool:
        who = self.luck.choice(sorted(self.timeline.state.play.pieces))
        return await self.does("gm", i.SetPosition(who=who, at=(350, 250)))

    async def _remove(self) -> bool:
        npcs = [who for who in self.timeline.state.play.pieces if self.timeline.ledger.controller(who) == "gm"]
        return len(self.back()) > 40 and await self.does("gm", i.RemoveCombatant(who=self.luck.choice(npcs)))

    async def _close(self) -> bool:
        """The last thing of its fight, which is played on until then."""
        return False

    async def _ruling(self) -> bool:
        """One of the GM's own powers."""
        options, seen = self.offered("gm")
        able = [o for o in options if o.get("group") == "gm" and "reason" not in o and o["key"] != "end_combat"]
        intent = filled(self.luck.choice(able), seen, self.luck) if able else None
        return intent is not None and await self.does("gm", intent)

    async def amend(self, how: str) -> bool:
        """The GM changes an act of the last ones as `how` says; `draw`: so that dice are needed, which are drawn."""
        if self.timeline.state.play.parked is not None or len(self.back()) < 6:
            return False
        acts = [p for p in self.timeline.line() if card(self.timeline, ActCard(at=p)).amendable][:30]
        for at in acts:
            for _ in range(6):
                edit = edit_of(self, at, self.luck)  # type: ignore[arg-type]  # it reads the timeline alone
                fits = {"face": edit.faces, "term": edit.terms, "struck": edit.struck, "draw": True}[how]
                if fits and await self._amended(edit, how == "draw"):
                    return True
        return False

    async def _amended(self, edit: i.Edit, draws: bool) -> bool:
        seen = self._previewed(edit)
        if seen is None or bool(seen.needs) != draws:
            return False
        while seen is not None and seen.needs:
            if not await self.does("gm", i.DrawDice(target=edit.at, edits=(edit,))):
                return False
            seen = self._previewed(edit)
        if seen is None:
            return False
        change = i.Amend(target=edit.at, edits=(edit,), digest=seen.digest, reason="a ruling")
        return await self.does("gm", change)

    def _previewed(self, edit: i.Edit) -> Preview | None:
        try:
            return preview(self.timeline, edit.at, (edit,))
        except Rejected:
            return None


async def played(name: str) -> tuple[Log, dict[str, bytes]]:
    """The log of a fight, and the files that GM and player fetched from the server."""
    fight, data = FIGHTS[name], Path(tempfile.mkdtemp())
    log = MemoryLog()
    lobby = Lobby(Services(log, SeedKeeper(b"r" * 32), Ticking()), systems(), Links(data / "links.json"))
    made = await lobby.create(fight.spec(name))
    players: dict[str, Player] = {}
    for seat in [id for id in made["links"] if id != "spectator"]:
        sitting = await Party(lobby, made["links"]).sits(seat)
        sitting.table.detach(sitting)
        players[seat] = Player(sitting)
        players[seat].numbers = Numbers(f"{name} {seat}")
        players[seat].table.attach(players[seat])
    scene = Scene(fight, name, players["gm"].table, players)
    await acted(scene)
    files = {audience: await fetched(players[seat]) for audience, seat in (("gm", "gm"), ("seat", fight.seat))}
    entries = await log.read(made["encounter"])
    await lobby.close()
    return Log(fight.system, made["encounter"], [entry.body for entry in entries]), files


async def acted(scene: Scene) -> None:
    """The whole fight."""
    await scene.begin()
    waiting, last = list(scene.fight.beside), 0
    for number in range(scene.fight.steps):
        for what in [what for what in waiting if number - last >= GAP or what in AT_ONCE]:
            if await scene.beside(what):
                print(f"  commit {scene.timeline.version}: {what}")
                waiting.remove(what)
                last = number
                break
        if not await scene.step():
            break
    if waiting == ["close"]:
        while scene.timeline.state.play.parked is not None:
            await scene.throw()
        await scene.does("gm", i.Close())
        waiting.clear()
    if waiting:
        raise SystemExit(f"{waiting} found no moment: another seed may do")


async def fetched(player: Player) -> bytes:
    """The export file as a client fetches it."""
    first = await player.asks({"type": "export"})
    data = bytes(first["data"])
    while len(data) < first["size_bytes"]:
        part = await player.asks({"type": "part", "file": first["file"], "offset": len(data)})
        data += part["data"]
    return data


def main(names: list[str]) -> None:
    """Record the fights, or these of them."""
    for name in names or FIGHTS:
        with same_numbers(0):
            log, files = asyncio.run(played(name))
        (FOLDER / name).parent.mkdir(exist_ok=True)
        states = packed(states_of(log, f"seat:{FIGHTS[name].seat}"))
        keep({f"{name}.gm.fray": files["gm"], f"{name}.seat.fray": files["seat"], f"{name}.states": states})
        print(f"{name}: {len(log.bodies)} commits")


def keep(files: dict[str, bytes]) -> None:
    """Write them and their sums; what has been recorded before must come out the same."""
    recorded = sums()
    for name, data in files.items():
        digest = hashlib.sha256(data).hexdigest()
        if recorded.setdefault(name, digest) != digest:
            raise SystemExit(f"{name} would come out differently: it stays as it was recorded")
        (FOLDER / name).write_bytes(data)
    SUMS.write_text("".join(f"{digest}  {name}\n" for name, digest in sorted(recorded.items())), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
