"""What users of existing systems suffer from, as twelve acceptance tests through real servers, sockets and Redis."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from three_cups import SYSTEM as CUPS

from client_demo.client import Client, Refused
from client_demo.past import export
from protocol import messages as m
from protocol.codec import MSGPACK
from server.archive.verify import verify
from server.core.create import EncounterSpec
from server.core.state import TableOptions
from server.encounter.file import parse_encounter
from server.encounter.installed import systems
from server.gateway.auth import parse_token
from server.gateway.limits import RELAXED
from server.process.clock import Clock, loop_ms, wall_ms
from server.store.log import Appended, Entry
from server.store.redis.connect import connect
from server.store.redis.log import RedisLog
from tests.gateway.house import House, Player, close_house, open_house
from tests.secrecy import sockets
from tests.support.redis_fixture import redis_url  # noqa: F401
from tests.table.party import SPEC, Party, laid, lobby_over

SYSTEMS = {**systems(), "three_cups": CUPS}
DEMOS = {name: parse_encounter(system.demo, name, SYSTEMS) for name, system in SYSTEMS.items()}


class Nodes:
    """Servers over one Redis."""

    def __init__(self, url: str, folder: Path, stack: AsyncExitStack) -> None:
        self._url, self._folder, self._stack = url, folder, stack

    async def node(
        self,
        like: House | None = None,
        spec: EncounterSpec = SPEC,
        log: Callable[[str], RedisLog] = lambda url: RedisLog(connect(url)),
        clock: Clock | None = None,
    ) -> House:
        """Another server; `like` another one it knows the same links."""
        opened = log(self._url)
        self._stack.push_async_callback(opened.close)
        house = await open_house(self._folder, RELAXED, log=opened, systems=SYSTEMS, spec=spec, clock=clock)
        self._stack.push_async_callback(close_house, house)
        if like is not None:
            house.links = like.links
        return house

    async def party(self) -> Party:
        """A table without sockets, over the same Redis."""
        log = RedisLog(connect(self._url))
        self._stack.push_async_callback(log.close)
        lobby = lobby_over(log, self._folder)
        lobby.start()
        self._stack.push_async_callback(lobby.close)
        return await laid(lobby)

    async def client(self, house: House, seat: str) -> Client:
        """A seat's client, welcomed."""
        link = f"http://127.0.0.1:{house.port}/#{house.links[seat]}"
        return await self._stack.enter_async_context(Client.connect(link))


@pytest.fixture
async def nodes(redis_url: str, tmp_path: Path) -> AsyncIterator[Nodes]:  # noqa: F811
    """No server yet."""
    async with AsyncExitStack() as stack:
        yield Nodes(redis_url, tmp_path, stack)


async def rewind(gm: Client, to: int) -> None:
    """The GM looks and confirms; and looks again, where the server did something of its own meanwhile."""
    while True:
        seen = await gm.ask({"type": "preview_rewind", "to": [to, 0]})
        try:
            await gm.submit({"type": "rewind", "to": [to, 0], "digest": seen["digest"]})
            return
        except Refused as refused:
            if refused.code != "preview_outdated":
                raise


async def until(client: Client, test: Callable[[dict[str, Any]], object]) -> None:
    """Wait until the view passes the test."""
    async with asyncio.timeout(60):
        while not test(client.view):
            await client.change()


async def caught_up(*clients: Client) -> None:
    """Wait until nothing is on its way any more: an answer tells what the newest number is."""
    for client in clients:
        last = (await client.ask({"type": "history", "count": 1}))["last"]
        async with asyncio.timeout(60):
            while client.n < last:
                await client.change()


def fight(view: dict[str, Any]) -> dict[str, Any]:
    """What a view shows of the fight, without clocks and without what only a rewind leaves."""
    shown = {key: value for key, value in view.items() if key not in ("redo", "held", "decision")}
    decision = view.get("decision")
    return {**shown, "decision": decision and {key: decision[key] for key in decision if key != "closes_at"}}


def cups(**options: Any) -> EncounterSpec:
    """Three Cups with these table options."""
    return replace(SPEC, table=TableOptions(join="links", **options))


async def choose(clients: dict[str, Client], **cup: int) -> None:
    """Each lifts a cup."""
    for who, number in cup.items():
        await clients["bob" if who == "b" else "ann"].submit({"type": "choose", "who": who, "cup": number})


async def sat(nodes: Nodes, house: House, *seats: str) -> dict[str, Client]:
    """Clients of these seats."""
    return {seat: await nodes.client(house, seat) for seat in seats}


async def test_field_1_a_turn_start_after_a_rewind_counts_every_effect_once(nodes: Nodes) -> None:
    """Five turns taken back and taken again: energy is gained once, and the table looks as if nothing had been."""
    house = await nodes.node(spec=DEMOS["brink"])
    gm = await nodes.client(house, "gm")
    await gm.submit({"type": "start_combat", "reason": "threat"})
    await until(gm, lambda view: view.get("turn") and "decision" not in view)
    there = gm.n

    async def five_turns() -> Counter[str]:
        first = gm.n
        for _ in range(5):
            await gm.submit({"type": "gm_end_turn"})
            await until(gm, lambda view: view.get("turn") and "decision" not in view)
        page = await gm.ask({"type": "history", "after": first})
        return Counter(f"{x['type']} {x.get('who', '')}" for f in page["frames"] for x in f["events"] if x.get("who"))

    counted, never_reverted = await five_turns(), fight(gm.view)
    await rewind(gm, there)
    again = await five_turns()
    assert counted == again
    assert any(name.startswith("EnergyGained") for name in counted)
    assert fight(gm.view) == never_reverted


async def test_field_2_a_rewind_into_an_open_window_restores_it(nodes: Nodes) -> None:
    """One seat passes by itself, one is away: prompt, time that remained and standing order are those of then."""
    house = await nodes.node(spec=cups(window_s=3600))
    at = await sat(nodes, house, "gm", "ann", "bob")
    await at["gm"].submit({"type": "begin"})
    await at["bob"].submit({"type": "auto_pass", "kinds": ["riposte"]})
    await at["ann"].submit({"type": "choose", "who": "a", "cup": 2})
    await caught_up(at["gm"], at["bob"])
    there, then, bobs = at["gm"].n, at["gm"].view, at["bob"].view
    moment = await at["gm"].ask({"type": "moment", "encounter": then["encounter"], "n": there})
    left_ms = then["decision"]["closes_at"] - moment["at"]
    await choose(at, b=1, c=1)  # everybody has answered: the window closes, another opens
    await until(at["gm"], lambda view: view["decision"]["id"] != then["decision"]["id"])
    await at["ann"].__aexit__()
    await rewind(at["gm"], there)
    await caught_up(at["gm"], at["bob"])
    assert fight(at["gm"].view)["decision"] == fight(then)["decision"]
    assert at["bob"].view["auto_pass"] == bobs["auto_pass"] == ["riposte"]
    newest = await at["gm"].ask({"type": "moment", "encounter": then["encounter"], "n": at["gm"].n})
    assert at["gm"].view["decision"]["closes_at"] - newest["at"] == left_ms
    ann = await nodes.client(house, "ann")
    assert ann.view["decision"]["asks"]["a"]["answered"]
    assert not ann.view["decision"]["asks"]["c"].get("answered")


async def _tirakan(nodes: Nodes) -> Client:
    """The GM of the bridge, with frail robbers and dice that are typed; the fight has begun and it is Sela's turn."""
    demo = (
        SYSTEMS["tirakan"].demo.replace("max_wounds = 5", "max_wounds = 1").replace("max_wounds = 6", "max_wounds = 1")
    )
    spec = parse_encounter(demo.replace("at = [5, 3]", "at = [3.4, 3]"), "demo", SYSTEMS)
    house = await nodes.node(spec=replace(spec, table=TableOptions(join="links", typed_dice=True)))
    gm = await nodes.client(house, "gm")
    await gm.submit(next(option for option in gm.options if option["key"] == "start_combat")["intent"])
    for faces in ([2, 3], [5, 5, 5, 5], [4, 4, 4], [1, 2], [5, 1, 1], [1, 1, 1, 1], [5, 1], [1, 1]):
        await gm.submit({"type": "type_dice", "faces": faces})
    await until(gm, lambda view: view.get("turn") and not view.get("dice_for"))
    return gm


async def _take(gm: Client, key: str, who: str, **params: Any) -> None:
    """Something that is offered to a combatant, filled in."""
    await caught_up(gm)
    offered = [option for option in gm.options if option.get("who") == who and not option.get("reason")]
    option = next(option for option in offered if key in (option["key"], option.get("label", "")))
    await gm.submit({**option["intent"], **params})


async def test_field_3_a_hit_taken_back_takes_everything_back(nodes: Nodes) -> None:
    """Wounds, condition, knives and the reaction are as before, and the reaction can be chosen again."""
    gm = await _tirakan(nodes)
    names = {one["name"].lower(): who for who, one in gm.view["combatants"].items()}
    await caught_up(gm)
    there, before = gm.n, fight(gm.view)

    async def struck() -> None:
        knives = [o for o in gm.options if o.get("who") == names["sela"] and "knives" in o.get("label", "").lower()]
        attack = next(o for o in knives if not o.get("reason") and o["intent"]["type"] == "attack")
        await gm.submit({**attack["intent"], "target": names["robber"]})
        await gm.submit({"type": "type_dice", "faces": [5, 5, 5, 1]})
        await _take(gm, "shield_parry", names["robber"])
        await _take(gm, "pass_reaction", names["hagen"])
        await until(gm, lambda view: view.get("dice_for"))
        await gm.submit({"type": "type_dice", "faces": [1, 1, 1]})

    await struck()
    await _take(gm, "decline_protection", names["robber"])
    await until(gm, lambda view: view["combatants"][names["robber"]].get("conditions"))
    assert fight(gm.view)["combatants"] != before["combatants"]
    await rewind(gm, there)
    await caught_up(gm)
    assert fight(gm.view) == before
    await struck()  # the same reaction is there again


async def test_field_4_a_miss_amended_to_a_hit_keeps_what_still_fits(nodes: Nodes) -> None:
    """Three acts back: later choices stand where legal and are listed where not; no die is rolled again silently."""
    ben = replace(SPEC.combatants["b"], sheet={})
    spec = replace(cups(typed_dice=True), combatants={**SPEC.combatants, "b": ben})
    at = await sat(nodes, await nodes.node(spec=spec), "gm", "ann", "bob")
    gm = at["gm"]
    await gm.submit({"type": "begin"})
    await choose(at, a=2, b=1, c=1)
    await until(gm, lambda view: view.get("dice_for"))
    await gm.submit({"type": "type_dice", "faces": [1]})  # a miss
    await until(gm, lambda view: view["round"] == 2)
    await choose(at, a=2, b=3)
    await caught_up(gm)
    page = await gm.ask({"type": "history"})
    target = next([f["n"], 0] for f in page["frames"] if any(x["type"] == "Struck" for x in f["events"]))
    die = {"roll": "round1.strike", "who": "a", "index": 0, "face": 6}
    question = {"target": target, "edits": [{"at": target, "faces": [die]}]}
    shown = await gm.ask({"type": "preview_amend", **question})
    outcomes = [(step["intent"]["type"], step["outcome"]) for step in shown["steps"]]
    assert ("riposte", "defaulted") in outcomes
    assert outcomes.count(("choose", "stands")) == 2
    before = Counter(event["type"] for frame in page["frames"] for event in frame["events"])
    await gm.submit({"type": "amend", **question, "digest": shown["digest"]})
    await caught_up(gm)
    assert gm.view["combatants"]["b"]["tracks"]["hearts"]["value"] == 2
    file = await _exported(gm)
    assert before["DiceTyped"] == 1
    assert file["dice"] == {"typed": 2}  # the one that fell, and the one that the GM set: none was rolled


async def _exported(gm: Client) -> dict[str, Any]:
    verdict = verify(await export(gm), SYSTEMS)
    return {"dice": {kind: count for kind, count in verdict.dice.items() if count}}


@pytest.mark.parametrize("name", sorted(SYSTEMS))
async def test_field_5_two_worlds_that_differ_in_secrets_alone_sound_the_same(name: str, tmp_path: Path) -> None:
    """With and without somebody hidden: byte for byte the same frames to all who may not know, from the first on."""
    steps, size, differences = await sockets.pair(name, 5, tmp_path)
    assert differences == []
    assert steps > 3
    assert size > 10_000


async def test_field_6_a_pass_tells_nothing_of_what_one_could_have_done(nodes: Nodes) -> None:
    """Who could riposte and does not, and who could not: the same public events, in number and form."""
    told = []
    for weary in (False, True):
        ben = replace(SPEC.combatants["b"], sheet={"cover": -10, "weary": weary})
        spec = replace(cups(typed_dice=True), combatants={**SPEC.combatants, "b": ben})
        house = await nodes.node(spec=spec)
        at = await sat(nodes, house, "gm", "ann", "bob", "spectator")
        await at["gm"].submit({"type": "begin"})
        await choose(at, a=2, b=1, c=1)
        await until(at["gm"], lambda view: view.get("dice_for"))
        await at["ann"].submit({"type": "type_dice", "faces": [5]})
        if not weary:
            await until(at["bob"], lambda view: "b" in (view.get("decision") or {}).get("asks", {}))
            await at["bob"].submit({"type": "riposte", "who": "b", "decline": True})
        page = await _revealed(at["spectator"])
        ids: dict[str, str] = {}
        told.append([[_anonymous(x, ids) for x in frame["events"]] for frame in page["frames"][1:]])
    assert told[0] == told[1]


async def _revealed(client: Client) -> dict[str, Any]:
    """The history once the first round is over and its seed is told."""
    async with asyncio.timeout(60):
        while True:
            n = client.n
            page: dict[str, Any] = await client.ask({"type": "history"})
            if any(event["type"] == "SeedRevealed" for frame in page["frames"] for event in frame["events"]):
                return page
            while client.n == n:  # it may have come while the answer was on its way
                await client.change()


def _anonymous(value: Any, ids: dict[str, str]) -> Any:
    """Random ids and times renamed in the order in which they appear."""
    if isinstance(value, dict):
        return {key: 0 if key.endswith("at") else _anonymous(inner, ids) for key, inner in value.items()}
    if isinstance(value, list):
        return [_anonymous(inner, ids) for inner in value]
    if isinstance(value, bytes):
        return ids.setdefault(value.hex(), f"id{len(ids)}")
    if isinstance(value, str) and len(value) >= 32:
        head, slash, rest = value.partition("/")
        return ids.setdefault(head, f"id{len(ids)}") + slash + rest
    return value


class Dies(RedisLog):
    """A server's log that stops for ever in an append: its process is dead from there on. `after`: it was written."""

    after = False
    is_deadly = False

    async def append(self, encounter: str, entry: Entry, previous: bytes) -> Appended:
        if not self.is_deadly:
            return await super().append(encounter, entry, previous)
        if self.after:
            await super().append(encounter, entry, previous)
        await asyncio.Event().wait()
        raise AssertionError("a dead process does nothing")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the dead close no connections
@pytest.mark.parametrize("after", [False, True], ids=["before the append", "behind the append"])
async def test_field_7_a_server_that_dies_in_an_act_loses_and_doubles_nothing(nodes: Nodes, after: bool) -> None:
    """The client goes to another server and sends the same again: it sees the event once, and it counts once."""
    logs: list[Dies] = []

    def deadly(url: str) -> RedisLog:
        logs.append(Dies(connect(url)))
        logs[-1].after = after
        return logs[-1]

    dead = await nodes.node(log=deadly)
    alive = await nodes.node(like=dead)
    gm = await dead.sit("gm")
    assert isinstance(await gm.submit({"type": "begin"}), m.Ack)
    update = await gm.next(m.Update)
    logs[0].is_deadly = True
    id = os.urandom(16)
    await _sends(gm, {"type": "pause"}, id)
    other = await nodes.client(alive, "gm")
    if after:
        await until(other, lambda view: view.get("paused"))
    again = await alive.sit("gm", resume=m.Resume(n=update.n, head=update.head))
    ack = await again.submit({"type": "pause"}, id)
    assert isinstance(ack, m.Ack)
    assert ack.n == update.n + 1
    page = await other.ask({"type": "history"})
    assert sum(event["type"] == "Paused" for frame in page["frames"] for event in frame["events"]) == 1


async def _sends(player: Player, intent: dict[str, Any], id: bytes) -> None:
    body = msgspec.Raw(player.codec.to_bytes(intent))
    await player.send(m.Submit(id=id, intent=body, nonce=bytes(16)))


async def test_field_8_the_same_intent_three_times_over_two_servers_is_one_event(nodes: Nodes) -> None:
    """Three equal answers."""
    first = await nodes.node()
    second = await nodes.node(like=first)
    one, two, three = await first.sit("gm"), await second.sit("gm"), await second.sit("gm")
    id = os.urandom(16)
    acks = [await player.submit({"type": "begin"}, id) for player in (one, two, three)]
    assert [(type(ack), ack.id, ack.n) for ack in acks] == [(m.Ack, id, acks[0].n)] * 3
    body = await one.ask({"type": "history"})
    page = msgspec.msgpack.decode(body.body)
    assert sum(event["type"] == "Begun" for frame in page["frames"] for event in frame["events"]) == 1


async def test_field_9_a_prompt_is_found_again_on_another_server(nodes: Nodes) -> None:
    """Bob is asked, loses his server and comes back to another: the same question, the same time left; he may act."""
    first = await nodes.node(spec=cups(window_s=3600, typed_dice=True))
    second = await nodes.node(like=first)
    at = await sat(nodes, first, "gm", "ann", "bob")
    await at["gm"].submit({"type": "begin"})
    await choose(at, a=2, b=1, c=1)
    await until(at["ann"], lambda view: view.get("dice_for"))
    await at["ann"].submit({"type": "type_dice", "faces": [5]})
    await until(at["bob"], lambda view: "b" in (view.get("decision") or {}).get("asks", {}))
    asked, offered = at["bob"].view["decision"], at["bob"].options
    await at["bob"].__aexit__()
    await first.listener.stop()
    back = await nodes.client(second, "bob")
    assert back.view["decision"] == asked
    assert back.options == offered
    assert await back.submit({"type": "riposte", "who": "b", "decline": True}, asked["id"]) is not None


async def test_field_10_a_thousand_spectators_cost_what_one_costs(nodes: Nodes) -> None:
    """Each event is encoded once for all of them; and the old log comes in pages."""
    party = await nodes.party()
    gm = await party.sits("gm")
    seats = [await _watches(party) for _ in range(1_000)]
    await gm.does({"type": "begin"})
    for _ in range(5):
        await gm.does({"type": "pause"})
        await gm.does({"type": "unpause"})
    payloads = [watcher.payloads[1:] for watcher in seats]
    assert len(payloads[0]) >= 11
    for same in zip(*payloads, strict=True):
        assert len({id(payload) for payload in same}) == 1
    page = await gm.asks({"type": "history", "count": 4})
    assert [frame["n"] for frame in page["frames"]] == [1, 2, 3, 4]
    assert page["last"] == gm.n


class Watcher:
    """A spectator that keeps what it is sent, as it came."""

    codec = MSGPACK

    def __init__(self, entered: Any) -> None:
        self.seat, self.role, self.audience = entered.seat, entered.role, entered.audience
        self.network = "192.0.2.1/32"
        self.payloads: list[bytes] = []

    def send_now(self, payload: bytes) -> None:
        """Nothing waits here."""
        self.send(payload)

    def send(self, payload: bytes) -> None:
        if not isinstance(self.codec.decode_server(payload), m.Presence):
            self.payloads.append(payload)

    def bye(self, code: str) -> None:
        raise AssertionError(code)


async def _watches(party: Party) -> Watcher:
    token = parse_token(party.links["spectator"])
    assert token is not None
    entered = await party.lobby.enter(*token)
    watcher = Watcher(entered)
    entered.table.attach(watcher)
    return watcher


async def test_field_11_with_two_game_masters_nothing_runs_twice(nodes: Nodes) -> None:
    """On two servers both let the act go on and both take back: one of them is told that it was done."""
    first = await nodes.node(spec=cups(typed_dice=True))
    second = await nodes.node(like=first)
    at = {**await sat(nodes, first, "gm", "ann"), **{"bob": await nodes.client(second, "bob")}}
    other = await nodes.client(second, "gm")
    await at["gm"].submit({"type": "begin"})
    await choose(at, a=2, b=1, c=1)
    await until(at["gm"], lambda view: view.get("dice_for"))
    outcomes = await asyncio.gather(
        *(gm.submit({"type": "type_dice", "faces": [5]}) for gm in (at["gm"], other)), return_exceptions=True
    )
    assert sorted(isinstance(outcome, Refused) for outcome in outcomes) == [False, True]
    await caught_up(at["gm"], other)
    seen = [await gm.ask({"type": "preview_rewind", "to": [4, 0]}) for gm in (at["gm"], other)]
    back = [{"type": "rewind", "to": [4, 0], "digest": each["digest"]} for each in seen]
    outcomes = await asyncio.gather(
        *(gm.submit(intent) for gm, intent in zip((at["gm"], other), back, strict=True)), return_exceptions=True
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert [each.code for each in refused] == ["preview_outdated"]
    page = await at["gm"].ask({"type": "history"})
    counted = Counter(event["type"] for frame in page["frames"] for event in frame["events"])
    assert (counted["Struck"], counted["DiceTyped"], counted["Rewound"]) == (1, 1, 1)


async def test_field_11_with_no_game_master_the_fight_goes_on_by_its_clocks(nodes: Nodes) -> None:
    """Nobody of them is connected and nobody answers: defaults at the deadlines resolve the round."""
    skipped = [0]
    clock = Clock(lambda: wall_ms() + skipped[0], lambda: loop_ms() + skipped[0])
    house = await nodes.node(spec=cups(window_s=5), clock=clock)
    gm = await nodes.client(house, "gm")
    bob = await nodes.client(house, "bob")
    await gm.submit({"type": "begin"})
    await gm.__aexit__()
    await bob.submit({"type": "choose", "who": "b", "cup": 1})
    token = parse_token(house.links["bob"])
    assert token is not None
    table = await house.lobby.table(token.encounter)
    async with asyncio.timeout(60):
        while bob.view["round"] < 2:
            skipped[0] += 60_000
            table.wake()
            await bob.change()


async def test_field_12_a_replay_shows_what_one_could_see_then_and_later_what_was_agreed(nodes: Nodes) -> None:
    """In the middle of the game one's own eyes alone; after the close everybody's, where the table agreed to it."""
    for policy in ("end", "never"):
        house = await nodes.node(spec=cups(reveal=policy))
        at = await sat(nodes, house, "gm", "ann", "bob")
        await at["gm"].submit({"type": "begin"})
        await choose(at, a=2, c=1)
        page = await at["bob"].ask({"type": "history"})
        assert "c" not in page["frames"][-1]["patch"].get("combatants", {})
        assert not any(
            event["type"] == "CupChosen" and event.get("cup") for f in page["frames"] for event in f["events"]
        )
        with pytest.raises(Refused, match="not_revealed"):
            await at["bob"].ask({"type": "history", "audience": "gm"})
        await at["gm"].submit({"type": "close"})
        if policy == "never":
            with pytest.raises(Refused, match="not_revealed"):
                await at["bob"].ask({"type": "history", "audience": "gm"})
            continue
        whole = await at["bob"].ask({"type": "history", "audience": "seat:ann"})
        seen = [event for frame in whole["frames"] for event in frame["events"]]
        assert any(event["type"] == "CupChosen" and event.get("cup") == 2 for event in seen)
