"""Choosing is pure, takes only what is offered, fills every kind of parameter, and ends fights."""

import copy
import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_demo.choice import NEAR_CM, choose, filled, is_of

REASON = {"code": "resource", "message": "There is not enough left."}
WHO = ("anna", "ben", "cara")

values = st.integers(-3, 3) | st.sampled_from(WHO) | st.booleans() | st.just("")
choices = st.lists(
    st.fixed_dictionaries({"value": values}, optional={"label": st.just("x"), "reason": st.just(REASON)}), max_size=4
)


@st.composite
def params(draw: st.DrawFn, index: int) -> dict[str, Any]:
    """One parameter as a server may send it: defaults are left out."""
    kind = draw(st.sampled_from(["choice", "many", "number", "text", "path", "point", "assign", "list"]))
    param: dict[str, Any] = {"name": draw(st.sampled_from([f"p{index}", f"deed.p{index}"])), "kind": kind}
    if kind in ("choice", "many", "assign", "list"):
        param["choices"] = draw(choices)
    if kind == "assign":
        param["goals"] = draw(choices)
        for unit in param["choices"]:
            if fits := draw(st.lists(st.sampled_from([goal["value"] for goal in param["goals"]] or [0]), max_size=2)):
                unit["fits"] = fits
    for key in ("least", "most"):
        if number := draw(st.integers(0, 400 if kind in ("path", "point", "number") else 3)):
            param[key] = number
    for key in ("optional", "combatant", "repeats"):
        if draw(st.booleans()):
            param[key] = True
    return param


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """One option."""
    option: dict[str, Any] = {"key": draw(st.sampled_from(["attack", "begin", "end_combat"]))}
    option["intent"] = {"type": option["key"]}
    if draw(st.booleans()):
        option["who"] = option["intent"]["who"] = draw(st.sampled_from(WHO))
    if group := draw(st.sampled_from(["", "move", "prepare", "answer", "free", "gm", "end"])):
        option["group"] = group
    if draw(st.booleans()):
        option["answers"] = True
    if draw(st.integers(0, 3)) == 0:
        option["reason"] = REASON
    count = draw(st.integers(0, 2))
    if count:
        option["params"] = [draw(params(index)) for index in range(count)]
    return option


@st.composite
def views(draw: st.DrawFn) -> dict[str, Any]:
    """A view with up to three combatants and perhaps an open decision."""
    combatants: dict[str, Any] = {}
    for who in draw(st.lists(st.sampled_from(WHO), unique=True)):
        combatants[who] = {"name": who, "side": draw(st.sampled_from("xy"))}
        if draw(st.booleans()):
            combatants[who] |= {"x": draw(st.integers(-500, 500)), "y": draw(st.integers(-500, 500))}
        if draw(st.booleans()):
            combatants[who]["out"] = True
    view = {"stage": draw(st.sampled_from(["setup", "running"])), "combatants": combatants}
    if draw(st.booleans()):
        asks = {who: draw(st.sampled_from([{}, {"answered": True}])) for who in combatants}
        view["decision"] = {"id": "window", "kind": "reaction", "asks": asks}
    return view


def found(intent: dict[str, Any], name: str) -> tuple[bool, Any]:
    """The value at a dotted path, and whether it is there."""
    here: Any = intent
    for step in name.split("."):
        if not isinstance(here, dict) or step not in here:
            return False, None
        here = here[step]
    return True, here


def usable(param: dict[str, Any], of: str = "choices") -> list[Any]:
    return [choice["value"] for choice in param[of] if "reason" not in choice]


def is_within(value: float, least: int, most: int) -> bool:
    return least <= value <= most


def is_offered(param: dict[str, Any], value: Any, here: tuple[int, int]) -> bool:
    """Whether a server that offered the parameter has to take the value."""
    least, most = param.get("least", 0), param.get("most", 0)
    match param["kind"]:
        case "choice":
            return value in usable(param)
        case "many":
            return is_within(len(value), least, most or len(value)) and all(one in usable(param) for one in value)
        case "list":
            can = usable(param)
            once = param.get("repeats") or all(value.count(one) <= can.count(one) for one in value)
            return is_within(len(value), least, most) and once and all(one in can for one in value)
        case "number":
            return is_within(value, least, most)
        case "text":
            return is_within(len(value), 1, most)
        case "path":
            length = sum(math.dist(a, b) for a, b in zip([here, *value], value, strict=False))
            return bool(0 < length <= most)
        case "point":
            return not most or math.dist(here, value) <= most
        case _:
            units, hits = [pair["unit"] for pair in value], [pair["hit"] for pair in value]
            can = [(one["value"], one.get("fits", hits)) for one in param["choices"] if "reason" not in one]
            right = all(
                any(unit == one and hit in fits for one, fits in can) for unit, hit in zip(units, hits, strict=True)
            )
            right &= all(hits.count(hit) <= usable(param, "goals").count(hit) for hit in hits)
            return right and is_within(len(value), least, most or len(value))


@given(st.lists(options(), max_size=3), views(), st.integers(0, 2**32))
def test_bot_takes_only_what_is_offered(offered: list[dict[str, Any]], view: dict[str, Any], seed: int) -> None:
    """The intent is an ungreyed option's template with an offered value for each parameter; nothing else is changed."""
    for index, option in enumerate(offered):
        option["intent"]["index"] = index
    before = copy.deepcopy((offered, view))
    chosen = choose(offered, view, random.Random(seed))
    assert (offered, view) == before
    assert chosen == choose(offered, view, random.Random(seed))
    if chosen is not None:
        intent, decision = chosen
        assert fits(offered[intent["index"]], intent, decision, view)


def fits(option: dict[str, Any], intent: dict[str, Any], decision: str | None, view: dict[str, Any]) -> bool:
    combatant = view["combatants"].get(option.get("who"), {})
    here = (combatant.get("x", 0), combatant.get("y", 0)) if {"x", "y"} <= combatant.keys() else (0, 0)
    rest = copy.deepcopy(intent)
    for param in option.get("params", []):
        is_there, value = found(intent, param["name"])
        if not (is_offered(param, value, here) if is_there else param.get("optional")):
            return False
        place = rest.get("deed", {}) if param["name"].startswith("deed.") else rest
        place.pop(param["name"].removeprefix("deed."), None)
    rest = {key: value for key, value in rest.items() if value != {}}
    meant = view.get("decision", {}).get("id") if option.get("answers") else None
    return "reason" not in option and rest == option["intent"] and decision == meant


@pytest.mark.parametrize("seed", range(20))
def test_bot_fills_every_kind(seed: int) -> None:
    """One option with all kinds of parameters: each gets a value, nested names included."""
    three = [{"value": "a"}, {"value": "b", "reason": REASON}, {"value": "c"}]
    wanted: list[dict[str, Any]] = [
        {"name": "target", "kind": "choice", "choices": three},
        {"name": "deed.items", "kind": "many", "choices": three, "least": 2, "most": 2},
        {"name": "deed.count", "kind": "number", "least": -2, "most": 4},
        {"name": "text", "kind": "text", "most": 40},
        {"name": "path", "kind": "path", "most": 300},
        {"name": "at", "kind": "point", "most": 300},
        {"name": "order", "kind": "list", "choices": three, "least": 1, "most": 2},
        {"name": "deed.plan", "kind": "list", "choices": three, "least": 3, "most": 5, "repeats": True},
        {"name": "stops", "kind": "assign", "choices": three, "goals": three, "least": 1},
    ]
    option = {"key": "all", "who": "anna", "intent": {"type": "all", "who": "anna"}, "params": wanted}
    view = {"stage": "running", "combatants": {"anna": {"name": "Anna", "side": "x", "x": 10, "y": 20}}}
    intent = filled(option, view, random.Random(seed))
    assert intent is not None
    for param in wanted:
        is_there, value = found(intent, param["name"])
        assert is_there
        assert is_offered(param, value, (10, 20)), param
    assert sorted(intent["deed"]["items"]) == ["a", "c"]


@pytest.mark.parametrize("seed", range(20))
def test_bot_puts_a_point_near_whom_it_has_to_be_near(seed: int) -> None:
    """Which need not be the one who acts."""
    param = {"name": "at", "kind": "point", "most": 100, "around": "ben"}
    option = {"key": "all", "who": "anna", "intent": {"type": "all"}, "params": [param]}
    intent = filled(option, {"combatants": {"anna": {"side": "x", "x": 0, "y": 0}, "ben": BEN}}, random.Random(seed))
    assert intent is not None
    assert math.dist(intent["at"], (700, 0)) <= 100


@pytest.mark.parametrize("seed", range(20))
def test_bot_keeps_to_the_limits_of_a_list(seed: int) -> None:
    """It draws its sword before it strikes, and strikes once."""
    choices = [
        {"value": "draw", "uses": {"sword": -4}},
        {"value": "strike", "uses": {"sword": 1, "strikes": 1}},
        {"value": "wait"},
    ]
    limits = [{"name": "sword", "most": 0}, {"name": "strikes", "most": 1}, {"name": "breaths"}]
    param = {"name": "plan", "kind": "list", "choices": choices, "limits": limits, "most": 6, "repeats": True}
    option = {"key": "all", "who": "anna", "intent": {"type": "all"}, "params": [param]}
    intent = filled(option, {"combatants": {}}, random.Random(seed))
    assert intent is not None
    plan = intent["plan"]
    assert plan.count("strike") <= 1
    assert "strike" not in plan or "draw" in plan[: plan.index("strike")]


BEN = {"side": "y", "x": 700, "y": 0}
FIGHT: dict[str, Any] = {
    "stage": "running",
    "combatants": {
        "anna": {"name": "Anna", "side": "x", "seat": "ann", "x": 0, "y": 0},
        "ally": {"name": "Ally", "side": "x", "x": 0, "y": 50},
        "ben": {"name": "Ben", "side": "y", "x": 300, "y": 400},
        "down": {"name": "Down", "side": "y", "x": 10, "y": 0, "out": True},
    },
}
END = {"key": "end_turn", "who": "anna", "group": "end", "goal": "end", "intent": {"type": "end_turn", "who": "anna"}}
WALK = {
    "key": "walk",
    "who": "anna",
    "group": "move",
    "goal": "move",
    "intent": {"type": "walk", "who": "anna"},
    "params": [{"name": "path", "kind": "path", "most": 200}],
}


def attack(*targets: str) -> dict[str, Any]:
    param = {"name": "target", "kind": "choice", "combatant": True, "choices": [{"value": who} for who in targets]}
    return aimed("harm", "target", {"type": "attack", "who": "anna"}, param)


def aimed(goal: str, whom: str, intent: dict[str, Any], *params: dict[str, Any]) -> dict[str, Any]:
    """The key says nothing."""
    return {"key": "k", "who": "anna", "goal": goal, "whom": whom, "intent": intent, "params": list(params)}


def chosen_types(offered: list[dict[str, Any]], view: dict[str, Any] = FIGHT) -> set[str]:
    chosen = [choose(offered, view, random.Random(seed)) for seed in range(40)]
    return {one[0]["type"] for one in chosen if one is not None}


def test_bot_aims_at_standing_foes() -> None:
    """Where foes and friends are offered, it is a foe that still stands."""
    for seed in range(40):
        chosen = choose([attack("ally", "down", "ben")], FIGHT, random.Random(seed))
        assert chosen is not None
        assert chosen[0] == {"type": "attack", "who": "anna", "target": "ben"}


def test_bot_ends_its_turn_when_nothing_else_is_sensible() -> None:
    """Rarely while it can attack or step up to a foe, else sooner or later."""
    for better in (attack("ben"), WALK):
        chosen = [choose([better, END], FIGHT, random.Random(seed)) for seed in range(400)]
        ends = sum(one is not None and one[0]["type"] == "end_turn" for one in chosen)
        assert 0.1 < ends / 400 < 0.2
    greyed = {**attack("ben"), "reason": REASON}
    chosen = [choose([greyed, attack("ally"), END], FIGHT, random.Random(seed)) for seed in range(400)]
    assert sum(one is not None and one[0]["type"] == "end_turn" for one in chosen) > 150


def test_bot_walks_up_to_the_nearest_foe() -> None:
    """Straight on as far as it may, and not beyond arm's length."""
    ends = [choose([WALK], FIGHT, random.Random(seed)) for seed in range(40)]
    nearer = [math.dist(one[0]["path"][-1], (300, 400)) for one in ends if one is not None]
    assert sum(abs(distance - 300) <= 2 for distance in nearer) > 20
    long = {**WALK, "params": [{"name": "path", "kind": "path", "most": 9000}]}
    there = [choose([long], FIGHT, random.Random(seed)) for seed in range(40)]
    stops = [math.dist(one[0]["path"][-1], (300, 400)) for one in there if one is not None]
    assert sum(abs(distance - NEAR_CM) <= 2 for distance in stops) > 20


def test_bot_strikes_at_whom_it_reaches_before_it_goes_to_another() -> None:
    """It goes where there is nobody to strike."""
    chosen = [choose([attack("ben"), WALK], FIGHT, random.Random(seed)) for seed in range(200)]
    assert sum(one is not None and one[0]["type"] == "attack" for one in chosen) > 170
    greyed = {**attack("ben"), "reason": REASON}
    assert chosen_types([greyed, WALK]) == {"walk"}


def test_bot_does_not_walk_in_circles() -> None:
    """Where its foe stands beside it, or none is left, it goes nowhere; but where that is all it can do, it does."""
    beside = {**FIGHT["combatants"], "ben": {**FIGHT["combatants"]["ben"], "x": 60, "y": 0}}
    for people in (beside, {**beside, "ben": FIGHT["combatants"]["down"]}):
        assert chosen_types([WALK, END], FIGHT | {"combatants": people}) == {"end_turn"}
        assert chosen_types([WALK], FIGHT | {"combatants": people}) == {"walk"}


def test_bot_takes_cover_where_it_can_reach_nobody() -> None:
    """Rather than do something else."""
    hunker, rest = aimed("defend", "", {"type": "hunker"}), aimed("prepare", "", {"type": "rest"})
    chosen = [choose([hunker, rest], FIGHT, random.Random(seed)) for seed in range(200)]
    assert sum(one is not None and one[0]["type"] == "hunker" for one in chosen) > 120
    chosen = [choose([hunker, attack("ben")], FIGHT, random.Random(seed)) for seed in range(200)]
    assert sum(one is not None and one[0]["type"] == "attack" for one in chosen) > 120


def test_bot_answers_before_it_acts() -> None:
    """Only for those who have not answered, and only while a decision is open."""
    asked: dict[str, Any] = FIGHT | {"decision": {"id": "d1", "kind": "reaction", "asks": {"anna": {}}}}
    answered = FIGHT | {"decision": {"id": "d1", "kind": "reaction", "asks": {"anna": {"answered": True}}}}
    dodge = {"key": "dodge", "who": "anna", "group": "answer", "answers": True, "intent": {"type": "dodge"}}
    assert choose([attack("ben"), dodge], asked, random.Random(1)) == ({"type": "dodge"}, "d1")
    assert choose([dodge], answered, random.Random(1)) is None
    assert choose([dodge], FIGHT, random.Random(1)) is None


def test_gm_bot_starts_the_fight_and_ends_it_when_one_side_is_out() -> None:
    """The GM's other powers are left to people."""
    powers = [{"key": "k", "goal": goal, "intent": {"type": goal}} for goal in ("end", "prepare", "harm")]
    one_side = {"stage": "running", "combatants": {who: FIGHT["combatants"][who] for who in ("anna", "down")}}
    assert chosen_types(powers, FIGHT | {"stage": "setup"}) == {"end"}
    assert chosen_types(powers, one_side) == {"end"}
    assert chosen_types(powers) == set()
    reveal = {"id": "r", "kind": "reveal", "asks": {"ann": {}}}
    assert chosen_types(powers, FIGHT | {"stage": "setup", "decision": reveal}) == set()


def test_bot_aims_by_what_it_is_for() -> None:
    """What harms goes to a foe and what helps to a friend, also where they stand inside another parameter's value."""
    who = [{"value": each} for each in ("ally", "down", "ben")]
    deeds = [{"value": {"type": "strike", "target": each}} for each in ("ally", "down", "ben")]
    heal = aimed("help", "target", {"type": "heal"}, {"name": "target", "kind": "choice", "choices": who})
    walk = aimed("harm", "with.target", {"type": "walk"}, {"name": "with", "kind": "choice", "choices": deeds})
    for seed in range(40):
        helped, struck = (choose([each], FIGHT, random.Random(seed)) for each in (heal, walk))
        assert helped is not None
        assert helped[0]["target"] in ("ally", "down")
        assert struck is not None
        assert struck[0]["with"]["target"] == "ben"


def test_bot_strikes_rather_than_do_something_of_another_goal() -> None:
    """Whatever the options are called: an attack whose target is fixed is one, too."""
    charge = aimed("harm", "with.target", {"type": "charge", "with": {"target": "ben"}})
    rest = aimed("prepare", "", {"type": "rest"})
    chosen = [choose([rest, charge], FIGHT, random.Random(seed)) for seed in range(200)]
    assert sum(one is not None and one[0]["type"] == "charge" for one in chosen) > 170


def test_bot_keeps_what_may_be_done_at_any_time_for_its_turn() -> None:
    """Free things alone are no reason to do something."""
    free = {"key": "lower_shield", "who": "anna", "group": "free", "intent": {"type": "lower_shield", "who": "anna"}}
    assert choose([free], FIGHT, random.Random(1)) is None
    assert chosen_types([free, END]) == {"lower_shield", "end_turn"}


def test_bot_seldom_does_what_may_be_done_at_any_time_or_writes_what_may_be_left_out() -> None:
    """Both are beside the fight: orders that hold as they are, a part of the body that the GM has to rule on."""
    orders = {"key": "policy", "who": "anna", "group": "free", "intent": {"type": "policy", "who": "anna"}}
    yes_no = [{"value": True}, {"value": False}]
    strike = attack("ben")
    strike["params"] += [
        {"name": "aim", "kind": "text", "most": 20, "optional": True},
        {"name": "ask", "kind": "choice", "choices": yes_no, "optional": True},
        {"name": "mode", "kind": "choice", "choices": [{"value": "cut"}], "optional": True},
    ]
    chosen = [choose([orders, strike], FIGHT, random.Random(seed)) for seed in range(400)]
    intents = [one[0] for one in chosen if one is not None]
    assert 0 < sum(intent["type"] == "policy" for intent in intents) < 20
    strikes = [intent for intent in intents if intent["type"] == "attack"]
    assert 0 < sum("aim" in intent for intent in strikes) < 80
    assert 0 < sum(intent.get("ask", False) for intent in strikes) < 40
    assert 120 < sum("mode" in intent for intent in strikes) < 280


def test_bot_ends_its_turn_where_nothing_else_can_be_done_after_all() -> None:
    """What is likelier offers nothing that can be chosen: no way to go, nobody to strike."""
    how = {"name": "how", "kind": "choice", "choices": list[Any]()}
    strike = {"key": "strike", "who": "anna", "goal": "harm", "intent": {"type": "strike"}, "params": [how]}
    assert chosen_types([strike, END]) == {"end_turn"}


def test_combatants_without_a_seat_are_the_gms() -> None:
    """The view leaves the GM's seat out, for it is the default."""
    assert is_of("ann", "anna", FIGHT)
    assert not is_of("gm", "anna", FIGHT)
    assert is_of("gm", "ben", FIGHT)
    assert not is_of("gm", "nobody", FIGHT)


def test_bot_leaves_alone_what_it_does_not_know() -> None:
    """An option of a newer server, with a kind of parameter that nobody here can fill."""
    option = {"key": "new", "who": "anna", "intent": {"type": "new"}, "params": [{"name": "how", "kind": "dial"}]}
    assert filled(option, {"combatants": {}}, random.Random(1)) is None
