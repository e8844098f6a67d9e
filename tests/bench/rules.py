"""What core and rules cost in memory: a decision, folding, and going back. No store, no sockets, no table.

Nothing here waits for anything, so all times are CPU times: neighbours on the machine disturb them least.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from server.core.commit import Commit
from server.core.deciding import intake
from server.core.dice import ServerDice, Source
from server.core.draft import Draft
from server.core.ids import GM, START, Position, audience_of
from server.core.intents import Edit, Rewind
from server.core.state import State
from server.core.system import Asker, System
from server.core.telling.tell import told_commit
from server.core.timeline.evolve import evolve
from server.core.timeline.timeline import Timeline
from server.keys.seeds import SeedKeeper
from server.past.amending import PreviewAmend
from server.past.questions import answer
from server.rules.ambersteel import SYSTEM as AMBERSTEEL
from server.rules.tactics import SYSTEM as TACTICS
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.state.intents import Attack
from server.rules.tirakan_classic import SYSTEM as CLASSIC
from server.store.codec import Codec
from server.table.sight import Sight, Sights
from tests.bench import at_once
from tests.bench.fight import offered
from tests.bench.figures import Row, interleaved, least, most, ratio_most, row
from tests.bench.tape import MASTER, Tape

FLOOR = "floor: the same events encoded and decoded"

LIMITS = {TACTICS.name: (30, 40)}
OTHER_LIMITS = (20, 27)
"""So many times the floor at most are a decision in the median and in the mean: of some systems, and of all others."""

MOST_FIGHTS = 5
"""So many different ones are measured in turn, one in each round: the dice say which decision lies in the middle."""
Fights = tuple[Sequence[Tape], Sequence[Tape]]
"""By the rules of two systems."""

EDITIONS = (CLASSIC, SYSTEM)
THIRD = (AMBERSTEEL, SYSTEM)
PLANNED = (TACTICS, SYSTEM)
CODEC = Codec(SYSTEM)
_any_event = msgspec.msgpack.Decoder(CODEC._union)
_encode = msgspec.msgpack.Encoder().encode


def commits(tape: Tape, codec: Codec = CODEC) -> list[Commit]:
    """The log of a tape, decoded."""
    return [codec.open(entry.version, entry.body).commit for entry in tape.entries]


def timeline_of(tape: Tape) -> Timeline:
    """The folded history of a tape."""
    timeline = Timeline(SYSTEM, tape.encounter)
    for commit in commits(tape):
        timeline.fold(commit)
    return timeline


class Line:
    """The straight line over one log, commit by commit, with the time of each stage (`seconds`)."""

    STAGES = ("check", "decide", "fold", "options", "tell", "seal", "views")

    def __init__(self, tape: Tape, system: System = SYSTEM) -> None:
        self.tape, self._system, self._codec = tape, system, Codec(system)
        self.seconds: dict[str, float] = dict.fromkeys(self.STAGES, 0.0)
        self.each: list[float] = []
        """Seconds of the rules alone, by accepted intent with all that the server added to it."""
        self.events = self.intents = 0
        self._keeper = SeedKeeper(MASTER)
        self._seen: dict[str, Sight] = {}
        self._timeline = Timeline(system, tape.encounter)

    def run(self) -> None:
        """Decide the whole log again, intent by intent; it must come out the same."""
        recorded = commits(self.tape, self._codec)
        self._timeline.fold(recorded[0])
        for commit in recorded[1:]:
            with self._timeline.shelf:
                self._again(commit)

    def us(self, *stages: str) -> float:
        """Microseconds of these stages for each accepted intent; the server's own commits are in it."""
        return sum(self.seconds[stage] for stage in stages) / self.intents * 1e6

    def _again(self, recorded: Commit) -> None:
        timeline, sent = self._timeline, recorded.submitted
        role = timeline.ledger.seats[sent.seat].role if sent.seat in timeline.ledger.seats else "server"
        asker = Asker(sent.seat, role, audience_of(sent.seat, role) if role != "server" else GM, recorded.at)
        if sent.intent.by == "server":
            asker = Asker("server", "server", GM, recorded.at)
        clock = time.process_time
        t0 = clock()
        intake.check_intent(timeline, sent.intent, asker)
        t1 = clock()
        submitted = intake.submission(timeline, sent.id, sent.seat, sent.nonce, sent.intent)
        draft = intake.draft_of(timeline, submitted, recorded.at, self._dice)
        t2 = clock()
        commit = told_commit(timeline, submitted, draft, recorded.at)
        t3 = clock()
        sealed = self._codec.seal(timeline.encounter, commit, timeline.ledger.told)
        t4 = clock()
        timeline.fold(sealed.commit, draft.state)
        t5 = clock()
        asked = _asked(timeline.state)
        for seat in asked:
            offered(self._system, timeline.state, seat)
        t6 = clock()
        self._show(commit)
        t7 = clock()
        if commit.events != recorded.events:
            raise AssertionError(f"commit {commit.version} came out differently")
        passed = (t1 - t0, t2 - t1, t5 - t4, t6 - t5, t3 - t2, t4 - t3, t7 - t6)
        for stage, seconds in zip(self.STAGES, passed, strict=True):
            self.seconds[stage] += seconds
        if sent.intent.by != "server" or not self.each:
            self.each.append(0.0)
        self.each[-1] += sum(passed[:4])
        self.events += len(commit.events)
        self.intents += sent.intent.by != "server"

    def _show(self, commit: Commit) -> None:
        """Views and patches of all who are told, as a table makes them."""
        sights = Sights(self._timeline)
        for audience in commit.told:
            last = self._seen.get(audience)
            now = self._seen[audience] = sights.of(audience, last)
            if last is not None:
                sights.patch(last.shown, now.shown)

    def _dice(self, stream: str, nonce: bytes) -> Source:
        ledger = self._timeline.ledger
        seeds = self._keeper.seeds(self.tape.encounter, ledger.epoch)
        id, salt = bytes.fromhex(self.tape.encounter), ledger.salt
        return ServerDice(id, seeds, ledger.epoch, ledger.counters, salt, stream, nonce)


def _asked(state: State) -> set[str]:
    """The seats of which something is wanted now."""
    decision = state.play.decision
    people = decision.unanswered() if decision is not None else [state.play.game.turn]
    return {state.ledger.controller(who) for who in people if who}


def rules_us(tape: Tape) -> float:
    """Microseconds of the rules alone for one accepted intent: check, decide, fold, the options of the asked."""
    line = Line(tape)
    line.run()
    return line.us("check", "decide", "fold", "options")


def decision_rows(tape: Tape, rounds: int) -> list[Row]:
    """Everything in memory that one accepted intent of Tirakan costs."""
    spent: dict[str, list[float]] = {stage: [] for stage in Line.STAGES}

    def decided() -> float:
        line = Line(tape)
        line.run()
        for stage in line.seconds:
            spent[stage].append(line.us(stage))
        return line.us(*line.STAGES)

    value, floor = interleaved(rounds, (decided, partial(_recoded_us, tape)))
    split = ", ".join(f"{stage} {statistics.median(values):.0f}" for stage, values in spent.items())
    return [row("one decision with telling, sealing, 6 views", value, "µs", most(200), floor, f"{FLOOR}; {split}")]


def system_rows(fights: Sequence[tuple[System, Sequence[Tape]]], rounds: int) -> list[Row]:
    """One accepted intent by the rules alone, of each system; the first one's events are the floor of all."""
    first, (tape, *_) = fights[0]
    lines = [cycle(tapes) for _, tapes in fights]
    floors, found = [], [(list[float](), list[float]()) for _ in fights]
    for _ in range(rounds):
        floors.append(_recoded_us(tape, Codec(first)))
        for (system, _), tapes, (medians, means) in zip(fights, lines, found, strict=True):
            each = _each_us(next(tapes), system)
            medians.append(statistics.median(each))
            means.append(statistics.mean(each))
    floor = statistics.median(floors)
    return [
        row(f"one decision of {system.name} in the {name}: rules, fold, options asked", statistics.median(values), "µs",
            ratio_most(limit), floor, f"{FLOOR} of {first.name}")
        for (system, _), both in zip(fights, found, strict=True)
        for name, limit, values in zip(("median", "mean"), LIMITS.get(system.name, OTHER_LIMITS), both, strict=True)
    ]  # fmt: skip


def _recoded_us(tape: Tape, codec: Codec = CODEC) -> float:
    """Microseconds for the events of one accepted intent, encoded and decoded."""
    events = commits(tape, codec)[1:]
    any_event = msgspec.msgpack.Decoder(codec._union)
    begun = time.process_time()
    for commit in events:
        for event in commit.events:
            any_event.decode(_encode(event))
    return (time.process_time() - begun) / sum(c.submitted.intent.by != "server" for c in events) * 1e6


def _each_us(tape: Tape, system: System) -> list[float]:
    line = Line(tape, system)
    line.run()
    return [seconds * 1e6 for seconds in line.each]


def edition_rows(tapes: Mapping[str, Fights], rounds: int) -> list[Row]:
    """The older edition beside Tirakan, which goes by the same machine of acts. By weapon: a fight of each."""
    found = []
    for weapon, both in tapes.items():
        value, floor = interleaved(rounds, _medians(both, EDITIONS))
        figure = f"one decision of Tirakan Classic in the median, {weapon}"
        found.append(row(figure, value, "µs", ratio_most(1), floor, "floor: the same fight of Tirakan"))
    return found


def planned_rows(folder: Path, tapes: Fights, rounds: int) -> list[Row]:
    """Tactics beside Tirakan: a decision; and a question to twelve of six seats, who all answer at once."""
    value, floor = interleaved(rounds, _medians(tapes, PLANNED))
    last, passed = interleaved(rounds, [partial(at_once.last_ack_ms, folder, name) for name in at_once.CROWDS])
    figure = "the last of twelve who settle their plans at once: from submit to ack, p99"
    return [
        row("one decision of Tactics in the median", value, "µs", ratio_most(1.5), floor, "floor: one of Tirakan"),
        row(figure, last, "ms", ratio_most(2), passed, "floor: of twelve who pass in a window of Tirakan"),
    ]


def ambersteel_row(tapes: Fights, rounds: int) -> Row:
    """Ambersteel, written on the kit alone, beside Tirakan."""
    value, floor = interleaved(rounds, _medians(tapes, THIRD))
    figure = "one decision of Ambersteel in the median"
    return row(figure, value, "µs", ratio_most(1), floor, "floor: one of Tirakan")


def _medians(tapes: Fights, systems: tuple[System, System]) -> list[Callable[[], float]]:
    """By each of two systems one decision in the median, of another fight each time."""
    return [partial(_next_us, cycle(fights), system) for fights, system in zip(tapes, systems, strict=True)]


def _next_us(fights: Iterator[Tape], system: System) -> float:
    return statistics.median(_each_us(next(fights), system))


def fold_and_decode(tape: Tape) -> tuple[Callable[[], float], Callable[[], float]]:
    """Two measures in µs for one event: folding it, and decoding it."""
    events = [event for commit in commits(tape) for event in commit.events]
    raws = [_encode(event) for event in events]

    def folded() -> float:
        timeline = Timeline(SYSTEM, tape.encounter)
        state, begun_s = timeline.state, time.process_time()
        for event in events:
            state = evolve(SYSTEM, state, event, timeline.play_at)
        return (time.process_time() - begun_s) / len(events) * 1e6

    def decoded() -> float:
        begun_s = time.process_time()
        for raw in raws:
            _any_event.decode(raw)
        return (time.process_time() - begun_s) / len(events) * 1e6

    return folded, decoded


def fold_rows(tape: Tape, rounds: int) -> list[Row]:
    """Folding decoded events."""
    folded_us, decoded_us = interleaved(rounds, fold_and_decode(tape))
    note = "floor: decoding the same events"
    return [row("fold", 1e6 / folded_us, "events/s", least(300_000), 1e6 / decoded_us, note)]


def history_rows(tape: Tape, rounds: int) -> list[Row]:
    """Going back and amending, at the end of a long log."""
    timeline = timeline_of(tape)
    gm = Asker(GM, "gm", GM, timeline.commits[-1].at)
    rows = []
    for depth, limit in ((10, 2), (100, 2), (1000, 2)):
        to = Position(max(timeline.ledger.begun + 1, timeline.version - depth))
        ms = interleaved(rounds, (lambda to=to: _rewind_ms(timeline, gm, to),))[0]  # type: ignore[misc]
        rows.append(row(f"rewind at depth {timeline.version - to.version:,}", ms, "ms", most(limit)))
    return [*rows, *_amend_rows(timeline, gm, rounds)]


def _amend_rows(timeline: Timeline, gm: Asker, rounds: int) -> list[Row]:
    """What an amendment would do, over more and more that came later; and the confirmation of what was previewed."""
    found = []
    for depth, limit in ((10, 100), (100, 100), (200, 100), (1_000, 600)):
        target = _attack_before(timeline, timeline.version - depth)
        question = PreviewAmend(target=target, edits=(Edit(at=target, struck=True),))

        def asked(question: PreviewAmend = question) -> Any:
            return answer(timeline, gm, question)

        first, again = interleaved(rounds, (lambda: _first_ms(timeline, asked), lambda: _ms(asked)))
        note = f"{timeline.version - target.version} commits later"
        found.append(row(f"amend preview over {depth:,} later commits", first, "ms", most(limit), note=note))
    note = "as its confirmation does"
    return [*found, row("the same as asked before, at the same head", again, "ms", most(60), note=note)]


def _attack_before(timeline: Timeline, version: int) -> Position:
    while not isinstance(timeline.commit(version).submitted.intent, Attack):
        version -= 1
    return Position(version)


def _ms(work: Callable[[], Any]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def _rewind_ms(timeline: Timeline, gm: Asker, to: Position) -> float:
    """Check, decide, tell and seal; not taken in, so that it can be measured again."""

    def rewind() -> None:
        intent = Rewind(to=to)
        intake.check_intent(timeline, intent, gm)
        submitted = intake.submission(timeline, bytes(16), GM, bytes(16), intent)
        draft: Draft = intake.draft_of(timeline, submitted, gm.now, _no_dice)
        CODEC.seal(timeline.encounter, told_commit(timeline, submitted, draft, gm.now), timeline.ledger.told)

    return _first_ms(timeline, rewind)


def _first_ms(timeline: Timeline, work: Callable[[], Any]) -> float:
    """As if nobody had asked before."""
    timeline.notes.forget()
    timeline.before._apart = (START, START), []
    timeline._lately.clear()
    return _ms(work)


def _no_dice(_stream: str, _nonce: bytes) -> Any:
    return None
