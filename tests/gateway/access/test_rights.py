"""Every cell of the authorisation matrix, against a real server through real sockets.

What may be done is sent too, but to a log that takes nothing any more, so that no cell changes what the next one finds.
"""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import msgspec.inspect as mi
import pytest
from skirmish import SYSTEM as SKIRMISH
from three_cups import SYSTEM as THREE_CUPS
from toy_two import SYSTEM as NIGHT_WATCH

from client_demo.choice import choose
from protocol import messages as m
from server.conformance.worlds.hidden import goes_on
from server.core.create import EncounterSpec
from server.core.deciding.check import check
from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.intents import CORE_INTENTS
from server.core.secrecy import known
from server.core.state import State, TableOptions
from server.core.view import builtins, view
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.gateway.auth import parse_token
from server.keys.links import token_of
from server.past.questions import AnyQuestion
from server.scenario.rehearsal import Rehearsal
from server.store.log import Appended, Entry, Unavailable
from server.store.memory import MemoryLog
from tests.fuzz.grammar import Tame
from tests.fuzz.sockets import LIMITS
from tests.gateway.access import rights
from tests.gateway.access.rights import MAY
from tests.gateway.house import House, Player, close_house, open_house
from tests.store.redis.waiting import until
from tests.table.party import SPEC

EXAMPLES = {"three_cups": THREE_CUPS, "toy_two": NIGHT_WATCH, "skirmish": SKIRMISH}
SYSTEMS = {**systems(), **EXAMPLES}
SHAPELESS = {"schema", "unknown_type", "decode", "depth", "range", "text"}
"""Codes of what was never looked at for its sender's rights: a sample that is answered so proves nothing."""
REFUSED = {"gm_only", "forbidden", "not_your_combatant", "seat_revoked", "state", "closed", "dice_pending"}


class Reluctant(MemoryLog):
    """A log that can be told to take nothing more."""

    is_reluctant = False
    is_reluctant_after: int | None = None
    """The version of each encounter after which it takes nothing."""

    async def append(self, encounter: str, entry: Entry, prev_hash: bytes) -> Appended:
        """Appends, or not."""
        most = self.is_reluctant_after
        if self.is_reluctant or (most is not None and entry.version > most):
            raise Unavailable("it takes nothing")
        return await super().append(encounter, entry, prev_hash)


def tags(kinds: Any) -> set[str]:
    """The names on the wire."""
    return {str(kind.__struct_config__.tag) for kind in kinds}


def rows(system: str) -> dict[str, str]:
    """A system's intents, or core's, by who may send them."""
    return {intent: by for by, names in rights.INTENTS[system].items() for intent in names.split()}


def test_everything_that_can_be_sent_has_its_row() -> None:
    """A new message, question, intent or system is nobody's until somebody says whose."""
    assert tags(get_args(m.ClientMessage)) == set(rights.MESSAGES)
    assert tags(get_args(AnyQuestion)) == set(rights.QUESTIONS)
    assert tags(CORE_INTENTS) == set(rows("core"))
    assert set(rights.INTENTS) == {"core", *SYSTEMS}
    for name, system in SYSTEMS.items():
        assert tags(system.intents) == set(rows(name)), name


def test_a_cell_is_refused_unless_the_matrix_says_may() -> None:
    """Default deny: most cells are refusals, and nobody but the GM and the owner is ever allowed an owner's act."""
    cells = [rights.verdict(role, state, by, "x") for role, state, by in
             itertools.product(rights.SEATED, rights.STATES, rights.BY_ROLE)]  # fmt: skip
    assert cells.count(MAY) < len(cells) / 2


# --- tables in every state -------------------------------------------------------------------------------------------


class Stand:
    """A server with a table in one state, and one connection for each role."""

    def __init__(self, house: House, log: Reluctant, who: str) -> None:
        self.house, self.log, self.who = house, log, who
        self.players: dict[str, Player] = {}
        self.seats: dict[str, str] = {}
        self.revoked = ""

    async def sit(self, owner: str, other: str) -> None:
        """Everybody sits down; a third player's link is withdrawn."""
        seats = {"gm": "gm", "owner": owner, "other": other, "spectator": "spectator"}
        self.seats = seats
        self.players = {role: await self.house.sit(seat) for role, seat in seats.items()}
        nobody = await self.house.connect()
        await nobody.send(m.Hello())
        await nobody.next(m.Lobby)
        self.players["nobody"] = nobody

    async def does(self, role: str, intent: dict[str, Any]) -> None:
        """Something that must succeed."""
        answer = await self.players[role].submit(intent)
        assert isinstance(answer, m.Ack), (role, intent, answer)

    async def code(self, role: str, intent: Any) -> str:
        """What becomes of an intent."""
        answer = await self.players[role].submit(intent)
        return "ack" if isinstance(answer, m.Ack) else str(answer.code)


@contextlib.asynccontextmanager
async def stand(folder: Path, spec: EncounterSpec, who: str, owner: str, other: str) -> AsyncIterator[Stand]:
    """A fresh table."""
    log = Reluctant()
    house = await open_house(folder, LIMITS, log=log, systems=SYSTEMS, spec=spec)
    try:
        made = Stand(house, log, who)
        await made.sit(owner, other)
        yield made
    finally:
        await close_house(house)


async def cups_in(state: str, table: Stand) -> None:
    """Bring Three Cups into a state."""
    if state == "setup":
        return
    await table.does("gm", {"type": "begin"})
    if state == "paused":
        await table.does("gm", {"type": "pause"})
    elif state in ("window", "parked", "ended"):
        for who, cup in (("a", 2), ("b", 1), ("c", 1)):
            await table.does("gm", {"type": "choose", "who": who, "cup": cup})
    if state == "parked":
        await until(lambda: _state(table).play.parked is not None)
    elif state in ("window", "ended"):
        await until(lambda: _kind(table) == "riposte")
    if state == "ended":
        await table.does("gm", {"type": "riposte", "who": "b", "decline": True})
        await until(lambda: _state(table).play.phase == "ended")
    elif state == "closed":
        await table.does("gm", {"type": "close"})
        await until(lambda: not _state(table).ledger.epoch_over)


STARTS = {"ambersteel": "encounter_start", "tactics": "encounter_start"}
ENDS = {"ambersteel": "encounter_end", "tactics": "encounter_end"}
"""The intents that begin and end a fight, where they are called otherwise than `start_combat` and `end_combat`."""


async def fight_in(state: str, table: Stand) -> None:
    """Bring a fight of any system into a state, by what it offers."""
    if state == "closed":
        await table.does("gm", {"type": "close"})
        await until(lambda: not _state(table).ledger.epoch_over)
    elif state != "setup":
        await table.does("gm", {"type": STARTS.get(_state(table).ledger.system, "start_combat")})
    if state == "paused":
        await table.does("gm", {"type": "pause"})
    elif state == "ended":
        await table.does("gm", {"type": ENDS.get(_state(table).ledger.system, "end_combat")})
        assert _state(table).play.phase == "ended"
    elif state == "window":
        await _play_until(table, lambda: len(_asked(table)) > 0)
    elif state == "parked":
        await _play_until(table, lambda: _state(table).play.parked is not None)


async def _play_until(table: Stand, is_there: Callable[[], bool]) -> None:
    """Let everybody do what they are offered, until it is so."""
    luck = random.Random(table.who)
    (open_,) = table.house.lobby.tables.open.values()
    for _ in range(400):
        for role in ("gm", "owner", "other"):
            if is_there():
                return
            asker = open_.audiences.asker(table.seats[role])
            shown = known(open_.system, _state(table), asker.audience)
            offered = msgspec.to_builtins(open_.system.options(shown, asker))
            chosen = choose(offered, builtins(view(open_.system, shown, asker.audience)), luck)
            if chosen is not None:
                await table.players[role].submit(chosen[0])
                await until(lambda: not open_.waiting and not goes_on(_state(table)))
    raise AssertionError("a fight never comes to that")


def _asked(table: Stand) -> tuple[str, ...]:
    """Who is asked by what stands open."""
    decision = _state(table).play.decision
    return tuple(decision.unanswered()) if decision is not None else ()


def _state(table: Stand) -> Any:
    (open_,) = table.house.lobby.tables.open.values()
    return open_.timeline.state


def _kind(table: Stand) -> str:
    decision = _state(table).play.decision
    return decision.kind if decision is not None else ""


def cups(state: str) -> EncounterSpec:
    """Ann's Anna, Bob's Ben with one heart, hidden Cat; dice are typed where the state needs it."""
    combatants = {
        **SPEC.combatants,
        "b": msgspec.structs.replace(SPEC.combatants["b"], sheet={"cover": -10, "hearts": 1}),
    }
    return msgspec.structs.replace(
        SPEC, combatants=combatants, table=TableOptions(join="links", typed_dice=state == "parked")
    )


def sample(kind: Any, luck: random.Random, who: str) -> dict[str, Any]:
    """A well-formed intent or question about a combatant."""
    made: dict[str, Any] = Tame(luck, [who]).of(mi.type_info(kind))
    return {**made, "who": who} if "who" in kind.__struct_fields__ else made


async def check_cells(table: Stand, state: str, kinds: Any, of: str) -> int:
    """Every role and intent of a system in one state; how many cells."""
    by, luck, count = rows(of), random.Random(f"{of} {state}"), 0
    for kind in kinds:
        name = str(kind.__struct_config__.tag)
        for role in rights.SEATED:
            said = await shaped(table, role, kind, luck)
            wanted = rights.verdict(role, state, by[name], name)
            where = f"{of}.{name} of {role} while {state}: {said}, the matrix says {wanted}"
            refused = REFUSED - {rights.OWN_REFUSALS.get((name, state))}
            assert said not in refused if wanted == MAY else said == wanted, where
            count += 1
        assert await table.code("nobody", sample(kind, luck, table.who)) == "state"
        count += 1
    return count


async def shaped(table: Stand, role: str, kind: Any, luck: random.Random) -> str:
    """What becomes of an intent whose form is right; some systems' forms are told apart only by trying."""
    for _ in range(40):
        said = await table.code(role, sample(kind, luck, table.who))
        if said not in SHAPELESS:
            return said
    raise AssertionError(f"no sample of {kind.__name__} is well-formed")


@pytest.mark.parametrize("state", rights.STATES)
async def test_each_intent_of_core_and_three_cups_in_each_state(state: str, tmp_path: Path) -> None:
    """Role by role; the rules may refuse what the matrix allows, but nobody may do what it does not."""
    async with stand(tmp_path, cups(state), "a", "ann", "bob") as table:
        await cups_in(state, table)
        table.log.is_reluctant = True
        count = await check_cells(table, state, CORE_INTENTS, "core")
        count += await check_cells(table, state, THREE_CUPS.intents, "three_cups")
        assert count == 5 * (len(CORE_INTENTS) + len(THREE_CUPS.intents))


@pytest.mark.parametrize("state", rights.STATES)
async def test_a_combatant_that_was_handed_over_obeys_its_new_seat_alone(state: str, tmp_path: Path) -> None:
    """Who had it is refused like any other player, who has it now may what the owner may."""
    async with stand(tmp_path, cups(state), "a", "ann", "bob") as table:
        moves = {"type": "hand_over", "who": "a", "seat": "bob"}
        if state == "closed":
            await table.does("gm", moves)
        await cups_in(state, table)
        if state != "closed":
            await table.does("gm", moves)
        table.log.is_reluctant = True
        before, now = table.players["owner"], table.players["other"]
        table.players |= {"owner": now, "other": before}
        await check_cells(table, state, CORE_INTENTS, "core")
        await check_cells(table, state, THREE_CUPS.intents, "three_cups")


@pytest.mark.parametrize("state", rights.STATES)
@pytest.mark.parametrize("name", sorted(set(systems()) - set(EXAMPLES)))
async def test_each_intent_of_each_system(name: str, state: str, tmp_path: Path) -> None:
    """The same for what systems bring along."""
    spec = encounter_file.parse_encounter(SYSTEMS[name].demo, name, SYSTEMS)
    spec = msgspec.structs.replace(spec, table=TableOptions(join="links", typed_dice=state == "parked"))
    owner, other = list(spec.seats)[:2]
    who = next(id for id, one in spec.combatants.items() if one.seat == owner)
    async with stand(tmp_path, spec, who, owner, other) as table:
        await fight_in(state, table)
        table.log.is_reluctant = True
        assert await check_cells(table, state, SYSTEMS[name].intents, name) == 5 * len(SYSTEMS[name].intents)


@pytest.mark.parametrize("state", rights.STATES)
async def test_each_question_of_each_role(state: str, tmp_path: Path) -> None:
    """Through one's own eyes; once the closed table reveals everything, through all."""
    async with stand(tmp_path, cups(state), "a", "ann", "bob") as table:
        await cups_in(state, table)
        for kind, role in itertools.product(get_args(AnyQuestion), (*rights.SEATED, "nobody")):
            name = str(kind.__struct_config__.tag)
            question = {**sample(kind, random.Random(1), "a")}
            question.pop("audience", None)
            if name in ("view_as", "options_as"):
                question["audience"] = "public"
            answer = await table.players[role].ask(question)
            said = answer.code if isinstance(answer, m.Rejected) else MAY
            if role == "nobody":
                assert said == "state"
            elif rights.QUESTIONS[name] == "gm" and role != "gm" and state != "closed":
                assert said == "gm_only", (name, role)
            elif rights.QUESTIONS[name] == "owner" and role not in ("gm", "owner"):
                assert said == "not_your_combatant", (name, role)
            elif rights.QUESTIONS[name] == "owner" and state == "closed":
                assert said == "closed", (name, role)
            else:
                own = rights.OWN_REFUSALS.get((name.removeprefix("preview_"), state))
                assert said not in REFUSED - {own}, (name, role, said)


async def test_each_message_at_each_place(tmp_path: Path) -> None:
    """At the door, in the lobby, at a table."""
    async with stand(tmp_path, SPEC, "a", "ann", "bob") as table:
        body = msgspec.Raw(b"\x80")
        said: dict[str, m.FromClient] = {
            "hello": m.Hello(), "ping": m.Ping(), "create": m.Create(id=1, encounter=body),
            "join": m.Join(id=1, code="x"),
            "import": m.Import(id=1, offset=0, data=b"x", last=True), "ask": m.Ask(id=1, question=body),
            "submit": m.Submit(id=bytes(16), intent=body, nonce=bytes(16)), "branch": m.Branch(id=1),
            "links": m.Links(id=1), "list": m.List(id=1, before=9),
        }  # fmt: skip
        assert set(said) == set(rights.MESSAGES)
        for name, row in rights.MESSAGES.items():
            guest = await table.house.connect()
            await guest.send(said[name])
            first = await guest.next(m.Bye, m.Rejected, m.Lobby)
            assert (MAY if isinstance(first, m.Lobby) else first.code) == row["door"], name
            await guest.socket.close()
            for place, role in (("lobby", "nobody"), ("table", "owner")):
                await table.players[role].send(said[name])
                answer = await table.players[role].next(m.Rejected, m.Answer, m.Pong, m.Ack)
                code = getattr(answer, "code", MAY)
                assert code == row[place] if row[place] != MAY else code not in ("state", "hello_expected"), (
                    name,
                    place,
                )


@pytest.mark.parametrize("state", rights.STATES)
@pytest.mark.parametrize("message", [m.Branch(id=1), m.Links(id=1)], ids=["branch", "links"])
async def test_branching_and_links_are_the_gm_s(state: str, message: m.FromClient, tmp_path: Path) -> None:
    """Nobody else makes an encounter out of this one, nor is told how others get in."""
    async with stand(tmp_path, cups(state), "a", "ann", "bob") as table:
        await cups_in(state, table)
        for role, wanted in rights.GM_ONLY.items():
            await table.players[role].send(message)
            answer = await table.players[role].next(m.Rejected, m.Answer)
            said = answer.code if isinstance(answer, m.Rejected) else MAY
            assert said == wanted if wanted != MAY else said not in REFUSED, role


async def test_a_gm_on_another_device_is_told_the_links(tmp_path: Path) -> None:
    """All that open a seat, with names; one that was withdrawn is told no more."""
    async with stand(tmp_path, SPEC, "a", "ann", "bob") as table:
        gm = table.players["gm"]
        await gm.send(m.Links(id=1))
        told = msgspec.msgpack.decode((await gm.next(m.Answer)).body)
        assert told["links"] == table.house.links
        assert told["seats"]["ann"]["role"] == "player"
        assert "code" not in told  # no door stands open
        await table.does("gm", {"type": "revoke_seat", "seat": "bob"})
        await gm.send(m.Links(id=2))
        told = msgspec.msgpack.decode((await gm.next(m.Answer)).body)
        assert set(told["links"]) == set(table.house.links) - {"bob"}


@pytest.mark.parametrize("state", rights.STATES)
async def test_a_revoked_seat_is_sent_away_everywhere_and_not_let_in(state: str, tmp_path: Path) -> None:
    """All its sessions end at once, and the link opens nothing, whatever the state."""
    async with stand(tmp_path, cups(state), "a", "ann", "bob") as table:
        again = await table.house.sit("bob")
        if state != "closed":
            await cups_in(state, table)
        await table.does("gm", {"type": "revoke_seat", "seat": "bob"})
        assert await table.players["other"].end() == (4403, "seat_revoked")
        assert await again.end() == (4403, "seat_revoked")
        if state == "closed":
            await cups_in(state, table)
        guest = await table.house.connect()
        await guest.send(m.Hello(token=table.house.links["bob"]))
        assert await guest.end() == (4403, "seat_revoked")


async def test_a_frozen_table_lets_nobody_in_and_keeps_nobody(tmp_path: Path) -> None:
    """Whoever was there is told `integrity`, and so is whoever comes."""
    async with stand(tmp_path, SPEC, "a", "ann", "bob") as table:
        await table.does("gm", {"type": "begin"})
        (open_,) = table.house.lobby.tables.open.values()
        entries = table.log.shelf.streams[open_.encounter]  # as a foreign hand in the store
        entries.append(msgspec.structs.replace(entries[-1], version=entries[-1].version + 1, body=b"\xc1"))
        open_.wake()
        for role in ("gm", "owner", "other", "spectator"):
            assert (await table.players[role].end())[1] == rights.SHUT["frozen"]
        for seat in ("gm", "ann", "spectator"):
            guest = await table.house.connect()
            await guest.send(m.Hello(token=table.house.links[seat]))
            assert (await guest.end())[1] == rights.SHUT["frozen"]


async def test_what_is_still_being_copied_lets_nobody_in(tmp_path: Path) -> None:
    """A branch that broke off: not for the GM who wanted it, not for whoever has its link, not for a stranger."""
    async with stand(tmp_path, SPEC, "a", "ann", "bob") as table:
        await table.does("gm", {"type": "begin"})
        gm, log = table.players["gm"], table.log
        log.is_reluctant_after = 2
        await gm.send(m.Branch(id=1))
        assert (await gm.next(m.Answer, m.Rejected)).code == "unavailable"
        log.is_reluctant_after = None
        (half,) = set(log.shelf.streams) - set(table.house.lobby.tables.open)
        assert len(log.shelf.streams[half]) == 2
        for seat in ("gm", "ann", "bob", "spectator"):
            parsed = parse_token(table.house.links[seat])
            assert parsed is not None
            guest = await table.house.connect()
            await guest.send(m.Hello(token=token_of(half, parsed.secret)))
            assert (await guest.end())[1] == rights.SHUT["copying"]
        nobody = table.players["nobody"]
        await nobody.send(m.Hello())
        assert half not in (await lobby_of(table)).decode(errors="replace")


async def lobby_of(table: Stand) -> bytes:
    """What the lobby shows to a newcomer."""
    guest = await table.house.connect()
    await guest.send(m.Hello())
    return bytes((await guest.next(m.Lobby)).body)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_nothing_is_taken_while_it_is_copied(name: str) -> None:
    """Each intent of each role, should one ever get there: refused for who sends it, else `copying`."""
    system, luck = SYSTEMS[name], random.Random("copying")
    spec = SPEC if name == "three_cups" else encounter_file.parse_encounter(system.demo, name, SYSTEMS)
    owner, other = list(spec.seats)[:2]
    who = next(id for id, one in spec.combatants.items() if one.seat == owner)
    played = Rehearsal(system, spec)
    state = State(played.state.play, msgspec.structs.replace(played.state.ledger, copying=True))
    seats, by = {"gm": "gm", "owner": owner, "other": other, "spectator": "spectator"}, {**rows("core"), **rows(name)}
    for kind, role in itertools.product((*CORE_INTENTS, *system.intents), seats):
        intent = parsed_sample(system, kind, luck, who)
        wanted = rights.BY_ROLE[by[str(kind.__struct_config__.tag)]][role]
        with pytest.raises(Rejected) as refused:
            check(system, state, intent, played.asker(seats[role]))
        said = {refused.value.code}
        if role == "spectator":  # whom the gateway has turned away before
            assert said <= {"spectators_watch", "gm_only"}, kind
        else:
            assert said == {"copying" if wanted == MAY else wanted}, (kind, role)


def parsed_sample(system: Any, kind: Any, luck: random.Random, who: str) -> Any:
    """A well-formed intent."""
    for _ in range(100):
        with contextlib.suppress(msgspec.ValidationError, TypeError):
            return parse_intent(system, msgspec.to_builtins(sample(kind, luck, who)))
    raise AssertionError(f"no sample of {kind.__name__} is well-formed")
