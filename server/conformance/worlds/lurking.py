"""What somebody hidden does unasked, and what the GM does to it, while others play: nobody else may notice any of it.

A system names the options that are meant (`System.unnoticed`). Chooses only; the worlds play it.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from client_demo.choice import filled, put
from server.conformance.worlds.takebacks import is_taken
from server.core.ids import GM, PUBLIC
from server.core.secrecy import known
from server.scenario.rehearsal import Rehearsal

Option = dict[str, Any]

FAR_CM = 30_000, 90_000
"""So far away the GM puts it, like where it is laid: no act reaches from there, and none gets there."""


def stirring(table: Rehearsal, who: str, offered: list[Option], seen: Any, luck: random.Random) -> Any:
    """An intent of the GM's that the table takes now, drawn by lot among kinds of deeds; None where none was found."""
    by_key: dict[str, list[Option]] = {}
    for option in unnoticed(table, who, offered, luck):
        by_key.setdefault(option["key"], []).append(option)
    kinds = [*by_key, "set_position"]
    kind = luck.choice(kinds)
    intent = _put_away(who, luck) if kind == "set_position" else filled(luck.choice(by_key[kind]), seen, luck)
    return intent if intent is not None and is_taken(table, (GM, intent, None)) else None


def _put_away(who: str, luck: random.Random) -> dict[str, Any]:
    return {"type": "set_position", "who": who, "at": [luck.randint(*FAR_CM), luck.randint(*FAR_CM)]}


def unnoticed(table: Rehearsal, who: str, offered: list[Option], luck: random.Random) -> Iterator[Option]:
    """Its own options, answers included, and the GM's that can be about it."""
    asks_gm = is_secret(table, who)
    for option in offered:
        if "reason" not in option and not _costs_another(table, option):
            mine = option if option.get("who") == who else about(option, who, luck, asks_gm)
            if mine is not None:
                yield from _meant(mine, table.system.unnoticed)


def _costs_another(table: Rehearsal, option: Option) -> bool:
    """Is somebody else picked who pays for it, at whom it is not aimed? That one notices."""
    picks = (param for param in option.get("params", ()) if not param.get("combatant"))
    return any(_offers(param, who) for param in picks for who in table.state.play.pieces)


def _meant(option: Option, keys: frozenset[str]) -> Iterator[Option]:
    """The option where its key is named, else those of its choices that are."""
    key = f"answer.{option['key']}" if option.get("answers") else option["key"]
    if key in keys:
        yield option
        return
    for at, param in enumerate(option.get("params", ())):
        for choice in param.get("choices", ()):
            if f"{key}.{param['name']}={choice['value']}" in keys:
                yield pinned(option, at, choice["value"])


def is_secret(table: Rehearsal, who: str) -> bool:
    """Is something asked about this one, of which the public does not know? What the GM is asked in secret about others
    it is asked with nobody hidden, too."""
    decision = table.state.play.decision
    shown = known(table.system, table.state, PUBLIC).play.decision
    is_known = decision is None or (shown is not None and shown.id == decision.id)
    return decision is not None and not is_known and who in (*decision.asks, *decision.topic.values())


def about(option: Option, who: str, luck: random.Random, asks_gm: bool) -> Option | None:
    """One of the GM's powers, used on this one, or its answer where only it `asks_gm`; None where it can't be."""
    if option.get("who") or (option.get("answers") and not asks_gm):
        return None
    if option["intent"].get("who") == who or option.get("answers"):
        return option
    params = option.get("params", [])
    fits = [at for at, param in enumerate(params) if param.get("combatant") and _offers(param, who)]
    if not fits:
        return None
    at = luck.choice(fits)
    return pinned(option, at, [who] if params[at]["kind"] == "many" else who)


def pinned(option: Option, at: int, value: Any) -> Option:
    """The option with this value for one of its parameters."""
    params, intent = option["params"], copy.deepcopy(option["intent"])
    put(intent, params[at]["name"].split("."), value)
    return {**option, "intent": intent, "params": [*params[:at], *params[at + 1 :]]}


def _offers(param: dict[str, Any], who: str) -> bool:
    return any(choice["value"] == who and "reason" not in choice for choice in param.get("choices", ()))
