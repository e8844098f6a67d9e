"""What people ask for in a fight, in the imperative (specification 3.2)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from server.core.intents import Act, Intent, Start
from server.core.space import Point
from server.kit import newcomers, values
from server.kit.forms import Side, Somebody
from server.rules.ambersteel.state.options import Options
from server.rules.ambersteel.state.sheet import AooPolicy, DefencePolicy, Sheet
from server.rules.ambersteel.things.items import DamageType, Key

Path = Annotated[tuple[Point, ...], Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=200)]
Payment = Literal["standard", "bonus", "overdrive"]
"""A-TURN-14: what an action is paid with."""


class Aim(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A-AIM-2, A-AIM-4: a part of the body, and what the attacker wants to bring about."""

    part: Text
    effect: Text = ""


# --- before the fight, and its end -----------------------------------------------------------------------------------


class EncounterStart(Start, frozen=True, kw_only=True):
    """A-INIT-1, A-SUR-1."""

    surprised_parties: tuple[Side, ...] = ()


class EncounterEnd(Intent, frozen=True, kw_only=True):
    """A-TURN-11."""


class SetOptions(Intent, frozen=True, kw_only=True):
    """Other house rules, before the fight."""

    options: Options


class AddCombatant(newcomers.AddCombatant, frozen=True, kw_only=True):
    """A-INIT-4: somebody joins, also in the middle of the fight."""

    sheet: Sheet = Sheet()


class GmAddCombatant(AddCombatant, frozen=True, kw_only=True):
    """The same, as the specification calls it."""


# --- turns -----------------------------------------------------------------------------------------------------------


class TurnClaim(Act, frozen=True, kw_only=True):
    """A-SUR-3: an ambusher takes the next turn of the surprise round."""


class TurnPass(Act, frozen=True, kw_only=True):
    """A-SUR-3: an ambusher does without its turn."""


class TurnEnd(Act, frozen=True, kw_only=True):
    """A-TURN-8."""


class TurnBreather(Act, frozen=True, kw_only=True):
    """A-TURN-6."""


class Policy(Act, frozen=True, kw_only=True):
    """A-ZOC-5, A-DEF-9: what is answered where nobody is asked; without a value it stays as it is."""

    aoo_policy: AooPolicy | None = None
    default_defence: DefencePolicy | None = None


# --- what is done in a turn ------------------------------------------------------------------------------------------


class Attack(Act, frozen=True, kw_only=True):
    """A-ATK-1. `weapon` None: what is in the main hand; empty: bare hands."""

    target: Somebody
    weapon: Key | None = None
    mode: Key = ""
    aim: Aim | Text = ""
    request_ruling: bool = False
    action: Payment = "standard"


class Throw(Act, frozen=True, kw_only=True):
    """A-THR-1: at somebody or at a point."""

    object: Key
    target: Somebody = ""
    point: Point | None = None
    aim: Aim | Text = ""
    request_ruling: bool = False
    action: Payment = "standard"


class Execute(Act, frozen=True, kw_only=True):
    """A-EXE-1."""

    target: Somebody
    weapon: Key | None = None
    kind: Literal["kill", "maim"] = "kill"


class Move(Act, frozen=True, kw_only=True):
    """A-TURN-4."""

    path: Path


class ConvertMovement(Act, frozen=True, kw_only=True):
    """A-TURN-3."""


class Reload(Act, frozen=True, kw_only=True):
    """A-RNG-3. `weapon` None: what is in the main hand."""

    weapon: Key | None = None
    action: Payment = "standard"
    """What a reload by standard actions is paid with."""


class AbandonReload(Act, frozen=True, kw_only=True):
    """A-RNG-9."""

    weapon: Key | None = None


class Stance(Act, frozen=True, kw_only=True):
    """A-TURN-13. `stance` empty: as the weapon is by itself."""

    stance: Key
    weapon: Key | None = None


class Draw(Act, frozen=True, kw_only=True):
    """A-TURN-13: `item` empty: what is in this hand is put away."""

    item: Key = ""
    hand: Literal["main", "off"] = "main"


class StandUp(Act, frozen=True, kw_only=True):
    """A-TURN-10."""


class BreakFree(Act, frozen=True, kw_only=True):
    """A-STS-4, A-STS-5."""

    action: Payment = "standard"


class FreeWeapon(Act, frozen=True, kw_only=True):
    """A-CRIT-7. `weapon` None: the one that is stuck."""

    weapon: Key | None = None
    action: Payment = "standard"


# --- answers ---------------------------------------------------------------------------------------------------------


class Defend(Act, frozen=True, kw_only=True):
    """A-ATK-5. `item` None: what is in the main hand; empty: bare hands."""

    is_answer: ClassVar[bool] = True
    kind: Literal["parry", "dodge", "allow"]
    item: Key | None = None


class DamageChoose(Act, frozen=True, kw_only=True):
    """A-ATK-11."""

    is_answer: ClassVar[bool] = True
    mode: Key


class ReactionRiposte(Act, frozen=True, kw_only=True):
    """A-RIP-4. `target` may be left out: it is whoever attacked."""

    is_answer: ClassVar[bool] = True
    target: Somebody = ""
    mode: Key = ""
    aim: Aim | Text = ""
    request_ruling: bool = False


class ReactionOpportunity(Act, frozen=True, kw_only=True):
    """A-ZOC-4. `target` may be left out: it is whoever moves."""

    is_answer: ClassVar[bool] = True
    target: Somebody = ""
    mode: Key = ""
    aim: Aim | Text = ""
    request_ruling: bool = False


class ReactionDecline(Act, frozen=True, kw_only=True):
    """A-RIP-4, A-ZOC-5."""

    is_answer: ClassVar[bool] = True


class ThrowRelease(Act, frozen=True, kw_only=True):
    """A-THR-5: at somebody, at a point, or neither: it is dropped."""

    is_answer: ClassVar[bool] = True
    target: Somebody = ""
    point: Point | None = None


# --- the GM's answers ------------------------------------------------------------------------------------------------


class GmRuling(Intent, frozen=True, kw_only=True):
    """A-GEN-6, A-AIM-3, A-EASY-3, A-THR-7: what is said stands in the place of the rules, for this attack."""

    is_answer: ClassVar[bool] = True
    advantage: Literal["", "advantage", "disadvantage", "normal"] = ""
    modifier: Annotated[int, Meta(ge=-20, le=20)] = 0
    waive: Annotated[tuple[Key, ...], Meta(max_length=16)] = ()
    range_penalty: Annotated[int, Meta(ge=-40, le=40)] | None = None
    reach_cm: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    damage: Annotated[int, Meta(ge=0, le=1000)] | None = None
    damage_type: DamageType | None = None
    text: Text = ""


class GmMishap(Intent, frozen=True, kw_only=True):
    """A-CRIT-7, A-CRIT-8. `opponent` strikes back freely; `status` beside the text of a custom one."""

    is_answer: ClassVar[bool] = True
    kind: Literal["none", "off_balance", "weapon_stuck", "free_counter", "custom"] = "none"
    opponent: Somebody = ""
    text: Text = ""
    status: Annotated[str, Meta(max_length=40)] = ""


class GmAimEffect(Intent, frozen=True, kw_only=True):
    """A-AIM-4, A-AIM-5."""

    is_answer: ClassVar[bool] = True
    ruling: Literal["accept", "change", "refuse"] = "refuse"
    text: Text = ""
    status: Annotated[str, Meta(max_length=40)] = ""


class GmExecution(Intent, frozen=True, kw_only=True):
    """A-EXE-4."""

    is_answer: ClassVar[bool] = True
    yes: bool
    text: Text = ""
    status: Annotated[str, Meta(max_length=40)] = ""


# --- what the GM says unasked ----------------------------------------------------------------------------------------


class GmEndSurprise(Intent, frozen=True, kw_only=True):
    """A-SUR-1: the ambushers were noticed."""


class GmHold(Intent, frozen=True, kw_only=True):
    """3.1: attacks of this one, or of all, wait for the GM's ruling."""

    who: Somebody = ""
    on: bool = True


class GmCheck(Intent, frozen=True, kw_only=True):
    """A-GEN-4: somebody makes a check of an attribute; what it means the GM says."""

    who: Somebody
    attribute: Literal["str", "dex", "end", "con", "spd", "perc"]


class GmDamage(Intent, frozen=True, kw_only=True):
    """A-DMG-2: a spell, a fall, a fire."""

    who: Somebody
    amount: Annotated[int, Meta(ge=0, le=1000)]
    damage_type: DamageType = "direct"


class Repair(Intent, frozen=True, kw_only=True):
    """A-ARM-6: `override`: the GM wants it all the same."""

    who: Somebody
    armour: Key
    override: bool = False


class GmSet(values.GmSet, frozen=True, kw_only=True):
    """3.2: `key` says which status, flag, weapon, armour, action or attribute; `source` of a status: who holds it."""

    value_of: Literal[
        "hp", "sp", "status", "flag", "actions", "death_failures", "loaded", "stuck", "cp", "armour", "ammo", "sheet"
    ]
    source: Annotated[str, Meta(max_length=80)] = ""
    text: Text = ""
