"""What may be done: offered means accepted, every question has a default, everything has words in both languages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from client_demo.choice import filled
from server.conformance.fights import (
    STEPS,
    SYSTEMS,
    demo,
    every_system,
    fight,
    fights,
    laid,
    options,
    plain,
    seats,
    step,
)  # fmt: skip
from server.core.deciding.check import check
from server.core.deciding.decide import parse_intent
from server.core.disclosure import fields_of
from server.core.errors import TEXTS, Rejected
from server.core.ids import GM
from server.core.options import Goal, Option, Reason
from server.core.secrecy import known
from server.encounter.file import schema
from server.scenario.rehearsal import Rehearsal

SIDE_OUT = "side_out"
"""The key of the option that ends a fight because a side is out."""
GAP = r"(?<!\w)\(\w+\)"
"""How a text shows a number that nobody gave."""
KEY = re.compile(r"[a-z][a-z0-9]*([_.][a-z0-9]+)+|true|false|yes|no")
"""What looks like a key and not like words for people."""


@fights(8)
def test_whatever_is_offered_is_accepted_and_whatever_is_greyed_is_refused(name: str, seed: int) -> None:
    """Options and check can't disagree, in any state of a fight, for any seat."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS // 2):
        for seat in seats(table):
            _options_hold(table, seat, luck)
        if not step(table, luck):
            break


def _options_hold(table: Rehearsal, seat: str, luck: random.Random) -> None:
    offered, seen = plain(table, seat)
    for option in offered:
        assert "reason" in option or all(_leads_somewhere(param) for param in option.get("params", [])), (
            f"a path of no length is offered: {option}"
        )
        intent = filled(option, seen, luck)
        if intent is None or ("reason" in option and option.get("params")):
            continue
        said = option["reason"]["code"] if "reason" in option else None
        meant = seen["decision"]["id"] if option.get("answers") else None
        code = _refusal(table, seat, intent, meant)
        assert code == said, f"`check` says {code} of {intent}; the option that {seat} has, {said}: {option}"


def _leads_somewhere(param: dict[str, Any]) -> bool:
    """Who can't walk one centimetre is offered no path."""
    return param["kind"] != "path" or bool(param.get("most", 0) > 0)


def _refusal(table: Rehearsal, seat: str, intent: dict[str, Any], decision: str | None) -> str | None:
    asker = table.asker(seat)
    state = known(table.system, table.state, asker.audience)
    try:
        check(table.system, state, parse_intent(table.system, intent), asker, decision)
    except Rejected as rejected:
        return rejected.code
    return None


@fights(6)
def test_every_option_says_what_it_is_for(name: str, seed: int) -> None:
    """Bots and the map read nothing else of it: its goal, whom it is aimed at, and whether it still changes the act
    that it answers."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS // 2):
        for seat in seats(table):
            for option in options(table, seat):
                _says_its_goal(option)
        if not step(table, luck):
            break


def _says_its_goal(option: Option) -> None:
    assert option.goal in get_args(Goal), f"`Option.goal` does not say what it is for: {option}"
    picks = [param.name for param in option.params if param.combatant]
    assert option.whom or not picks, f"`Option.whom` says of none of {picks} that it is aimed at them: {option}"
    starts = (*option.intent, *(param.name for param in option.params))
    found = not option.whom or any(f"{option.whom}.".startswith(f"{start}.") for start in starts)
    assert found, f"`Option.whom` is no place in the intent, nor a parameter: {option}"
    choices = ["", *(param.name for param in option.params if param.kind == "choice")]
    assert option.each in choices, f"`Option.each` is none of its parameters of the kind `choice`: {option}"
    assert option.answers or not option.changes, f"what answers nothing does not change the act it answers: {option}"
    assert option.goal != "end" or not option.changes, f"to do nothing changes nothing: {option}"


@every_system
def test_what_begins_the_fight_is_in_the_group_that_is_always_in_sight(name: str) -> None:
    """However long the list of those who sit down is."""
    table = laid(name)
    begins = [option for option in options(table, GM) if not option.who and option.goal == "end"]
    assert begins, "nothing is offered that begins the fight"
    assert {option.group for option in begins} == {"end"}


@fights(4)
def test_only_the_gm_is_told_that_a_side_is_out(name: str, seed: int) -> None:
    """As an option, for somebody hidden may still stand; of the sides that there are, to end the fight."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS):
        beaten = table.system.beaten(table.state.play)
        assert set(beaten) <= {piece.side for piece in table.state.play.pieces.values()}
        for seat in seats(table):
            for option in options(table, seat):
                if option.key == SIDE_OUT:
                    assert seat == GM, f"{seat} is told that a side is out"
                    assert beaten, "of no side that a side is out"
                    assert option.goal == "end"
        if not step(table, luck):
            break


@fights(6)
def test_every_question_has_a_default_that_answers_it(name: str, seed: int) -> None:
    """Nobody can hold up a fight: the default is an intent that the rules accept, and it closes the question."""
    table, luck = laid(name), random.Random(seed)
    for _ in range(STEPS):
        decision = table.state.play.decision
        if decision is not None and decision.kind not in ("reveal", "dice") and luck.random() < 0.3:
            table.submit("gm", {"type": "close_decision", "decision": decision.id})
            table.go_on()
            assert all(d.id != decision.id for d in table.state.play.decisions)
        elif not step(table, luck):
            break


# --- words -----------------------------------------------------------------------------------------------------------


@fights(6)
def test_everything_that_people_see_has_words(name: str, seed: int) -> None:
    """Options, parameters, questions, tracks, conditions, facts, phases and terms are in both languages."""
    table, luck = laid(name), random.Random(seed)
    labels = table.system.catalog["labels"]
    for _ in range(STEPS // 2):
        keys = {*_keys_of_view(table), *(key for seat in seats(table) for key in _keys_of_options(table, seat))}
        for language in ("en", "de"):
            missing = keys - set(labels[language])
            assert not missing, f"no label in {language}: {missing}"
        if not step(table, luck):
            break
    terms = {term.key for commit in table.timeline.commits for event in commit.events for term in _terms(event)}
    for language in ("en", "de"):
        missing = terms - {"gm"} - set(labels[language])
        assert not missing, f"terms without a label in {language}: {missing}"


def _terms(event: Any) -> Any:
    return getattr(event, "terms", ())


def _keys_of_view(table: Rehearsal) -> set[str]:
    shown, decision = table.view("gm"), table.state.play.decision
    keys = {shown.phase}
    if decision is not None and decision.unanswered() and decision.kind not in ("reveal", "dice"):
        keys.add(decision.kind)
    for combatant in shown.combatants.values():
        keys |= {*combatant.tracks, *combatant.conditions, *(fact.partition(".")[0] for fact in combatant.facts)}
    return keys


def _keys_of_options(table: Rehearsal, seat: str) -> Iterator[str]:
    for option in options(table, seat):
        yield from (option.key, option.group)
        yield from (f"cost.{unit}" for unit in re.findall(r"\d+ (\w+)", option.cost))
        labels = [option.label, *(choice.label for param in option.params for choice in param.choices)]
        labels += [param.label or param.name.rpartition(".")[2] for param in option.params]
        yield from (label for label in labels if KEY.fullmatch(label))


@every_system
def test_every_event_has_a_line_for_the_log(name: str) -> None:
    """In both languages, with the same gaps; an empty one where there is nothing to say."""
    system = SYSTEMS[name]
    lines = system.catalog["lines"]
    missing = {kind.__name__ for kind in system.events} - set(lines["en"])
    assert not missing, f"events without a line: {missing}"
    assert _gaps(lines["en"]) == _gaps(lines["de"])


@every_system
def test_a_line_says_of_nothing_that_it_is_nothing_which_some_may_not_know(name: str) -> None:
    """What stands in a line in place of a 0 (`[?text]`) would stand there, too, where the number is masked."""
    system = SYSTEMS[name]
    for kind in system.events:
        before, found, _ = system.catalog["lines"]["en"][kind.__name__].partition("[?")
        named = set(re.findall(r"\{(\w+)", "".join(re.findall(r"\[[^\]]*\]", before))))
        if found:
            assert {field.says.how for field in fields_of(kind) if field.name in named} <= {"open"}, kind


def _what_is_read(key: str) -> tuple[str, dict[str, str]]:
    """The event that an outcome is read from, and the fields that it looks at to know whether it is one; of each the
    value that it wants, empty where any will do."""
    kind, _, conditions = key.partition(":")
    wanted = (each.partition("=") for each in conditions.split(",") if each)
    return kind, {field: value for field, _, value in wanted}


@every_system
def test_what_comes_of_attacks_is_read_from_events_as_they_are(name: str) -> None:
    """Who attacks whom is told by its roll, who is harmed by `who`; every field is one that the event has; no value is
    wanted that is left out of what is sent, as usual values are; and nobody is said to be missed or unhurt because a
    number is masked."""
    system = SYSTEMS[name]
    kinds = {kind.__name__: kind for kind in system.events}
    outcomes: dict[str, dict[str, tuple[str, str]]] = system.catalog.get("outcomes", {})
    assert set(outcomes) <= {"roll", "check", "defence", "harm", "fate", "over", "best"}
    for part, named in outcomes.items():
        for key, words in named.items():
            kind, conditions = _what_is_read(key)
            fields = {field.name: field.says.how for field in fields_of(kinds[kind])}
            usual = {field.name: field.default for field in msgspec.structs.fields(kinds[kind])}
            assert not any(value and value == str(usual[field]) for field, value in conditions.items()), key
            read = words if part == "best" else {gap for text in words for gap in re.findall(r"\{(\w+)", text)}
            assert {*conditions, *read, "who", *(["target"] if part == "roll" else [])} <= set(fields), key
            if any("[?" in text for text in words):
                assert {fields[field] for field in read} <= {"open", "rule"}, key


@every_system
def test_every_label_and_refusal_is_in_both_languages(name: str) -> None:
    """No key lacks a word, and a sentence has the same gaps in both."""
    system = SYSTEMS[name]
    labels = system.catalog["labels"]
    assert set(labels["en"]) == set(labels["de"])
    moments = system.stops.names if system.stops is not None else ()
    assert {f"stop.{moment}" for moment in moments} <= set(labels["en"])
    assert all(labels["en"].values())
    assert all(labels["de"].values())
    assert _gaps(system.texts) == _gaps(system.catalog["refusals"]["de"])


def _gaps(sentences: Mapping[str, str]) -> dict[str, set[str]]:
    return {code: set(re.findall(r"\{([\w.]+)!?(?: [^{}]*)?\}", sentence)) for code, sentence in sentences.items()}


@fights(6)
def test_every_reason_is_a_whole_sentence(name: str, seed: int) -> None:
    """A refusal has a text of its own, and no gap in it stays unfilled."""
    table = fight(name, seed, steps=STEPS // 2)
    for seat in seats(table):
        for option in options(table, seat):
            for reason in _reasons(option):
                assert reason.code in {**TEXTS, **table.system.texts}
                assert not re.search(GAP, reason.message), reason


def _reasons(option: Option) -> Iterator[Reason]:
    reasons = (option.reason, *(choice.reason for param in option.params for choice in param.choices))
    return (reason for reason in reasons if reason is not None)


# --- files -----------------------------------------------------------------------------------------------------------


@every_system
def test_the_schema_of_encounter_files_is_json_and_knows_the_demos_sheets(name: str) -> None:
    """Editors can use it: all references resolve, and it names every field that the demo's sheets use."""
    made = json.loads(json.dumps(schema(SYSTEMS[name])))
    names = re.findall(r'"\$ref": "#/\$defs/([^"]+)"', json.dumps(made))
    assert set(names) <= set(made["$defs"])
    sheet = made["$defs"]["CombatantSpec"]["properties"]["sheet"]
    ref = sheet.get("anyOf", [sheet])[0]["$ref"].rsplit("/", 1)[1]
    used = {field for combatant in demo(name).combatants.values() for field in combatant.sheet}
    assert used <= set(made["$defs"][ref]["properties"])


@every_system
def test_sheets_and_options_have_defaults_that_survive_their_bytes(name: str) -> None:
    """What is left out of a file means the default, and an empty table of options is one."""
    system = SYSTEMS[name]
    chosen = msgspec.convert({}, system.options_type)
    assert msgspec.convert(msgspec.to_builtins(chosen), system.options_type) == chosen
    for combatant in demo(name).combatants.values():
        sheet = msgspec.convert(combatant.sheet, system.sheet_type)
        assert msgspec.convert(msgspec.to_builtins(sheet), system.sheet_type) == sheet
