"""Acts and reactions where defences come before the effect and all else after it: what holds in every fight, whatever
people ask for, whether it is offered or not."""

from hypothesis import given, settings
from hypothesis import strategies as st

from server.conformance.amount import many
from server.core.errors import Rejected
from server.encounter.file import parse_encounter
from server.kit.acts import events as e
from server.rules.tirakan_classic import SYSTEM
from server.rules.tirakan_classic.state.events import (
    ActionSpent,
    ReactionDeclared,
    ReactionWindowClosed,
    TurnEnded,
    WoundsTaken,
)
from server.scenario.rehearsal import Rehearsal

PEOPLE = ("hagen", "ilva", "robber", "soldier")

DEEDS = st.one_of(
    st.sampled_from([{"type": "attack", "target": who, "mode": mode} for mode in ("", "full") for who in PEOPLE]),
    st.sampled_from(
        [{"type": "evade"}, {"type": "parry"}, {"type": "custom", "text": "Something."}, {"type": "kneel"}]
    ),
    st.builds(lambda x: {"type": "run", "path": [[x, 100]]}, st.integers(-600, 600)),
)
ANSWERS = st.sampled_from([*["declare", "pass_reaction"] * 5, "withdraw_reaction", "spend_bonus_die"])
WISHES = st.lists(st.tuples(st.integers(0, 3), ANSWERS, DEEDS), min_size=20, max_size=80)


def _wished(play, which, answer, deed):
    """What somebody who is asked, or whose turn it is, could ask for; much of it is refused."""
    decision = play.decision
    if decision is None:
        return {"type": "end_turn", "who": play.game.turn} if which == 0 else {**deed, "who": play.game.turn}
    people = list(decision.unanswered() or decision.asks)
    who = people[which % len(people)]
    if who == "gm":
        return {"type": "gm_refuse" if which == 0 else "gm_rule_custom"}
    if answer == "declare":
        return {"type": "declare_reaction", "who": who, "reaction": deed}
    if answer == "withdraw_reaction":
        who = list(decision.asks)[which % len(decision.asks)]
    return {"type": answer, "who": who}


@settings(max_examples=many(15), deadline=None)
@given(WISHES)
def test_each_reaction_comes_to_one_end_and_nobody_pays_what_it_has_not(wishes):
    """Whatever people ask for."""
    table = Rehearsal(SYSTEM, parse_encounter(SYSTEM.demo, "any", {SYSTEM.name: SYSTEM}), None)
    table.play("gm", {"type": "start_combat"})
    for wish in wishes:
        try:
            table.play("gm", _wished(table.state.play, *wish))
        except Rejected:
            continue
        _check_stack(table)
    _check_events([event for sealed in table.sealed for event in sealed.commit.events], table.state.play.game.order)


def _check_stack(table):
    """Where nothing is in progress nobody is asked; what is reserved can be paid by whoever can act."""
    play = table.state.play
    assert bool(play.game.frames) == bool(play.decisions)
    for who, one in play.game.combatants.items():
        assert one.actions >= 0
        reserved = sum(who in frame.declared for frame in play.game.frames)
        assert reserved <= min(1, one.actions)


def _check_events(events, order):
    """Each announced reaction is carried out, lapses or is withdrawn, once; by initiative."""
    announced, ended = [], []
    for event in events:
        if isinstance(event, ReactionDeclared):
            announced.append(event.who)
        elif isinstance(event, e.ReactionWithdrawn | e.ReactionLapsed | e.ReactionResolved):
            ended.append(event.who)
        elif isinstance(event, ReactionWindowClosed):
            assert list(event.order) == [who for who in order if who in event.order]
            assert sorted(event.order) == sorted(_open(announced, ended))
        elif isinstance(event, e.ActionResolved | TurnEnded):
            assert _open(announced, ended) == []
    assert all(event.left >= 0 for event in events if isinstance(event, ActionSpent))
    follows = [k for k, event in enumerate(events) if isinstance(event, e.ReactionsFollow)]
    assert all(not isinstance(events[k + 1], WoundsTaken) for k in follows)


def _open(announced, ended):
    left = list(announced)
    for who in ended:
        left.remove(who)
    return left
