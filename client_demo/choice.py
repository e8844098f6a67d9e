"""Choosing: one of the offered options, filled with offered values, so that fights go on and end. Pure.

Options and views as the server sends them (server/core/options.py, server/core/view.py describe the fields). No rule
system is known here: an option says what it is for (`goal`), whom it is aimed at (`whom`) and whether it still changes
the act that is answered (`changes`).
"""

import copy
import math
import random
from collections.abc import Callable
from typing import Any

Option = dict[str, Any]
View = dict[str, Any]
Chosen = tuple[dict[str, Any], str | None]
"""An intent and the id of the decision that it answers."""

ATTACK, APPROACH, PLAIN, OTHER = 12, 8, 3, 1
"""How much likelier than the rest: an attack or stopping hits, a step towards a foe, cover or an answer with nothing
open. A step that leads to no foe is taken where nothing else is left."""
CAUTION = 0.15
"""So often a turn is ended though there is more to do: what is left may serve to answer others."""
ASIDE = 0.1
"""So often a bot does what may be done at any time beside the fight, and writes or asks for what may be left out."""
NEAR_CM = 100
"""So close a bot walks up to its foe."""
GM = "gm"


def choose(options: list[Option], view: View, luck: random.Random) -> Chosen | None:
    """What to do: an answer that is owed, else what only the GM does, else an act. None: wait.

    Every value is one that the options offer; greyed options and values are never taken."""
    offered = [option for option in options if "reason" not in option]
    able = _answers(offered, view) or _gms(offered, view) or _acts(offered, luck)
    ends = [int(_ends(option)) for option in able]
    likely = _weights(able, ends, view, luck.random() < CAUTION)
    for weights in (likely, ends, [OTHER] * len(able)):  # who can do nothing sensible ends, or else does anything
        while any(weights):
            index = luck.choices(range(len(able)), weights)[0]
            intent = filled(able[index], view, luck)
            if intent is not None:
                return intent, view.get("decision", {}).get("id") if able[index].get("answers") else None
            weights[index] = 0
    return None


def modest(options: list[Option]) -> list[Option]:
    """What one takes who plays with people: nobody gives up or does what needs a ruling, and whoever rules says only
    what must be said, for harm that is made up spoils everybody's fight. All, where nothing else is left."""
    plain = [option for option in options if not _is_wild(option)]
    return [_unadorned(option) for option in plain] or options


def _is_wild(option: Option) -> bool:
    gives_up = option.get("goal") == "end" and option.get("group") == "free"
    needs_a_ruling = any(param["kind"] == "text" and not param.get("optional") for param in option.get("params", []))
    return bool(option.get("who")) and not option.get("answers") and (gives_up or needs_a_ruling)


def _unadorned(option: Option) -> Option:
    """A ruling without what may be left out."""
    if option.get("who") or not option.get("answers"):
        return option
    return {**option, "params": [param for param in option.get("params", []) if not param.get("optional")]}


def is_of(seat: str, who: str | None, view: View) -> bool:
    """Does this seat play this combatant?"""
    combatant = view.get("combatants", {}).get(who)
    return combatant is not None and combatant.get("seat", GM) == seat


# --- which options ---------------------------------------------------------------------------------------------------


def _answers(options: list[Option], view: View) -> list[Option]:
    """What answers the open decision for those who have not answered yet."""
    decision = view.get("decision", {})
    asks = decision.get("asks", {})
    return [
        option
        for option in options
        if decision and option.get("answers") and not asks.get(option.get("who", ""), {}).get("answered")
    ]


def _gms(options: list[Option], view: View) -> list[Option]:
    """Starting the fight, and ending it where at most one side still stands; the GM's other powers are not used.

    What no combatant does (an option without `who`) is the GM's."""
    standing = {one["side"] for one in view.get("combatants", {}).values() if not one.get("out")}
    is_setup = view["stage"] == "setup"
    if "decision" in view or not (is_setup or len(standing) < 2):
        return []
    return [option for option in options if not option.get("who") and option.get("goal") == "end"]


def _acts(options: list[Option], luck: random.Random) -> list[Option]:
    """What combatants do of themselves; what may be done at any time only beside that, and seldom."""
    acts = [option for option in options if option.get("who") and not option.get("answers")]
    turns = [option for option in acts if option.get("group") != "free"]
    is_aside = bool(turns) and len(turns) < len(acts) and luck.random() < ASIDE
    return acts if is_aside else turns


def _weights(options: list[Option], ends: list[int], view: View, is_cautious: bool) -> list[int]:
    """How likely each is. Nobody but the cautious ends a turn who can attack or step up to a foe, and who can attack
    seldom steps up to another."""
    weights = [_weight(option, view) for option in options]
    best = max(weights, default=0)
    if any(ends) and is_cautious:
        return list(ends)
    if best <= PLAIN:
        return weights
    if best == ATTACK:
        weights = [OTHER if weight == APPROACH else weight for weight in weights]
    return [0 if end else weight for end, weight in zip(ends, weights, strict=True)]


def _ends(option: Option) -> bool:
    """Does it end the turn? What may be done at any time gives up more than that."""
    return option.get("goal") == "end" and not option.get("answers") and option.get("group") != "free"


def _weight(option: Option, view: View) -> int:
    goal, kinds = option.get("goal"), {param["kind"] for param in option.get("params", [])}
    if option.get("answers") and not kinds:
        return PLAIN
    if goal == "harm" and any(_is_meant(option, who, view) for who in _aimed_at(option)):
        return ATTACK
    if goal == "defend" and option.get("changes") and "text" not in kinds:
        return ATTACK
    if goal in ("harm", "move") and "path" in kinds:
        foe = _nearest_foe(option, view)
        return APPROACH if foe is not None and foe[0] > NEAR_CM else 0
    return PLAIN if goal == "defend" and "text" not in kinds else OTHER


# --- at whom ---------------------------------------------------------------------------------------------------------


def _aimed_at(option: Option) -> list[Any]:
    """All whom it can be aimed at; nobody in particular is None."""
    whom = option.get("whom", "")
    for param in option.get("params", []):
        if _says_whom(option, param):
            return [_aim(option, param, value) for value in _values(param)]
    return [_at(option["intent"], whom) if whom else None]


def _says_whom(option: Option, param: dict[str, Any]) -> bool:
    return f"{option.get('whom', '')}.".startswith(f"{param['name']}.")


def _aim(option: Option, param: dict[str, Any], value: Any) -> Any:
    """At whom it is aimed if this value is chosen."""
    return _at(value, option.get("whom", "")[len(param["name"]) :].lstrip("."))


def _at(whole: Any, path: str) -> Any:
    for step in path.split(".") if path else ():
        whole = whole.get(step) if isinstance(whole, dict) else None
    return whole


def _is_meant(option: Option, who: Any, view: View) -> bool:
    """Is it one of those for whom such a thing is meant: friends for what helps, else foes? Where it is aimed at nobody
    in particular the rules say whom it hits."""
    return who is None or _is_foe(option, who, view) != (option.get("goal") in ("help", "defend"))


# --- foes ------------------------------------------------------------------------------------------------------------


def _is_foe(option: Option, who: Any, view: View) -> bool:
    combatants = view.get("combatants", {})
    mine = combatants.get(option.get("who", ""), {})
    other = combatants.get(who) if isinstance(who, str) else None
    return other is not None and other["side"] != mine.get("side") and not other.get("out")


def _nearest_foe(option: Option, view: View) -> tuple[float, int, int] | None:
    """Distance and offset (centimetres) of the nearest foe on the map."""
    combatants = view.get("combatants", {})
    here = _place(combatants.get(option.get("who", ""), {}))
    places = [_place(one) for who, one in combatants.items() if _is_foe(option, who, view)]
    if here is None:
        return None
    offsets = [(place[0] - here[0], place[1] - here[1]) for place in places if place is not None]
    return min(((math.hypot(x, y), x, y) for x, y in offsets), default=None)


def _place(combatant: dict[str, Any]) -> tuple[int, int] | None:
    return (combatant["x"], combatant["y"]) if "x" in combatant and "y" in combatant else None


# --- filling in ------------------------------------------------------------------------------------------------------


def filled(option: Option, view: View, luck: random.Random) -> dict[str, Any] | None:
    """The option's intent with a value for each parameter; None where one of them offers nothing."""
    intent: dict[str, Any] = copy.deepcopy(option["intent"])
    for param in option.get("params", []):
        if param.get("optional") and luck.random() < (1 - ASIDE if _is_aside(param) else 0.5):
            continue
        fill = _KINDS.get(param["kind"])
        value = None if fill is None else fill(option, param, view, luck)
        if value is not None:
            put(intent, param["name"].split("."), value)
        elif not param.get("optional"):
            return None
    return intent


def _is_aside(param: dict[str, Any]) -> bool:
    """A word of one's own, or a yes to something beside the deed: mostly somebody has to rule on it then."""
    values = [choice["value"] for choice in param.get("choices", [])]
    return param["kind"] == "text" or any(isinstance(value, bool) for value in values)


def put(whole: Any, path: list[str], value: Any) -> None:
    """Set a value inside an intent. A step into a list is the place of one of its items."""
    for step in path[:-1]:
        whole = whole[int(step)] if isinstance(whole, list) else whole.setdefault(step, {})
    whole[path[-1]] = value


def _values(param: dict[str, Any], of: str = "choices") -> list[Any]:
    return [choice["value"] for choice in param.get(of, []) if "reason" not in choice]


def _choice(option: Option, param: dict[str, Any], view: View, luck: random.Random) -> Any:
    values = _values(param)
    if _says_whom(option, param):
        values = [value for value in values if _is_meant(option, _aim(option, param, value), view)] or values
    return luck.choice(values) if values else None


def _many(option: Option, param: dict[str, Any], _view: View, luck: random.Random) -> list[Any] | None:
    values, least = _values(param), param.get("least", 0)
    most = min(param.get("most", 0) or len(values), len(values))
    return luck.sample(values, luck.randint(least, most)) if least <= most else None


def _list(_option: Option, param: dict[str, Any], _view: View, luck: random.Random) -> list[Any] | None:
    """In any order; the same choice several times only where that is offered, and nothing beyond the limits."""
    choices = [choice for each in param.get("choices", []) if "reason" not in each for choice in _aimed(param, each)]
    least, most = param.get("least", 0), param.get("most", 0)
    chosen: list[dict[str, Any]] = []
    for _ in range(luck.randint(least, max(least, most))):
        free = [choice for choice in choices if param.get("repeats") or choice not in chosen]
        fitting = [choice for choice in free if _fits(param, [*chosen, choice])]
        if not fitting:
            break
        chosen.append(luck.choice(fitting))
    return [choice["value"] for choice in chosen] if least <= len(chosen) <= most else None


def _aimed(param: dict[str, Any], choice: dict[str, Any]) -> list[dict[str, Any]]:
    """The choices that it stands for."""
    aims = choice.get("aims")
    if aims is None:
        return [choice]
    return [{**choice, "value": {**choice["value"], **({param["aim"]: who} if who else {})}} for who in aims]


def _fits(param: dict[str, Any], chosen: list[dict[str, Any]]) -> bool:
    """Is there room for the last of them?"""
    for limit in param.get("limits", []):
        uses = [choice.get("uses", {}).get(limit["name"], 0) for choice in chosen]
        if uses[-1] > 0 and "most" in limit and sum(uses) > limit["most"]:
            return False
    return True


def _number(_option: Option, param: dict[str, Any], _view: View, luck: random.Random) -> int | None:
    least, most = param.get("least", 0), param.get("most", 0)
    return luck.randint(least, most) if least <= most else None


def _text(_option: Option, param: dict[str, Any], _view: View, luck: random.Random) -> str | None:
    text = luck.choice(("Kick the table over", "Shout", "Look around"))[: param.get("most", 0)]
    return text.strip() or None


def _offset(option: Option, most_cm: int, view: View, luck: random.Random) -> tuple[int, int]:
    """A step of at most so many centimetres: mostly towards the nearest foe, else anywhere."""
    foe = _nearest_foe(option, view)
    if foe is not None and foe[0] > NEAR_CM and luck.random() < 0.9:
        length, x, y = foe
        share = min(most_cm, length - NEAR_CM) / length
        return int(x * share), int(y * share)
    angle, length = luck.uniform(0, 2 * math.pi), luck.uniform(0, most_cm)
    return int(math.cos(angle) * length), int(math.sin(angle) * length)


def _point(option: Option, param: dict[str, Any], view: View, luck: random.Random) -> list[int]:
    around = param.get("around") or option.get("who", "")
    here = _place(view.get("combatants", {}).get(around, {})) or (0, 0)
    x, y = _offset({"who": around}, param.get("most", 0) or NEAR_CM, view, luck)
    return [here[0] + x, here[1] + y]


def _path(option: Option, param: dict[str, Any], view: View, luck: random.Random) -> list[list[int]] | None:
    """Half as far where ground may cost double. One that leads nowhere is none."""
    most = param.get("most", 0) // (2 if param.get("rough") else 1)
    if most <= 0:
        return None
    here = _place(view.get("combatants", {}).get(option.get("who", ""), {})) or (0, 0)
    end = _point(option, {**param, "most": most}, view, luck)
    return None if tuple(end) == here else [end]


def _assign(_option: Option, param: dict[str, Any], _view: View, luck: random.Random) -> list[dict[str, Any]] | None:
    """Mostly as many pairs as go; each unit to a goal that it fits, and to each goal one unit."""
    units = [choice for choice in param.get("choices", []) if "reason" not in choice]
    goals, least = _values(param, "goals"), param.get("least", 0)
    most = min(len(units), len(goals), param.get("most", 0) or len(units))
    count = most if luck.random() < 0.8 else luck.randint(min(least, most), most)
    pairs: list[dict[str, Any]] = []
    luck.shuffle(units)
    for unit in sorted(units, key=lambda unit: len(unit.get("fits", goals))):  # the most particular ones first
        free = [goal for goal in unit.get("fits", goals) if goal in goals]
        if free and len(pairs) < count:
            pairs.append({"unit": unit["value"], "hit": luck.choice(free)})
            goals.remove(pairs[-1]["hit"])
    return pairs if len(pairs) >= least else None


_KINDS: dict[str, Callable[[Option, dict[str, Any], View, random.Random], Any]] = {
    "choice": _choice,
    "many": _many,
    "list": _list,
    "number": _number,
    "text": _text,
    "point": _point,
    "path": _path,
    "assign": _assign,
}
