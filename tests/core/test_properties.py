"""What must always hold of the core, over random fights of Three Cups with refusals, rewinds, redos and amendments.

Every move is drawn from what is possible and what is not; `Fight` checks the standing properties after each commit.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from three_cups import SYSTEM, Riposte

from server.conformance.amount import many
from server.core.commit import Commit
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.deciding import intake
from server.core.deciding.decide import parse_intent
from server.core.errors import Rejected
from server.core.history import amend
from server.core.ids import Position
from server.core.intents import Amend, Continue, Die, Edit, Redo, Rewind, TermEdit
from server.core.options import Option, Param
from server.core.secrecy import known
from server.core.state import TableOptions
from server.core.timeline.timeline import Timeline
from server.core.view import builtins
from server.scenario.rehearsal import ENCOUNTER, Rehearsal

AUDIENCES = ("gm", "public", "seat:ann", "seat:bob")
SEATS = ("gm", "ann", "bob", "spectator")

Move = dict[str, Any]


def spec(hidden: dict[str, Any] | None = None, window_s: int | None = None) -> EncounterSpec:
    """Ann plays Anna and, where there is one, the hidden Cat; Bob plays Ben and Bo."""
    combatants = {
        "a": CombatantSpec(name="Anna", side="x", seat="ann", sheet={"cover": 1}),
        "b": CombatantSpec(name="Ben", side="y", seat="bob", sheet={"hearts": 2}),
        "d": CombatantSpec(name="Bo", side="y", seat="bob", at=(1, 2)),
    }
    if hidden is not None:
        combatants["c"] = CombatantSpec(name="Cat", side="x", seat="ann", hidden=True, sheet=hidden)
    seats = {"ann": SeatSpec(name="Ann"), "bob": SeatSpec(name="Bob")}
    return EncounterSpec(
        title="Cups", system="three_cups", seats=seats, combatants=combatants, table=TableOptions(window_s=window_s)
    )


class Fight(Rehearsal):
    """A table whose every commit is checked. Dice are the server's own, the same in every run."""

    def __init__(self, of: EncounterSpec) -> None:
        self.seen: dict[str, Any] = {}
        super().__init__(SYSTEM, of, None)
        self.submit("gm", {"type": "begin"})

    def take(self, commit: Commit) -> Commit:
        """Take a commit; nobody's view changes who is told nothing."""
        taken = super().take(commit)
        for audience in AUDIENCES:
            view = builtins(self.view(audience))
            assert audience in taken.told or view == self.seen.get(audience), f"{audience} sees a change untold"
            self.seen[audience] = view
        return taken

    def do(self, move: Move) -> bool:
        """Make a move if it is allowed; was it?"""
        try:
            self._do(move)
        except Rejected:
            return False
        return True

    def _do(self, move: Move) -> None:
        kind, pick = move["kind"], move["pick"]
        line = [p for p in self.timeline.line() if p.version > self.timeline.ledger.begun]
        decision = self.state.play.decision
        if kind == "play":
            self._play_on(move)
        elif kind == "answer":
            self.submit(move["seat"], {"type": "choose", "who": move["who"], "cup": move["cup"]})
        elif kind == "riposte":
            self.submit(move["seat"], Riposte(who=move["who"], decline=move["cup"] > 1))
        elif kind == "continue" and decision is not None:
            self.submit("gm" if self.state.play.is_held else "server", Continue(decision=decision.id))
        elif kind == "rewind" and line:
            self.submit(move["seat"], Rewind(to=line[pick % len(line)]))
        elif kind == "redo":
            self.submit(move["seat"], Redo())
        elif kind == "amend" and line:
            self.amend(line[pick % len(line)], move)
        elif kind in ("hide", "show"):
            self.submit("gm", {"type": kind, "who": move["who"]})

    def _play_on(self, move: Move) -> None:
        """Answer for somebody who is asked, or go on."""
        decision = self.state.play.decision
        if decision is None:
            raise Rejected("nothing_waits")
        asked = decision.unanswered()
        if not asked:
            self.submit("gm", Continue(decision=decision.id))
        elif decision.kind == "choose":
            who = asked[move["pick"] % len(asked)]
            self.submit(self.state.ledger.controller(who), {"type": "choose", "who": who, "cup": move["cup"]})
        else:
            self.submit(self.state.ledger.controller(asked[0]), Riposte(who=asked[0], decline=move["cup"] > 1))

    def amend(self, target: Position, move: Move) -> None:
        """Change a face and a term of the act at a position, or strike it out, and confirm what the preview says."""
        timeline = self.timeline
        act = next((past.act for past in amend.recorded(timeline, target)), "")
        rolls = {(r.roll, r.who) for commit in timeline.commits for r in commit.evidence if r.act == act}
        faces = tuple(Die(roll, who, 0, move["cup"] * 2) for roll, who in sorted(rolls))
        terms = tuple(TermEdit(roll, who, "cover", move["cup"]) for roll, who in sorted(rolls))
        edit = Edit(at=target, faces=faces, terms=terms, struck=move["who"] == "d")
        seen = amend.preview(timeline, target, (edit,))
        again = amend.preview(timeline, target, (edit,))
        assert again.digest == seen.digest
        assert not seen.rules_changed
        self.submit("gm", Amend(target=target, edits=(edit,), digest=seen.digest))
        assert _game(self.state.play) == _game(seen.play)


def _game(of: Any) -> Any:
    decision = of.decision
    return (of.game, of.pieces, decision and (decision.id, decision.asks))


fights = settings(max_examples=max(many(30), settings().max_examples // 3))
"""A fight is long: fewer of them."""

moves = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(
                ["play"] * 30 + ["answer", "riposte", "continue", "rewind", "redo", "amend", "amend", "hide", "show"]
            ),
            "seat": st.sampled_from(["gm", "gm", "gm", "ann", "bob", "spectator"]),
            "who": st.sampled_from(["a", "b", "c", "d"]),
            "cup": st.integers(1, 3),
            "pick": st.integers(0, 40),
        }
    ),
    min_size=10,
    max_size=60,
)


@fights
@given(moves)
def test_log_read_again_gives_the_same_encounter(made: list[Move]) -> None:
    """Folding what is read from the log gives the live play, ledger, line and older positions."""
    table = Fight(spec({}, window_s=60))
    for move in made:
        table.do(move)
    again = Timeline(SYSTEM, ENCOUNTER)
    for version, body in enumerate(table.log, start=1):
        again.fold(table.codec.open(version, body).commit)
    assert again.state == table.state
    assert list(again.line()) == list(table.timeline.line())


@fights
@given(moves)
def test_position_folded_again_is_as_it_was(made: list[Move]) -> None:
    """What is no longer kept in memory comes back the same, clocks included."""
    table = Fight(spec({}, window_s=60))
    for move in made:
        table.do(move)
    again = Timeline(SYSTEM, ENCOUNTER)
    for version, body in enumerate(table.log, start=1):
        again.fold(table.codec.open(version, body).commit)
        for position in [p for p in again._plays if p.version not in (1, version)]:
            del again._plays[position]
    for position in table.timeline.before:
        assert again.play_at(position) == table.timeline.play_at(position)


@fights
@given(moves)
def test_refusal_changes_nothing(made: list[Move]) -> None:
    """What is refused leaves version, state and dice counters as they were."""
    table = Fight(spec({}))
    for move in made:
        before = (table.timeline.version, table.state)
        if not table.do(move):
            assert (table.timeline.version, table.state) == before


@fights
@given(moves, st.integers(0, 40))
def test_redo_takes_a_rewind_back(made: list[Move], pick: int) -> None:
    """Redo after undo is the identity on the fight; counters and the ledger's heads go on."""
    table = Fight(spec({}))
    for move in made:
        table.do(move)
    before, counters = table.state.play, table.state.ledger.counters
    line = [p for p in table.timeline.line() if p.version >= table.timeline.ledger.begun][1:]
    assume(line)
    table.submit("gm", Rewind(to=line[pick % len(line)]))
    assert _game(table.state.play) == _game(table.timeline.play_at(line[pick % len(line)]))
    table.submit("gm", Redo())
    assert _game(table.state.play) == _game(before)
    assert table.state.ledger.counters == counters


@fights
@given(moves, st.integers(0, 40))
def test_amending_nothing_changes_nothing(made: list[Move], pick: int) -> None:
    """An amendment without a real change leaves everything standing, whatever was rewound or amended before."""
    table = Fight(spec({}))
    for move in made:
        table.do(move)
    line = [p for p in table.timeline.line() if p.version > table.timeline.ledger.begun]
    if not line:
        return
    target = line[pick % len(line)]
    seen = amend.preview(table.timeline, target, ())
    assert {step.outcome for step in seen.steps if step.events} <= {"stands", "continued"}
    assert _game(seen.play) == _game(table.state.play)


@fights
@given(moves)
def test_numbers_of_an_audience_have_no_gaps(made: list[Move]) -> None:
    """Each audience counts what it is told, from 1; those of the GM are the versions."""
    table = Fight(spec({}))
    for move in made:
        table.do(move)
    for audience in AUDIENCES:
        numbers = [c.told[audience].n for c in table.timeline.commits if audience in c.told]
        assert numbers == list(range(1, len(numbers) + 1))
        heads = [c.told[audience].head for c in table.timeline.commits if audience in c.told]
        assert len(set(heads)) == len(heads)


# --- options ---------------------------------------------------------------------------------------------------------


@fights
@given(moves, st.sampled_from(SEATS))
def test_offered_is_accepted_and_nothing_else(made: list[Move], seat: str) -> None:
    """Every offered intent passes `check`, and of all intents of the system those that pass are offered."""
    table = Fight(spec({}))
    for move in made:
        table.do(move)
    asker = table.asker(seat)
    state = known(SYSTEM, table.state, asker.audience)
    offered = {_key(intent) for option in SYSTEM.options(state, asker) for intent in _intents(option)}
    accepted = {_key(intent) for intent in _every_intent() if _is_accepted(table, intent, seat)}
    assert offered == accepted


def _every_intent() -> Iterator[Move]:
    yield {"type": "begin"}
    for who in "abcd":
        for cup in range(5):
            yield {"type": "choose", "who": who, "cup": cup}
        for decline in (False, True):
            yield {"type": "riposte", "who": who, "decline": decline}


def _is_accepted(table: Fight, intent: Move, seat: str) -> bool:
    try:
        intake.check_intent(table.timeline, parse_intent(SYSTEM, intent), table.asker(seat))
    except Rejected:
        return False
    return True


def _intents(option: Option) -> Iterator[Move]:
    """Every intent that an option stands for."""
    if option.reason is None:
        for values in itertools.product(*(_values(param) for param in option.params)):
            yield {**option.intent, **{p.name: v for p, v in zip(option.params, values, strict=True)}}


def _values(param: Param) -> list[Any]:
    assert param.kind == "choice"
    return [choice.value for choice in param.choices if choice.reason is None]


def _key(intent: Move) -> str:
    return msgspec.json.encode(msgspec.to_builtins(parse_intent(SYSTEM, intent)), order="sorted").decode()


# --- two worlds ------------------------------------------------------------------------------------------------------


class Still(Rehearsal):
    """A table on which no time passes, so that an extra commit shows nothing by its time."""

    now = property(lambda _: 1_000, lambda _, __: None)


rounds = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3), st.booleans()), min_size=1, max_size=6)
"""Per round the cup of Ann's, the cup of both of Bob's, and whether Bob ripostes."""


def learned_by_bob(played: list[tuple[int, int, bool]], weary: bool, hidden: dict[str, Any] | None) -> list[Any]:
    """All that Bob and the public learn: views, options and refusals behind each round, and the stream as told.

    Where the hidden one exists she lifts the cup that neither wins nor loses; Ann's bear every strike."""
    of = spec(hidden)
    sheet = {"hearts": 99, "weary": weary}
    table = Still(SYSTEM, msgspec.structs.replace(of, combatants=_with_sheet(of.combatants, "a", sheet)), None)
    table.play("gm", {"type": "begin"})
    learned = [_of(table, seat) for seat in ("bob", "spectator")]
    for a, b, ripostes in played:
        for who, cup in (("a", a), ("c", b), ("b", b), ("d", b)):
            _choose(table, who, cup)
        _riposte(table, ripostes)
        learned += [_of(table, seat) for seat in ("bob", "spectator")]
    for audience in ("seat:bob", "public"):
        learned += [(c.told[audience].n, c.told_to(audience)) for c in table.timeline.commits if audience in c.told]
    return learned


def _with_sheet(of: dict[str, CombatantSpec], who: str, sheet: dict[str, Any]) -> dict[str, CombatantSpec]:
    return {**of, who: msgspec.structs.replace(of[who], sheet=sheet)}


def _choose(table: Rehearsal, who: str, cup: int) -> None:
    decision = table.state.play.decision
    if decision is not None and who in decision.asks:
        table.play("gm", {"type": "choose", "who": who, "cup": cup})


def _riposte(table: Rehearsal, ripostes: bool) -> None:
    decision = table.state.play.decision
    for who in decision.unanswered() if decision is not None and decision.kind == "riposte" else []:
        is_bobs = table.state.ledger.controller(who) == "bob"
        table.play("gm", {"type": "riposte", "who": who, "decline": not (is_bobs and ripostes)})


def _of(table: Rehearsal, seat: str) -> Any:
    asker = table.asker(seat)
    state = known(SYSTEM, table.state, asker.audience)
    refusals = [_refusal(table, intent, seat) for intent in _every_intent()]
    return builtins(table.view(asker.audience)), msgspec.to_builtins(SYSTEM.options(state, asker)), refusals


def _refusal(table: Rehearsal, intent: Move, seat: str) -> Any:
    try:
        intake.check_intent(table.timeline, parse_intent(SYSTEM, intent), table.asker(seat))
    except Rejected as refusal:
        return refusal.code, refusal.detail, refusal.text(SYSTEM.texts)
    return None


@fights
@given(rounds)
def test_two_worlds_with_and_without_somebody_hidden_look_the_same(played: list[tuple[int, int, bool]]) -> None:
    """Nobody who does not see the hidden one can tell by any means whether she is there."""
    assert learned_by_bob(played, False, {}) == learned_by_bob(played, False, None)


@fights
@given(rounds, st.booleans(), st.integers(1, 9))
def test_two_worlds_with_other_secret_sheets_look_the_same(
    played: list[tuple[int, int, bool]], weary: bool, hearts: int
) -> None:
    """Whether somebody was secretly asked, and what a hidden one's sheet says, shows nowhere."""
    other = {"hearts": hearts, "weary": weary, "cover": 3}
    assert learned_by_bob(played, weary, other) == learned_by_bob(played, not weary, {})


def test_two_worlds_differ_where_something_is_shown() -> None:
    """The comparison can fail: a hidden one that is revealed is seen."""
    table = Fight(spec({}))
    assert "c" not in table.view("seat:bob").combatants
    assert table.do({"kind": "show", "who": "c", "seat": "gm", "cup": 1, "pick": 0})
    assert "c" in table.view("seat:bob").combatants
