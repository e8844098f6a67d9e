"""Two worlds in memory that differ only in somebody hidden: the same script is played in both, and all that players
and spectators could learn is compared byte by byte. In a third of the pairs the GM also takes things back and amends
them; in another third more is amended, clocks are run down, people hidden, shown, moved and handed over.

Outlets: all that is known, views, options, refusals (also of probes for the hidden one), answers on places, told
events with numbers and heads, resume, history pages of one audience by lot, export files; in an eleventh of the pairs
the same at a branch in the end. In a quarter one player sees the hidden one; in a third people sit down by a code,
and it is looked what one learns at the door. Each of these is drawn by a lot of its own, so that all come together
somewhere.
Open dice are the server's own, drawn from its streams.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from client_demo.choice import choose, filled
from server.archive.export import excerpt_of, pack
from server.conformance.fights import any_options, turn_ended
from server.conformance.worlds import learned
from server.conformance.worlds.branches import branched
from server.conformance.worlds.elsewhere import asked
from server.conformance.worlds.learned import difference
from server.conformance.worlds.lurking import stirring
from server.conformance.worlds.meddling import meddle
from server.conformance.worlds.seating import at_the_door, seen_at_the_door
from server.conformance.worlds.takebacks import Step, behind, meant, position_of, takeback, typed
from server.core.create import CombatantSpec, EncounterSpec
from server.core.deciding import intake
from server.core.deciding.decide import MOST_ALONE, parse_intent
from server.core.deciding.standing import standing
from server.core.dice import Key, Origin, Scripted, Seeds, Source
from server.core.errors import Rejected
from server.core.ids import GM, PUBLIC
from server.core.intents import CloseDecision, Continue, Intent, PassStanding
from server.core.secrecy import hidden_from, known, known_decision
from server.core.state import Decision, State, TableOptions
from server.core.system import Asker, System
from server.core.timeline.timeline import Timeline
from server.core.view import builtins, view
from server.encounter import file as encounter_file
from server.encounter.installed import systems
from server.past.pages import Pages, Paging
from server.past.replay import History
from server.process.work import at_once
from server.scenario.rehearsal import ENCOUNTER, Rehearsal
from server.store import chain
from server.store.log import ZERO_HASH, Entry

SYSTEMS = systems()
HIDDEN = "lurker"
NOBODY = "nobody_at_all"
STEPS = 14
UNSEEN_STEPS = 0.6
"""So many steps pass without a look at views and options; what was told is compared for all."""

DOOR_STEPS = 0.35
"""So many steps of a pair in which people sit down by a code are done at the door."""

UNDONE_STEPS = 0.3
"""So many steps of a pair with takebacks, or with meddling, are such."""

MEDDLED_STEPS = 5
"""So much longer are pairs with meddling: it begins with the fight."""

HURRIED_STEPS = 0.8
"""So many turns of a pair with several rounds are ended at once."""

ROUNDS_STEPS = 16
"""So much longer are such pairs."""

STEP_MS = 7_000
"""So much time passes with each step that is done openly."""

STIRRED = 0.25
"""So often the hidden one does something of itself, or the GM to it, before anything else goes on."""

DEEDS = ("act", "move", "prepare")
"""The groups of options by which one who has a turn does something in it."""

MOST_SECRET = 40
"""So many secret answers in a row at most."""

pack_ = msgspec.msgpack.encode
Script = list[Step]
"""Seat, intent, decision: what is done openly."""
Beside = Callable[[Rehearsal, random.Random], Step | None]
"""Chooses something that is done beside playing."""
NOTHING: Step = ("", {}, None)
"""Before the first step."""


@cache
def _demo(name: str) -> EncounterSpec:
    return encounter_file.parse_encounter(SYSTEMS[name].demo, name, SYSTEMS)


def base_spec(name: str, luck: random.Random | None = None) -> EncounterSpec:
    """The system's demo, with nobody hidden; with `luck` under other table options."""
    spec = _demo(name)
    seen = {who: one for who, one in spec.combatants.items() if not one.hidden}
    if luck is None:
        return msgspec.structs.replace(spec, combatants=seen)
    options = {**any_options(SYSTEMS[name], luck), **spec.options}
    return msgspec.structs.replace(spec, combatants=seen, options=options, table=any_table(luck))


def any_table(luck: random.Random) -> TableOptions:
    """Options of every table, drawn by lot."""
    beside = random.Random()
    beside.setstate(luck.getstate())
    return TableOptions(
        join="links",
        typed_dice=luck.random() < 0.3,
        keep_dice=luck.random() < 0.5,
        undo_vote=luck.random() < 0.3,
        npc_numbers_public=luck.random() < 0.3,
        min_window_s=luck.choice((0, 2)),
        delay_turns=luck.choice((0, 1, 2)),
        window_s=luck.choice((None, None, 60)),
        stops=beside.choice((UNSET, "usual", "mine")),
    )


def hidden_spec(spec: EncounterSpec, luck: random.Random) -> CombatantSpec:
    """Somebody hidden of the GM's, far off, like one of those whom everybody sees."""
    models = [one for one in spec.combatants.values() if one.seat == "gm"] or list(spec.combatants.values())[:1]
    model = luck.choice(models)
    sheet = {key: value for key, value in model.sheet.items() if key != "group"}  # a group shares its turns
    far = (float(luck.randint(300, 900)), float(luck.randint(300, 900)))
    return CombatantSpec(name=f"Lurker {luck.random()}", side=model.side, at=far, hidden=True, sheet=sheet)


def with_one(spec: EncounterSpec, lurker: CombatantSpec, luck: random.Random) -> EncounterSpec:
    """The encounter with the hidden one anywhere in the order."""
    items = list(spec.combatants.items())
    items.insert(luck.randint(0, len(items)), (HIDDEN, lurker))
    return msgspec.structs.replace(spec, combatants=dict(items))


class Faces:
    """The server's dice; but secret ones depend on the roll, on who rolls and how often. Where some see a secret roll,
    what the hidden one rolls would else shift its faces, though nobody could tell."""

    def __init__(self, server: Source, seed: int, thrown: Counter[Key]) -> None:
        self._server, self._seed, self._thrown = server, seed, thrown

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        if is_open:
            return self._server.face(key, sides, missing, is_open)
        key = key._replace(act="")
        self._thrown[key] += 1
        drawn = hashlib.sha256(f"{self._seed}/{key}/{self._thrown[key]}".encode()).digest()
        return int.from_bytes(drawn[:8], "big") % sides + 1, Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """Hand it to the server's dice."""
        self._server.fix_salt(salt)


def goes_on(state: State) -> bool:
    """Has the server itself something to continue?"""
    return is_ready(state) and not state.play.is_held


def is_ready(state: State) -> bool:
    """Is nobody asked any more, so that the act goes on: by the server, or while it is held by the GM?"""
    decision = state.play.decision
    return decision is not None and decision.silent and not decision.unanswered()


def ends_turn(option: dict[str, Any]) -> bool:
    """Does it end a turn, and do nothing else?"""
    return option.get("group") == "end" and option.get("goal") == "end" and not option.get("answers")


def quiet_deed(system: System, options: list[dict[str, Any]], view: Any, luck: random.Random) -> Any:
    """Something that the hidden one does in its turn; mostly it ends it, in one way or another."""
    mine = [option for option in options if option.get("who") == HIDDEN and "reason" not in option]
    found = [option for option in mine if option["key"] in system.unnoticed]
    ends = [option for option in mine if ends_turn(option)]
    if luck.random() < 0.5:
        intent = filled(luck.choice(found), view, luck) if found else None
        if intent is not None:
            return intent
    ends += [option for option in found if option.get("group") == "end"]
    return filled(luck.choice(ends), view, luck) if ends else None


def secret_deed(system: System, state: State, quiet: Callable[[], Any], knower: str = "") -> tuple[str, Any] | None:
    """Who has to do what next that nobody may learn of: the hidden one's answers and turns, what only the GM is asked,
    and what only one is asked who sees the hidden one; None where something open is to be done."""
    decision = state.play.decision
    if decision is None:
        deed = quiet() if HIDDEN in state.play.pieces else None
        return None if deed is None else (GM, deed)
    waiting = decision.unanswered()
    if HIDDEN in waiting:
        answer = _secret_answer(system, state, decision)
        return None if answer is None else (GM, answer)
    shown = known_decision(system, state, decision, PUBLIC, hidden_from(state, PUBLIC))
    if waiting and all(state.ledger.controller(who) == GM for who in waiting):
        return (GM, system.default(state, decision, waiting[0])) if shown is None else None
    asked = [who for who in waiting if knower and state.ledger.controller(who) == knower]
    unseen = [who for who in asked if shown is None or who not in shown.asks]
    return (knower, system.default(state, decision, unseen[0])) if unseen else None


def _secret_answer(system: System, state: State, decision: Decision) -> Any:
    """One that changes nothing for others."""
    if system.harmless is not None:
        return system.harmless(state, decision, HIDDEN)
    return system.default(state, decision, HIDDEN)


def world(name: str, spec: EncounterSpec, seed: int, knower: str = "") -> World:
    """A table laid with the system's demo, or the demo and somebody hidden; `seed` makes its dice."""
    drawn = [hashlib.sha256(f"{which} {seed}".encode()).digest() for which in ("open", "secret")]
    made = World(SYSTEMS[name], spec, None, lambda _epoch: Seeds(*drawn))
    made.seed = seed
    made.thrown, made.acts = Counter(), {}
    made.knower = knower
    if knower and HIDDEN in spec.combatants:
        made.does("known", GM, {"type": "hide", "who": HIDDEN, "seen_by": [knower]})
    return made


class World(Rehearsal):
    """A table on which time passes and ids come of what is done openly: what happens in secret shifts nothing."""

    label = "create"
    clock = 1_000
    seed: int
    thrown: Counter[Key]
    acts: dict[str, dict[str, Any]]
    """What was done openly so far, the last of each type."""
    lurkers_name = ""
    """What the hidden one is called, or would be."""
    is_restless = True
    """Does it delay and ready itself, and act out of turn, and does the GM anything to it?"""
    knower = ""
    """The seat of a player who sees the hidden one, too: what it learns is not compared."""
    now = property(lambda self: self.clock, lambda _, __: None)
    _kept: tuple[object, dict[str, Any]] = (None, {})

    def _source(self, stream: str, nonce: bytes) -> Source:
        return Faces(super()._source(stream, nonce), self.seed, self.thrown)

    def new_id(self) -> bytes:
        """The id of the next intent."""
        return hashlib.sha256(self.label.encode()).digest()[:16]

    def does(self, label: str, seat: str, intent: Any, decision: str | None = None) -> None:
        """One intent under an id of its own, and the server's continues; the GM's after a takeback."""
        self.label = label
        if label.startswith("step"):
            self.clock += STEP_MS
            if isinstance(intent, dict) and "who" in intent:
                self.acts[intent["type"]] = intent
        self.submit(seat, meant(self, intent) if isinstance(intent, dict) else intent, decision)
        first = self.timeline.version
        while (own := self._own()) is not None:
            if self.timeline.version - first > MOST_ALONE:
                raise AssertionError(f"nobody to wait for ({[each.kind for each in self.state.play.decisions]})")
            told = self.state.ledger.told.get("public")
            self.label = f"own {told.n if told is not None else 0}"  # an act may begin with it: nothing secret counts
            is_gms = self.state.play.is_held and isinstance(own, Continue)
            self.submit(GM if is_gms else "server", own)

    def _own(self) -> Intent | None:
        """What the server does by itself, or the GM lets go on."""
        play = self.state.play
        for each in play.decisions if play.parked is None else ():
            if standing(self.system, self.state, each):
                return PassStanding(decision=each.id)
        return Continue(decision=play.decision.id) if is_ready(self.state) and play.decision is not None else None

    def offered(self, seat: str) -> list[dict[str, Any]]:
        """A seat's options as a client has them."""
        asker = self.asker(seat)
        made: list[dict[str, Any]] = self._once(
            f"options of {seat}",
            lambda: msgspec.to_builtins(self.system.options(self._knows(asker.audience), asker)),
        )
        return made

    def seen(self, audience: str) -> dict[str, Any]:
        """An audience's view as a client has it."""
        made: dict[str, Any] = self._once(
            f"view of {audience}", lambda: builtins(view(self.system, self._knows(audience), audience))
        )
        return made

    def _knows(self, audience: str) -> State:
        made: State = self._once(f"known to {audience}", lambda: known(self.system, self.state, audience))
        return made

    def _once(self, what: str, make: Callable[[], Any]) -> Any:
        """Made, and kept as long as nothing happens."""
        here = (self.timeline, self.timeline.version, self.clock)
        if self._kept[0] != here:
            self._kept = (here, {})
        kept = self._kept[1]
        if what not in kept:
            with self.timeline.shelf:
                kept[what] = make()
        return kept[what]

    # --- what happens in secret --------------------------------------------------------------------------------------

    def lurk(self) -> None:
        """Answer what nobody is told of, and end the hidden one's turns, until something open is to be done."""
        for _ in range(MOST_SECRET):
            deed = self._stirring() or secret_deed(self.system, self.state, self._quiet, self.knower)
            if deed is None:
                return
            self._does_in_secret(*deed)
        raise AssertionError("the hidden one never comes to rest")

    def _does_in_secret(self, seat: str, intent: Any) -> None:
        """An answer may have become impossible, as where the GM has taken the action away that it would cost: then the
        GM closes the question."""
        label, decision = f"secret {self.timeline.version}", self.state.play.decision
        try:
            self.does(label, seat, intent)
        except Rejected:
            if decision is None or seat != GM or self.state.play.decision is not decision:
                raise
            self.does(label, GM, CloseDecision(decision=decision.id))

    def _stirring(self) -> tuple[str, Any] | None:
        luck = random.Random(f"{self.seed} stirs {self.timeline.version}")
        if not self.is_restless or HIDDEN not in self.state.play.pieces or luck.random() > STIRRED:
            return None
        intent = stirring(self, HIDDEN, self.offered(GM), self.seen(GM), luck)
        return None if intent is None else (GM, intent)

    def _quiet(self) -> Any:
        luck = random.Random(f"{self.seed} {self.timeline.version}")
        offered = self.offered(GM)
        if not self.is_restless:
            offered = [one for one in offered if ends_turn(one) or one.get("group", "act") in DEEDS]
        return quiet_deed(self.system, offered, self.seen(GM), luck)

    # --- what can be learned -----------------------------------------------------------------------------------------

    def players(self) -> list[str]:
        """All seats that may not know."""
        return [id for id, seat in self.state.ledger.seats.items() if seat.role != "gm" and id != self.knower]

    def sight(self) -> dict[str, bytes]:
        """View, options, refusals, and what is said of other places, of each seat that may not know."""
        seen = {}
        for seat in self.players():
            audience = self.asker(seat).audience
            options = [] if audience == "public" else self.offered(seat)
            refusals = [self.refused(seat, probe) for probe in probes(options, self.acts.values())]
            places = asked(self.timeline, self.asker(seat), HIDDEN, NOBODY)
            seen[seat] = pack_([self.seen(audience), options, refusals, places])
        if self.lurkers_name:
            seen["the door"] = pack_(seen_at_the_door(self, (HIDDEN, NOBODY, self.lurkers_name)))
        return seen

    def refused(self, seat: str, probe: dict[str, Any]) -> Any:
        """Code, detail and sentence of a refusal; None where it would be taken."""
        asker, intent = self.asker(seat), _parsed(self.system.name, pack_(probe))
        if isinstance(intent, str):
            return intent
        try:
            with self.timeline.shelf:
                intake.check_as_known(self.timeline, self._knows(asker.audience), intent, asker)
        except Rejected as refusal:
            return [refusal.code, repr(sorted(refusal.detail.items())), refusal.text(self.system.texts)]
        return None

    def records(self, is_whole: bool = False) -> dict[str, bytes]:
        """All that each audience was told and may ask for: numbers, heads, events, its export file. History, whose
        frames take long to make, for one of them, by lot, and by lot with an amendment's steps; if it `is_whole` for
        all of them, in both ways."""
        entries, players, lot = self._entries(), self.players(), random.Random(f"history {self.seed}")
        found, asks, steps = {}, [lot.choice(players)], [lot.random() < 0.5]
        if is_whole:
            asks, steps = players, [False, True]
        for seat in players:
            asker = self.asker(seat)
            commits = [c for c in self.timeline.commits if asker.audience in c.told]
            stream = [
                [c.told[asker.audience].n, c.told[asker.audience].head, c.at, c.told_to(asker.audience)]
                for c in commits
            ]
            kept = Pages(self.timeline)  # as a table keeps them for all who ask
            looks = [History(after=n, steps=each) for each in steps for n in (0, len(commits) // 2) if seat in asks]
            pages = [_page(self.timeline, kept, asker, question) for question in looks]
            file = pack(excerpt_of(ENCOUNTER, entries, asker.audience, 0, asker.until))
            found[seat] = pack_([stream, pages, file])
        return found

    def _entries(self) -> list[Entry]:
        entries, previous = [], ZERO_HASH
        for version, body in enumerate(self.log, start=1):
            entry = chain.seal(ENCOUNTER, version, previous, bytes(16), bytes(16), body)
            entries.append(entry)
            previous = entry.hash
        return entries


@lru_cache(maxsize=4_096)
def _parsed(name: str, probe: bytes) -> Any:
    """The probe as an intent, or what is wrong with it: in both worlds the same are tried, again and again."""
    try:
        return parse_intent(SYSTEMS[name], msgspec.msgpack.decode(probe))
    except msgspec.ValidationError as error:
        return str(error)


def _page(timeline: Timeline, kept: Pages, asker: Asker, question: History) -> Any:
    """The page, or the code of its refusal: a delayed spectator asks for what is not released."""
    try:
        with timeline.shelf:
            return at_once(Paging(timeline, kept, asker, question))
    except Rejected as refusal:
        return refusal.code


def probes(options: list[dict[str, Any]], acts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What somebody might try who suspects: offered acts at the hidden one, and in its name what others have done."""
    yield from ({**intent, "who": HIDDEN} for intent in acts)
    yield from ({"type": "hide", "who": who} for who in (HIDDEN, NOBODY))
    yield {"type": "request_undo", "n": 10_000}
    for option in options[:40]:
        intent = option["intent"]
        yield intent
        for param in option.get("params", ()):
            if param["kind"] == "choice" and "." not in param["name"]:
                yield {**intent, param["name"]: HIDDEN}


class Pair(NamedTuple):
    """A pair of worlds: the open steps that were compared, what differed, whether it ended early, and how much."""

    steps: int
    differences: list[str]
    was_cut: bool
    bytes: int


def script_of(
    world: World, luck: random.Random, steps: int, look: Callable[[int], object] = int, beside: Beside | None = None
) -> Script:
    """Play openly in a world with nobody hidden; what was done, without the step that ended the fight. At the start
    and after each step it is looked."""
    script: Script = []
    world.lurk()
    look(0)
    for number in range(steps):
        done = _open_step(world, luck, number, beside)
        if done is None:
            break
        world.lurk()
        if world.state.play.phase == "ended":
            break  # that it goes on while somebody hidden still stands can't be kept secret
        script.append(done)
        look(len(script))
    return script


def _open_step(world: World, luck: random.Random, number: int, beside: Beside | None) -> Step | None:
    done = typed(world, luck)
    if done is None and world.lurkers_name and luck.random() < DOOR_STEPS:
        done = at_the_door(world, luck)
    done = done or (beside(world, luck) if beside and luck.random() < UNDONE_STEPS else None)
    done = done or _chosen(world, luck)
    if done is not None:
        world.does(f"step {number}", *done)
    return done


def _chosen(world: World, luck: random.Random) -> Step | None:
    order = [id for id, seat in world.state.ledger.seats.items() if seat.role != "spectator"]
    luck.shuffle(order)
    is_ended = hurries(world.seed) and luck.random() < HURRIED_STEPS
    for seat in order:
        offered, seen = world.offered(seat), world.seen(world.asker(seat).audience)
        ended = turn_ended(offered, seen, luck) if is_ended else None
        chosen = choose(offered, seen, luck) if ended is None else (ended, None)
        if chosen is not None:
            return (seat, *chosen)
    return None


def lot(what: str, seed: int) -> float:
    """A number below 1 for one thing about a pair: no two things hang together."""
    return random.Random(f"{what} {seed}").random()


def undoes(seed: int) -> bool:
    """Is it a pair with takebacks?"""
    return lot("beside", seed) < 1 / 3


def meddles(seed: int) -> bool:
    """Is it a pair in which more is done than playing, and taking back?"""
    return 1 / 3 <= lot("beside", seed) < 2 / 3


def branches(seed: int) -> bool:
    """Is it a pair in which a branch is compared, too?"""
    return lot("branch", seed) < 1 / 11


def hurries(seed: int) -> bool:
    """Is it a pair in which most turns are ended at once, so that several rounds are played?"""
    return lot("hurry", seed) < 1 / 2


def has_options(seed: int) -> bool:
    """Is it a pair under table options drawn by lot?"""
    return lot("table", seed) < 1 / 2


def has_knower(seed: int) -> bool:
    """Is it a pair in which one player sees the hidden one?"""
    return lot("sees", seed) < 1 / 4


def has_door(seed: int) -> bool:
    """Is it a pair in which people sit down by a code?"""
    return lot("door", seed) < 1 / 3


def pair(name: str, seed: int, steps: int = 0, is_whole: bool = False) -> Pair:
    """One pair: with nobody hidden, and with somebody; a half under table options drawn by lot, a third with
    takebacks, a third with meddling, a half in haste. `steps` 0: so many that a pair in haste comes to its third round.
    If it `is_whole`, everybody's history is compared."""
    luck = random.Random(f"{name} {seed}")
    spec = base_spec(name, random.Random(f"options {seed}") if has_options(seed) else None)
    knower = (
        random.Random(f"knower {seed}").choice(list(spec.seats)) if has_knower(seed) and len(spec.seats) > 1 else ""
    )
    lurker = hidden_spec(spec, luck)
    if has_door(seed):
        join: Any = random.Random(f"join {seed}").choice(("code", "code", "ask"))
        spec = msgspec.structs.replace(spec, table=msgspec.structs.replace(spec.table, join=join))
    both = (spec, with_one(spec, lurker, luck))
    one, other = (_named(world(name, each, seed, knower), lurker.name) for each in both)
    sights: dict[int, dict[str, bytes]] = {}

    def look(number: int) -> None:
        if number == 0 or luck.random() > UNSEEN_STEPS:
            sights[number] = one.sight()

    beside = takeback if undoes(seed) else meddle if meddles(seed) else None
    steps = (steps or STEPS + ROUNDS_STEPS * hurries(seed)) + MEDDLED_STEPS * meddles(seed)
    script = script_of(one, random.Random(seed), steps, look, beside)
    if one.state.play.phase == "ended":  # it went on for a step that the script lacks
        one = _named(world(name, spec, seed, knower), lurker.name)
        for number, step in enumerate([NOTHING, *script]):
            assert not go(one, number - 1, *step)
    if len(script) not in sights:
        sights[len(script)] = one.sight()
    return _compared(one, sights, other, script, branches(seed), is_whole)


def _named(world: World, lurker: str) -> World:
    """Where it is looked at the door, too."""
    world.lurkers_name = lurker if has_door(world.seed) else ""
    return world


def _compared(
    one: World, sights: dict[int, dict[str, bytes]], other: World, script: Script, is_branched: bool, is_whole: bool
) -> Pair:
    """Play the script in the other world: what is seen by the way, and in the end all that was told."""
    count, size = 0, 0
    for number, (seat, intent, decision) in enumerate([NOTHING, *script]):
        if refusal := go(other, number - 1, seat, intent, decision):
            is_cut = seat in (GM, one.knower)  # only they may feel that somebody is there
            return Pair(count, [] if is_cut else [f"step {number} of {seat}: {refusal}"], is_cut, size)
        count += 1
        if number in sights:
            differences = unlike(f"step {number}, sight", sights[number], other.sight())
            if differences:
                return Pair(count, differences, False, size)
            size += sum(map(len, sights[number].values()))
    excerpt_of = one.records(is_whole)
    size += sum(map(len, excerpt_of.values()))
    differences = unlike("records", excerpt_of, other.records(is_whole)) or list(unlike_learned(one, other))[:3]
    if is_branched and not differences:
        here, there = _branch(one), _branch(other)
        differences = unlike("branch, records", here.records(is_whole), there.records(is_whole))
        differences += unlike("branch, sight", here.sight(), there.sight())
        differences += [f"branch, {each}" for each in itertools.islice(unlike_learned(here, there), 3)]
    return Pair(count, differences, False, size)


def _branch(world: World) -> World:
    """A branch from where it stands, or by lot from where anything stands that all were told of."""
    luck, numbers = random.Random(f"branch from {world.seed}"), behind(world)
    if not numbers or luck.random() < 1 / 2:
        return branched(world)
    return branched(world, position_of(world.timeline, luck.choice(numbers)))


def unlike(what: str, one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """For each who sees something else in the other world: the first differences."""
    return [f"{what} of {who}: {_differ(one[who], other[who])}" for who in one if one[who] != other[who]]


def unlike_learned(one: World, other: World) -> Iterator[str]:
    """Where those who may not know are told or know something else."""
    audiences = [one.asker(seat).audience for seat in one.players()]
    here, there = list(learned.happened(one.timeline)), list(learned.happened(other.timeline))
    return learned.unlike(one.system, here, there, audiences)


def go(world: World, number: int, seat: str, intent: dict[str, Any], decision: str | None) -> str:
    """One open step, and all that goes on in secret behind it; the code of its refusal."""
    try:
        if seat:
            world.does(f"step {number}", seat, intent, decision)
    except Rejected as refusal:
        return refusal.code
    world.lurk()
    return ""


def _differ(one: bytes, other: bytes) -> str:
    """The first difference, for people."""
    return "; ".join(difference(msgspec.msgpack.decode(one), msgspec.msgpack.decode(other), "")[:3]) or "bytes"
