"""Who knows what: two worlds that differ only in secrets look the same to all who may not know them."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from server.conformance.amount import many
from server.conformance.worlds.learned import happened
from server.core.create import CombatantSpec
from server.core.deciding import intake
from server.core.deciding.decide import parse_intent
from server.core.dice import Key, Origin, Scripted
from server.core.errors import Rejected
from server.core.options import Option
from server.core.secrecy import NOBODY, known
from server.core.state import Ask, Decision
from server.core.view import builtins
from server.rules.brink import SYSTEM
from server.rules.brink.state.events import ActionResolved, HitsRolled, InitiativeTieBroken
from server.rules.brink.state.state import Boundary
from server.scenario.rehearsal import Rehearsal
from tests.rules.brink.tables import combatant, fill, laid, offered, weight

PLAYERS = ("ana", "bram")
NPCS = ("ogre", "g1")
SEEN = (*PLAYERS, *NPCS)

STEPS = 25
REACHES_M = (0.5, 9)

seeds = st.integers(0, 2**32)
worlds = settings(max_examples=many(25), deadline=None)

NEAR = {"ana": (0.0, 0.0), "bram": (1.0, 0.0), "ogre": (2.0, 0.0), "g1": (0.0, 1.0)}
LURKER = {"health_max": 7, "ep": 9, "agility": 30, "protection": 9, "might": 0, "accuracy": -40}


class Still(Rehearsal):
    """A table on which no time passes, so that an extra commit shows nothing by its time."""

    delayed = 0
    """The round in which the hidden one delayed last."""
    lurked: Counter[str]
    """What the hidden one did, by the type of its intent."""
    offers = 0
    """How many attacks of opportunity the GM declined."""
    now = property(lambda _: 1_000, lambda _, __: None)


class Faces:
    """Dice that depend on the roll, on who rolls and how often: not on what others roll in secret."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.thrown: Counter[tuple[str, str]] = Counter()

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        self.thrown[key.roll, key.who] += 1
        luck = random.Random(f"{self.seed}/{key.roll}/{key.who}/{self.thrown[key.roll, key.who]}")
        return luck.randint(1, sides), Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """Scripted dice need none."""


class Twelves(Faces):
    """Everybody's initiative is 12, but the foes' in sight."""

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        if key.roll != "initiative":
            return super().face(key, sides, missing, is_open)
        return {"ogre": 3, "g1": 5}.get(key.who, 12), Scripted()


def begun(seed: int, spec: dict[str, CombatantSpec]) -> Still:
    """A table on which time stands still, with the fight begun."""
    table = Still.__new__(Still)
    table.__dict__.update(laid(spec).__dict__)
    table.dice, table.lurked = Faces(seed), Counter()
    table.play("gm", {"type": "start_combat"})
    return table


def people(hidden: bool, ogre: dict[str, Any]) -> dict[str, CombatantSpec]:
    """Two heroes and two foes close together; by choice somebody hidden among them, of the foes' side."""
    found = {who: combatant(who, NEAR[who]) for who in PLAYERS}
    found["g1"] = combatant("goblin", NEAR["g1"], group="")
    # He outlives the fight: that it does not end while somebody hidden still stands can't be kept secret.
    found["ogre"] = combatant("ogre", NEAR["ogre"], **{"health_max": 10_000, **ogre})
    if hidden:
        lurker = combatant("goblin", (1.0, 1.0), hidden=True, **LURKER)
        sheet = {**lurker.sheet, "group": "", "accuracy": -40}
        found["lurker"] = replace(lurker, name="Lurker", sheet=sheet)
    return found


def fight(seed: int, hidden: bool = False, does: str = "nothing") -> tuple[Still, list[str]]:
    """All that the players and the public learn in a fight that `seed` chooses; what the hidden one does is `does`."""
    table, luck = begun(seed, people(hidden, {})), random.Random(seed)
    learned: list[Any] = []
    for _ in range(STEPS):
        lurk(table, does)
        if table.state.play.phase == "ended" or not act(table, luck):
            break
        table.go_on()
        lurk(table, does)
        learned += [shown(table, seat) for seat in ("ana", "bram", "spectator")]
    return table, renamed([*learned, *told(table)])


def told(table: Still) -> list[Any]:
    """All that the players and the public were told, commit by commit, with their numbers."""
    return [
        (commit.told[audience].n, msgspec.to_builtins(commit.told_to(audience)))
        for audience in ("seat:ana", "seat:bram", "public")
        for commit in table.timeline.commits
        if audience in commit.told
    ]


def lurk(table: Still, does: str) -> None:
    """The hidden one answers and acts until somebody else has to."""
    for _ in range(20):
        decision = table.state.play.decision
        if decision is not None and "lurker" in decision.unanswered():
            do(table, answer(table, does))
        elif decision is not None and (asked := in_secret(decision)):
            table.play("gm", {"type": "pass_readied", "who": asked[0]})
        elif table.state.play.game.turn == "lurker" and decision is None:
            do(table, own_turn(table, does))
        else:
            return


def do(table: Still, intent: dict[str, Any]) -> None:
    """The hidden one does it."""
    table.lurked[intent["type"]] += 1
    table.play("gm", intent)


def in_secret(decision: Decision) -> list[str]:
    """The friends of the hidden one who are asked about what only they see."""
    is_window = decision.kind in ("window", "boundary")
    return [who for who in decision.unanswered() if is_window and decision.asks[who].secret]


def answer(table: Still, does: str) -> dict[str, Any]:
    """Pass, or step aside unseen."""
    decision = table.state.play.decision
    assert decision is not None
    if decision.kind == "opportunity":
        return {"type": "decline_opportunity", "who": "lurker"}
    if "lurker" in table.state.play.game.delays:
        return {"type": "reinsert_turn" if does == "delay" else "keep_waiting", "who": "lurker"}
    if does == "readied":
        x, y = table.state.play.pieces["lurker"].at or (0, 0)
        return {"type": "use_readied", "who": "lurker", "kind": "shift", "path": [[x, y + 1]]}
    return {"type": "pass_readied", "who": "lurker"}


def own_turn(table: Still, does: str) -> dict[str, Any]:
    """End the turn, delay it, or walk about and ready an action first."""
    lurker, round = table.state.play.game.combatants["lurker"], table.state.play.game.round
    if does == "delay" and table.delayed < round:
        table.delayed = round
        return {"type": "delay_turn", "who": "lurker"}
    if does == "readied" and lurker.std_left == 2:
        return {"type": "move", "who": "lurker", "path": [[130, 130]]}
    return {"type": "end_turn", "who": "lurker", "ready": {"lurker": does != "nothing" and lurker.ep > 0}}


def act(table: Rehearsal, luck: random.Random) -> bool:
    """One of those whom everybody sees does something; the choice depends on what everybody knows."""
    for who in luck.sample(SEEN, len(SEEN)):
        seat = who if who in PLAYERS else "gm"
        found = [o for o in offered(table, seat) if o.reason is None and o.who == who and o.key != "plan_turn"]
        found = [o for o in found if o.key != "delay_turn"]
        if found:
            option = luck.choices(found, [weight(each) for each in found])[0]
            intent = fill(walking(option, table), random.Random(luck.random()), table)
            table.submit(seat, intent, table.meant(option))
            return True
    return False


def walking(option: Option, table: Rehearsal) -> Option:
    """Paths lead back and forth; chosen at random they would depend on how many others there are."""
    if not any(param.kind == "path" for param in option.params):
        return option
    x, y = table.state.play.pieces[option.who].at or (0, 0)
    path = [[x + (60 if x < 60 else -60), y + (60 if y < 60 else -60)]]
    params = tuple(param for param in option.params if param.kind != "path")
    return replace(option, params=params, intent={**option.intent, "path": path})


def shown(table: Rehearsal, seat: str) -> Any:
    """View and options of a seat."""
    asker = table.asker(seat)
    return builtins(table.view(asker.audience)), msgspec.to_builtins(offered(table, seat))


def renamed(learned: list[Any]) -> list[str]:
    """As text, with random ids numbered in order of appearance."""
    names: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return names.setdefault(match[0], f"<{len(names)}>")

    return [re.sub(r"[0-9a-f]{32}", number, json.dumps(each, default=repr)) for each in learned]


def differ(one: list[str], other: list[str]) -> str:
    """The first thing that differs, for people."""
    pairs = ((a, b) for a, b in zip(one, other, strict=False) if a != b)
    return "\n".join(next(pairs, (str(len(one)), str(len(other)))))


@worlds
@given(seed=seeds, does=st.sampled_from(["nothing", "ready", "readied", "delay"]))
def test_two_worlds_with_and_without_somebody_hidden_look_the_same(seed: int, does: str) -> None:
    """Turns, readied actions, delays and opportunities of somebody hidden leave no trace."""
    (_, without), (_, hidden) = fight(seed), fight(seed, True, does)
    assert without == hidden, differ(without, hidden)


@pytest.mark.parametrize(("does", "kinds"), [("nothing", {"end_turn"}), ("ready", {"pass_readied", "end_turn"}),
                                             ("readied", {"move", "use_readied"}),
                                             ("delay", {"delay_turn", "reinsert_turn"}),
                                             ("nothing", {"decline_opportunity"})])  # fmt: skip
def test_somebody_hidden_does_what_the_two_worlds_are_compared_for(does: str, kinds: set[str]) -> None:
    """Else they would show nothing of it."""
    assert any(kinds <= fight(seed, True, does)[0].lurked.keys() for seed in range(40))


def test_two_worlds_are_told_apart_by_a_blind_known_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison bites."""
    monkeypatch.setattr("server.core.secrecy.hidden_from", lambda _state, _audience: NOBODY)
    assert fight(1)[1] != fight(1, True)[1]


@worlds
@given(seed=seeds)
def test_two_worlds_that_differ_in_an_npcs_reach_look_the_same_while_it_lets_everybody_go(seed: int) -> None:
    """Whether an NPC has an opportunity attack tells of its sheet, so nobody learns of the offer."""

    (_, near), (_, far) = (fight_without_attacks(seed, reach) for reach in REACHES_M)
    assert near == far, differ(near, far)


def test_an_npc_is_offered_attacks_by_its_reach_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some fights differ in that, else they would show nothing; who is told of the offers tells them apart."""

    def offers(seed: int) -> list[int]:
        return [fight_without_attacks(seed, reach)[0].offers for reach in REACHES_M]

    seed = next(seed for seed in range(40) if len(set(offers(seed))) == 2)
    monkeypatch.setattr("server.rules.brink.acts.movement.Ask", lambda **_: Ask(secret=False))
    near, far = (fight_without_attacks(seed, reach)[1] for reach in REACHES_M)
    assert near != far


def fight_without_attacks(seed: int, reach_m: float) -> tuple[Still, list[str]]:
    """The players move about beside the ogre, whose club reaches so far, and who lets them go."""
    club = {"club": {"name": "Club", "weapon_type": "club", "range_m": reach_m}}
    table, luck = begun(seed, people(False, {"weapons": club})), random.Random(seed)
    learned: list[Any] = []
    for _ in range(12):
        game = table.state.play.game
        who = game.turn
        if who in PLAYERS and game.combatants[who].std_left:
            at = [luck.randint(0, 150), luck.randint(0, 150)]
            table.play(who, {"type": "move", "who": who, "path": [at]})
        else:
            table.play("gm", {"type": "end_turn", "who": who})
        while (now := table.state.play.decision) is not None:
            table.play("gm", {"type": "decline_opportunity", "who": now.unanswered()[0]})
            table.offers += 1
        learned += [shown(table, seat) for seat in ("ana", "bram", "spectator")]
    for audience in ("seat:ana", "public"):
        learned += [msgspec.to_builtins(c.told_to(audience)) for c in table.timeline.commits if audience in c.told]
    return table, renamed(learned)


def test_the_turn_after_a_hidden_ones_readied_action_is_told_apart_from_it():
    """Whoever sees Ana act, and not who comes next, learns in two tellings of her act and of the next turn: the turn of
    somebody hidden in between would part them, too."""
    table = begun(1, people(hidden=False, ogre={}))
    while (turn := table.state.play.game.turn) != "ana":
        table.play("gm", {"type": "end_turn", "who": turn})
    table.play("gm", {"type": "hide", "who": "ana", "seen_by": ["bram"]})
    table.play("ana", {"type": "end_turn", "who": "ana", "ready": {"ana": True}})
    table.play("ana", {"type": "use_readied", "who": "ana", "kind": "shift", "path": [[50, 50]]})
    told = [[type(event).__name__ for event in commit.told_to("seat:bram")] for commit in table.timeline.commits[-6:]]
    assert [kinds for kinds in told if kinds][-2:] == [["Moved", "ActionResolved"], ["TurnStarted", "EnergyGained"]]


@worlds
@given(seed=seeds)
def test_a_late_comer_is_told_the_same_of_ties_whether_somebody_hidden_tied_before_or_not(seed: int) -> None:
    """A face that was thrown in secret is told when it counts among those in sight, as if it were thrown only then."""

    def world(hidden: bool) -> Any:
        spec = people(hidden, {})
        spec.pop("bram")
        table = laid(spec)
        table.dice = Twelves(seed)
        table.play("gm", {"type": "start_combat"})
        for who in ("dorn", "edda"):
            sheet = {"health_max": 9}
            table.play("gm", {"type": "add_combatant", "who": who, "name": who, "side": "hero", "sheet": sheet})
        commits = [commit for commit in table.timeline.commits if "public" in commit.told]
        told = [event for commit in commits for event in commit.told_to("public")]
        return [event for event in told if "Initiative" in type(event).__name__]

    without = world(False)
    ties = [event for event in without if isinstance(event, InitiativeTieBroken)]
    assert {slot for tie in ties for slot in tie.slots} == {"ana", "dorn", "edda"}
    assert world(True) == without


def test_who_joins_again_hidden_for_the_gm_is_no_longer_a_players() -> None:
    """Ana played the stranger until it was taken away; of the other one of its id she is told nothing."""
    table = laid({"ana": combatant("ana", (0, 0)), "bram": combatant("bram", (2, 0))}, None)
    stranger = {"type": "add_combatant", "who": "stranger", "name": "Stranger", "like": "bram", "at": [500, 500]}
    table.play("gm", {**stranger, "seat": "ana"})
    table.play("gm", {"type": "remove_combatant", "who": "stranger"})
    before = table.state.ledger.told["seat:ana"]
    table.play("gm", {**stranger, "hidden": True})
    assert table.state.ledger.controller("stranger") == "gm"
    assert table.state.ledger.told["seat:ana"] == before
    assert "stranger" not in repr(table.view("seat:ana"))


def test_nobody_knows_of_one_who_was_hidden_and_is_off_the_table():
    """Neither its initiative nor that it had a turn: a slot that nobody is left of belongs to nobody."""
    table = begun(1, people(hidden=True, ogre={}))
    while table.state.play.game.turn != "lurker":
        table.play("gm", {"type": "end_turn", "who": table.state.play.game.turn})
    table.play("gm", {"type": "end_turn", "who": "lurker"})
    table.play("gm", {"type": "remove_combatant", "who": "lurker"})
    game = table.state.play.game
    assert "lurker" in game.faces
    assert "lurker" in game.started
    assert "lurker" not in repr(known(SYSTEM, table.state, "public").play.game)


def test_nobody_learns_after_whose_turn_it_goes_on_if_that_one_was_hidden_and_is_off_the_table():
    """The ogre waits, and is asked behind the hidden one's turn, too."""
    table = begun(1, people(hidden=True, ogre={}))
    table.play("gm", {"type": "delay_turn", "who": "ogre"})
    while table.state.play.game.boundary.ended != "lurker":
        game = table.state.play.game
        done = {"type": "end_turn", "who": game.turn} if game.turn else {"type": "keep_waiting", "who": "ogre"}
        table.play(table.state.ledger.controller(done["who"]), done)
    before = known(SYSTEM, table.state, "public").play.game.boundary
    table.play("gm", {"type": "remove_combatant", "who": "lurker"})
    assert table.state.play.game.boundary.ended == "lurker"
    assert known(SYSTEM, table.state, "public").play.game.boundary == before


def test_a_boundary_that_asks_nobody_is_known_to_nobody():
    """It may stand open for a while, after an amendment; somebody hidden may have delayed since, of which none is
    told."""
    table = begun(1, people(hidden=False, ogre={}))
    table.submit("gm", {"type": "end_turn", "who": "ogre"})
    assert [decision.kind for decision in table.state.play.decisions] == ["boundary"]
    for audience in ("seat:ana", "public"):
        assert known(SYSTEM, table.state, audience).play.game.boundary == Boundary()


def test_a_turn_that_is_planned_behind_one_who_was_hidden_is_behind_somebody_unseen_though_that_one_is_gone():
    table = begun(1, people(hidden=True, ogre={}))
    table.play("gm", {"type": "delay_turn", "who": "ogre"})
    table.play("ana", {"type": "end_turn", "who": "ana"})
    table.play("gm", {"type": "reinsert_turn", "who": "ogre", "after": "lurker"})
    before = known(SYSTEM, table.state, "public").play.game.delays
    table.play("gm", {"type": "remove_combatant", "who": "lurker"})
    assert table.state.play.game.delays["ogre"].after == "lurker"
    assert known(SYSTEM, table.state, "public").play.game.delays == before


def test_behind_the_turn_of_one_who_was_taken_off_the_table_in_it_a_player_may_still_take_a_delayed_turn():
    """The turn that all saw ends with that; whose it was need not be told again."""
    table = begun(1, people(hidden=False, ogre={}))
    table.play("gm", {"type": "end_turn", "who": "ogre"})
    table.play("ana", {"type": "delay_turn", "who": "ana"})
    table.play("bram", {"type": "end_turn", "who": "bram"})
    table.play("ana", {"type": "keep_waiting", "who": "ana"})
    table.play("gm", {"type": "remove_combatant", "who": "g1"})
    boundary = known(SYSTEM, table.state, "seat:ana").play.game.boundary
    assert (boundary.ended, boundary.resolved) == ("unseen", True)
    table.play("ana", {"type": "reinsert_turn", "who": "ana"})
    assert table.state.play.game.turn == "ana"


# --- what somebody hidden has begun, while others go on --------------------------------------------------------------

Script = list[tuple[str, dict[str, Any]]]
"""Who does what; the game master does it for an NPC, or of their own."""

LURKER_FIRST = 177
"""With these dice the order is the hidden one, Ana, Bram, then the foes."""
RALLY = {"rally": {"name": "Rally", "effect": {"type": "gm", "text": "Comrades near by take heart"}}}
ENDS, PASSES = {"type": "end_turn"}, {"type": "pass_readied"}
STEPS_ASIDE = {"type": "use_readied", "kind": "shift", "path": [[100, 40]]}


def falls(who: str) -> tuple[str, dict[str, Any]]:
    """The game master says that this one fights no more."""
    return "gm", {"type": "gm_set", "who": who, "value_of": "status", "value": "down"}


BRAMS_TURN: Script = [("bram", PASSES), ("bram", {**ENDS, "ready": {"bram": True}}), ("bram", PASSES)]
MEANWHILE: dict[str, Script] = {
    "ends": [("ana", ENDS), *BRAMS_TURN],
    "readies": [("ana", {**ENDS, "ready": {"ana": True}}), ("ana", PASSES), *BRAMS_TURN, ("ana", PASSES)],
    "delays": [("ana", {"type": "delay_turn"}), *BRAMS_TURN, ("ana", {"type": "keep_waiting"})],
    "acts": [("ana", {"type": "attack", "target": "g1"}), ("bram", PASSES), ("ana", ENDS), *BRAMS_TURN],
    "answers": [("bram", STEPS_ASIDE), ("ana", ENDS), ("bram", ENDS)],
    "falls": [falls("ana"), *BRAMS_TURN],
    "wins": [falls("g1"), falls("ogre")],
}
"""What is done in Ana's turn and behind it. At a boundary Bram is asked, who holds a readied action."""


@pytest.mark.parametrize("does", MEANWHILE)
def test_what_the_gm_is_still_asked_about_somebody_hidden_holds_up_nobody(does: str) -> None:
    """In Ana's turn the hidden one uses its readied action, and the game master has to say what comes of it. That is
    said before any of the steps, or behind the last."""
    steps = MEANWHILE[does]
    without = meanwhile(False, steps, 0)
    for ruled_at in range(len(steps) + 1):
        hidden = meanwhile(True, steps, ruled_at)
        assert without == hidden, (ruled_at, differ(without, hidden))


def meanwhile(hidden: bool, steps: Script, ruled_at: int) -> list[str]:
    """All that is learned in these steps."""
    table = rallied(hidden)
    learned: list[Any] = []
    for number, (who, step) in enumerate(steps):
        if hidden and number == ruled_at:
            table.play("gm", {"type": "gm_rule"})
        table.play(who, {"who": who, **step})
        learned += noticed(table)
    if hidden and table.state.play.phase == "running":
        if ruled_at == len(steps):
            table.play("gm", {"type": "gm_rule"})
        assert "lurker" in done_by(table)
        assert table.state.play.game.frames == ()
    return renamed([*learned, *told(table)])


def rallied(hidden: bool) -> Still:
    """Ana's turn; the game master is asked about what somebody hidden has begun."""
    table = held(hidden, "bram")
    if hidden:
        table.play("gm", {"type": "use_readied", "who": "lurker", "kind": "skill", "skill": "rally"})
        assert [decision.kind for decision in table.state.play.decisions] == ["skill"]
    return table


@pytest.mark.parametrize("hidden", [False, True])
def test_the_game_master_does_not_cut_short_the_pause_behind_what_is_asked_between_two_turns(hidden: bool) -> None:
    """Whatever lies aside: by anything that is done in the pause the next turn would else begin."""
    table = rallied(hidden)
    table.play("ana", {**ENDS, "who": "ana"})
    table.submit("bram", {**PASSES, "who": "bram"})
    for kind in ("boundary", "stop"):
        decision = table.state.play.decision
        assert decision is not None
        assert decision.kind == kind
        table.play("gm", {"type": "hold_window", "decision": decision.id, "is_on": True})
        table.play("gm", {"type": "gm_set", "who": "ogre", "value_of": "morale", "value": 1})
        assert (table.state.play.decision, table.state.play.game.turn) == (decision, "")
        table.submit("gm", {"type": "continue", "decision": decision.id})
    assert table.state.play.game.turn == "bram"


BETWEEN: dict[str, Script] = {
    "acts": [("bram", STEPS_ASIDE), ("ana", PASSES), ("ana", PASSES)],
    "pass": [("bram", PASSES), ("ana", PASSES)],
    "win": [falls("g1")],
}
"""Behind Ana's turn she and Bram are asked."""


@pytest.mark.parametrize("do", BETWEEN)
def test_what_somebody_hidden_has_announced_between_two_turns_comes_behind_all_that_others_do_there(do: str) -> None:
    """Who is asked again because Bram acts openly is so in the commit in which he does."""
    without, hidden = (between(is_there, BETWEEN[do]) for is_there in (False, True))
    assert without == hidden, differ(without, hidden)


def between(hidden: bool, steps: Script) -> list[str]:
    """All that is learned in these steps, behind Ana's turn and her foe's fall."""
    table = held(hidden, "ana", "bram")
    learned: list[Any] = []
    for number, (who, step) in enumerate([falls("ogre"), ("ana", ENDS), *steps]):
        table.play(who, {"who": who, **step})
        if hidden and number == 1:
            table.play("gm", {**STEPS_ASIDE, "who": "lurker"})
        assert all(frame.pending for frame in table.state.play.game.frames)
        learned += noticed(table)
    if hidden and table.state.play.phase == "running":
        assert "lurker" in done_by(table)
    return renamed([*learned, *told(table)])


def test_an_opening_attack_of_which_nobody_may_know_comes_before_initiative_too() -> None:
    """The game master is asked how far apart the two are, and does something else first."""
    spec = {who: replace(one, at=None, hidden=who in ("g1", "ana")) for who, one in people(False, {}).items()}
    table = laid(spec, None)
    table.play("gm", {"type": "start_combat", "reason": "first_attack", "attacker": "g1", "target": "ana"})
    table.play("gm", {"type": "gm_set", "who": "ogre", "value_of": "morale", "value": 1})
    assert table.state.play.game.order == ()
    table.play("gm", {"type": "gm_rule", "distance_cm": 100})
    kinds = [type(event).__name__ for commit in table.timeline.commits for event in commit.events]
    assert kinds.index("HitsRolled") < kinds.index("InitiativeRolled")


def test_while_the_fate_of_somebody_in_sight_is_open_no_other_turn_begins() -> None:
    """Ana strikes down the goblin and ends her turn; then the game master says what becomes of it."""
    spec = {who: one for who, one in people(False, {}).items() if who != "bram"}
    spec["g1"] = replace(spec["g1"], sheet={**spec["g1"].sheet, "health": 0})
    table = laid(spec, [20, 5, 10, 20, 1], brink_failure="gm")
    for who, step in (("gm", {"type": "start_combat"}), ("ana", {"type": "attack", "target": "g1"}), ("ana", ENDS)):
        table.play(who, {"who": who, **step} if who == "ana" else step)
    assert [decision.kind for decision in table.state.play.decisions] == ["brink"]
    assert table.state.play.game.turn == ""
    table.play("gm", {"type": "gm_rule", "status": "down"})
    assert table.state.play.game.turn == "ogre"


@pytest.mark.parametrize("is_there", [False, True], ids=["nobody hidden", "somebody hidden"])
def test_the_fate_of_somebody_hidden_puts_off_no_question_about_one_in_sight(is_there: bool) -> None:
    """Both have been struck down in Ana's turn, the hidden one by a readied action of another who hides there."""
    spec = people(False, {})
    spec["g1"] = replace(spec["g1"], sheet={**spec["g1"].sheet, "health": 0})
    if is_there:
        far = combatant("goblin", (50, 50), hidden=True, group="")
        spec |= {"lurker": far, "victim": replace(far, side="hero", sheet={**far.sheet, "health": 0})}
    table = laid(spec, None, brink_failure="gm")
    table.dice = AllHit(1)
    table.play("gm", {"type": "start_combat"})
    while (turn := table.state.play.game.turn) != "ana":
        table.play("gm", {**ENDS, "who": turn})
    if is_there:
        table.play("gm", {"type": "gm_set", "who": "lurker", "value_of": "readied", "value": True})
        table.play("gm", {"type": "use_readied", "who": "lurker", "kind": "attack", "target": "victim"})
        assert table.state.play.game.doubtful == ("victim",)
    table.play("ana", {"type": "attack", "who": "ana", "target": "g1"})
    decision = table.state.play.decision
    assert decision is not None
    assert decision.topic == {"who": "g1"}
    table.play("gm", {"type": "gm_rule", "status": "dead"})
    assert table.state.play.game.combatants["g1"].status == "dead"


class AllHit(Faces):
    """Every blow hits, and nobody stays at the brink."""

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll by this one."""
        face = {"hit": sides, "brink": 1}.get(key.roll.rpartition(".")[2])
        return (face, Scripted()) if face is not None else super().face(key, sides, missing, is_open)


def held(hidden: bool, *holders: str) -> Still:
    """Ana's turn; these hold readied actions, and so does whoever is hidden."""
    spec = people(False, {})
    if hidden:
        lurker = people(True, {})["lurker"]
        spec["lurker"] = replace(lurker, side="hero", sheet={**lurker.sheet, "skills": RALLY})
    table = begun(LURKER_FIRST, spec)
    if hidden:
        table.play("gm", {**ENDS, "who": "lurker"})
        holders = (*holders, "lurker")
    for who in holders:
        table.play("gm", {"type": "gm_set", "who": who, "value_of": "readied", "value": True})
    assert table.state.play.game.turn == "ana"
    return table


def test_against_which_action_a_window_is_open_is_known_to_the_game_master_alone() -> None:
    """It may be that of somebody hidden, who answers with it what all see."""
    table = held(True, "bram")
    table.play("ana", {"type": "move", "who": "ana", "path": [[0, 50]]})
    table.play("gm", {**STEPS_ASIDE, "who": "lurker"})
    table.play("bram", {**PASSES, "who": "bram"})
    windows = {to: set[str]() for to in ("gm", "seat:bram", "public")}
    for here, (to, seen) in product(happened(table.timeline), windows.items()):
        seen.update(frame.window for frame in known(SYSTEM, here.after, to).play.game.frames)
    assert any("lurker" in window for window in windows["gm"])
    assert windows["seat:bram"] == windows["public"] == {""}


TRIES: tuple[dict[str, Any], ...] = (
    ENDS, {"type": "delay_turn"}, {"type": "attack", "target": "g1"}, STEPS_ASIDE, PASSES, {"type": "keep_waiting"},
    {"type": "forfeit"},
)  # fmt: skip


def noticed(table: Still) -> list[Any]:
    """What is shown to the players and the public, and what a player may try: the code of its refusal, if any."""
    seen = [shown(table, seat) for seat in ("ana", "bram", "spectator")]
    return [*seen, *(refused(table, who, {**intent, "who": who}) for who in PLAYERS for intent in TRIES)]


def refused(table: Still, seat: str, intent: dict[str, Any]) -> str:
    """The code of the refusal; empty where it would be taken."""
    try:
        intake.check_intent(table.timeline, parse_intent(SYSTEM, intent), table.asker(seat))
    except Rejected as refusal:
        return refusal.code
    return ""


def done_by(table: Still) -> list[str]:
    """Who has carried out an action."""
    return [event.who for commit in table.timeline.commits for event in commit.events
            if isinstance(event, ActionResolved)]  # fmt: skip


# --- what is told of somebody hidden ---------------------------------------------------------------------------------

DONE_UNSEEN: tuple[dict[str, Any] | None, ...] = (None, {"type": "custom", "text": "He whistles."})
"""In the turn of the hidden one: nothing, or what the GM is asked about."""


@pytest.mark.parametrize("done", DONE_UNSEEN, ids=["idle", "asked"])
def test_nobody_is_asked_behind_the_turn_of_somebody_hidden_who_was_taken_off_the_table_in_it(
    done: dict[str, Any] | None,
) -> None:
    """Ana waits with a delayed turn, and would be asked behind any turn that she sees."""
    table = waiting(hidden=True)
    assert table.state.play.game.turn == "lurker"
    if done is not None:
        table.play("gm", {**done, "who": "lurker"})
    table.play("gm", {"type": "remove_combatant", "who": "lurker"})
    assert table.state.play.decisions == ()
    assert "lurker" not in str(table.timeline.commits[-1].told_to("seat:ana"))


def test_nobody_is_asked_once_more_behind_the_turn_of_somebody_hidden_who_was_taken_off_the_table_after_it():
    """The ogre acts out of turn there, so those who may are asked again."""
    table = waiting(hidden=True)
    table.play("gm", {"type": "gm_set", "who": "ogre", "value_of": "readied", "value": True})
    table.play("gm", {"type": "end_turn", "who": "lurker"})
    table.play("gm", {"type": "remove_combatant", "who": "lurker"})
    table.play("gm", {"type": "use_readied", "who": "ogre", "kind": "shift", "path": [[200, 100]]})
    while (decision := table.state.play.decision) is not None and decision.kind == "window":
        table.play("gm", {"type": "pass_readied", "who": decision.unanswered()[0]})
    assert [who for decision in table.state.play.decisions for who in decision.asks] == []


def waiting(hidden: bool) -> Still:
    """The first round is nearly over; Ana waits with a delayed turn."""
    table = begun(1, people(hidden, ogre={}))
    table.play("gm", {"type": "end_turn", "who": "ogre"})
    table.play("ana", {"type": "delay_turn", "who": "ana"})
    for seat, who in (("bram", "bram"), ("gm", "g1")):
        table.play(seat, {"type": "end_turn", "who": who})
        table.play("ana", {"type": "keep_waiting", "who": "ana"})
    return table


def struck() -> dict[str, set[str]]:
    """By audience, which terms it is told of a blow at somebody whom only the striker's player sees."""
    table = begun(1, people(hidden=True, ogre={}))
    seat = table.state.ledger.controller("ana")
    table.play("gm", {"type": "hide", "who": "lurker", "seen_by": [seat]})
    table.play("gm", {"type": "set_position", "who": "lurker", "at": [50, 50]})
    while table.state.play.game.turn != "ana":
        table.play("gm", {"type": "end_turn", "who": table.state.play.game.turn})
    commits = table.play(seat, {"type": "attack", "who": "ana", "target": "lurker"})
    told: dict[str, set[str]] = {}
    for audience in ("gm", f"seat:{seat}", "public"):
        events = [event for commit in commits for event in commit.told_to(audience)]
        told[audience] = {term.key for event in events if isinstance(event, HitsRolled) for term in event.terms}
    return told


def test_how_far_away_somebody_unseen_is_is_no_term_of_a_blow_at_it():
    """Its place would follow from that of the striker, whom all see."""
    told = struck()
    assert {"distance_cm", "sight", "accuracy"} <= told["gm"]
    assert {"distance_cm", "sight", "accuracy"} <= told["seat:ana"]
    assert told["public"] == told["gm"] - {"distance_cm", "sight", "agility"}
