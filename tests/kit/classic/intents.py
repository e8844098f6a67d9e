"""What people ask for, beside deeds."""

from typing import ClassVar

from server.core.intents import Act, Intent, Start
from tests.kit.classic.state import AnyDeed


class StartCombat(Start, frozen=True, kw_only=True):
    """The GM begins."""


class EndTurn(Act, frozen=True, kw_only=True):
    """End the own turn."""


class SpendBonusDie(Act, frozen=True, kw_only=True):
    """One action for a bonus die."""


class DeclareReaction(Act, frozen=True, kw_only=True):
    """Announce a reaction."""

    is_answer: ClassVar[bool] = True
    reaction: AnyDeed


class WithdrawReaction(Act, frozen=True, kw_only=True):
    """Take it back."""

    is_answer: ClassVar[bool] = True


class PassReaction(Act, frozen=True, kw_only=True):
    """Do not react."""

    is_answer: ClassVar[bool] = True


class GmSetAct(Intent, frozen=True, kw_only=True):
    """Circumstances of the act in progress."""

    from_behind: bool = False


class GmRuleCustom(Intent, frozen=True, kw_only=True):
    """What a free act costs, or the announced reaction of somebody."""

    is_answer: ClassVar[bool] = True
    cost: int = 1
    refuse: bool = False
    reaction: str = ""


class GmAdjustWounds(Intent, frozen=True, kw_only=True):
    """Somebody has so many wounds."""

    who: str
    wounds: int


class GmSetStatus(Intent, frozen=True, kw_only=True):
    """ok, dying or dead."""

    who: str
    status: str
