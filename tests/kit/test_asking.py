"""Questions of a system: their defaults, and what their end leads to."""

from types import SimpleNamespace
from typing import Any

from server.core.ids import GM
from server.core.intents import Act, Intent
from server.core.state import Ask, Decision
from server.kit.asking import Question, answered_id, ask_gm, default_of, open_window, proceed_of


class Rule(Intent, frozen=True, kw_only=True):
    """The GM's answer."""

    refuse: bool = False


class Pass(Act, frozen=True, kw_only=True):
    """A player's."""


def decision(kind: str, **answers: Any) -> Decision:
    """An open one, with what each who is asked has answered."""
    asks = {who: Ask(answer=answer) for who, answer in answers.items()}
    return Decision(
        id=f"act/{kind}", kind=kind, act="act", seat="gm", nonce=b"", asks=asks, silent=True, opened_at=0,
        remaining_ms=None,
    )  # fmt: skip


ENDED: list[str] = []

QUESTIONS = {
    "custom": Question(Rule(refuse=True)),
    "parry": Question(Pass, then=lambda _draft, decision: ENDED.append(decision.kind)),
    "share": Question(lambda state, decision, who: Rule(refuse=who == decision.kind)),
    "stop": Question(),
}


def test_each_kind_has_its_default() -> None:
    """Always the same, one of its type for whoever is asked, or made from what is asked."""
    default: Any = default_of(QUESTIONS)
    assert default(None, decision("custom"), GM) is QUESTIONS["custom"].default
    assert default(None, decision("parry"), "ana") == Pass(who="ana")
    assert default(None, decision("share"), "share") == Rule(refuse=True)


def test_what_its_end_leads_to_comes_before_the_act_goes_on() -> None:
    """And the act goes on whether or not there is anything."""
    proceed: Any = proceed_of(QUESTIONS, lambda draft: ENDED.append(f"go on in {draft}"))
    for kind in ("parry", "stop"):
        ENDED.clear()
        proceed("a draft", decision(kind))
        assert [*(["parry"] if kind == "parry" else []), "go on in a draft"] == ENDED


def test_the_gm_is_asked() -> None:
    """Nobody else notices where it is a secret."""
    draft: Any = SimpleNamespace(open=lambda *of, **how: (of, how))
    opened: Any = ask_gm(draft, "custom", "act.custom", secret=True)
    assert opened == (
        ("custom", "act.custom", {GM: Ask(secret=True)}), {"silent": True, "topic": None}
    )  # fmt: skip


def test_a_window_opens_though_nobody_is_asked() -> None:
    """Nobody must answer, and no answer closes it."""
    draft: Any = SimpleNamespace(open=lambda *of, **how: (of, how))
    opened: Any = open_window(draft, "window", "act.window", ["ana"], topic={}, secret=True)
    assert opened == (
        ("window", "act.window", {"ana": Ask(must=False, secret=True)}), {"silent": True, "topic": {}}
    )  # fmt: skip
    opened = open_window(draft, "window", "act.window", [], topic={})
    assert opened[0][2] == {}


def test_an_answer_names_the_question_that_it_is_for() -> None:
    """Said by the way, it answers none."""
    draft: Any = SimpleNamespace(answered=decision("custom", gm=None))
    assert answered_id(draft, "custom", "share") == "act/custom"
    assert answered_id(draft, "share") == ""
    draft.answered = None
    assert answered_id(draft, "custom") == ""
