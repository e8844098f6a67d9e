"""The cast of the worked examples, and tables laid with it: `fight` begins with the first one's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from server.core.commit import Commit
from server.core.create import CombatantSpec, EncounterSpec, SeatSpec
from server.core.dice import Key, Origin, Scripted
from server.core.events import Event
from server.core.state import TableOptions
from server.rules.tirakan import SYSTEM
from server.rules.tirakan.state.state import Combatant
from server.scenario.rehearsal import Rehearsal

SWORD = {"name": "Long sword", "type": "blade", "damage_potential": 2}
CLUB = {"name": "Club", "type": "club", "damage_potential": 2, "blunt": True}
KNIFE = {"name": "Throwing knife", "weapon_class": "thrown", "damage_potential": 1, "range_m": 5}
BOW = {"name": "Long bow", "weapon_class": "ranged", "type": "bow", "hands": 2, "damage_potential": 2, "range_m": 60}
ROUND_SHIELD = {"name": "Round shield", "cover": 5}

Sheet = dict[str, Any]

HAGEN: Sheet = {
    "strength": 4, "quickness": 2, "deftness": 3, "resistance": 2, "willpower": 3, "perception": 3,
    "apprehension": 2, "hand_to_hand": 3, "throwing": 2, "dodge_template": 1, "weapons": {"sword": SWORD},
    "shields": {"shield": ROUND_SHIELD}, "main_hand": "sword", "off_hand": "shield",
}  # fmt: skip
ROBBER: Sheet = {
    "strength": 3, "quickness": 3, "deftness": 2, "resistance": 2, "perception": 2, "hand_to_hand": 2,
    "dodge_template": 1, "weapons": {"club": CLUB}, "main_hand": "club",
}  # fmt: skip
SELA: Sheet = {
    "quickness": 4, "deftness": 4, "throwing": 3, "perception": 2, "weapons": {"knife": KNIFE}, "main_hand": "knife",
}  # fmt: skip
ILVA: Sheet = {
    "shooting": 3, "perception": 3, "quickness": 2, "weapons": {"bow": {**BOW, "capacity": 1}}, "main_hand": "bow",
}  # fmt: skip
CAST = {"hagen": HAGEN, "sela": SELA, "robber": ROBBER, "ilva": ILVA}
SIDES = {"hagen": "travellers", "sela": "travellers", "ilva": "travellers"}

ARMOUR = {"mail": {"name": "Mail", "protection": ["N"]}}


class Faces:
    """Dice by the name of the roll (`hit|hagen`); every other die shows 1."""

    def __init__(self, named: Mapping[str, Sequence[int]]) -> None:
        self.left = {name: list(faces) for name, faces in named.items()}

    def face(self, key: Key, sides: int, missing: int, is_open: bool) -> tuple[int, Origin]:
        """The next face of this roll."""
        left = self.left.get(f"{key.roll}|{key.who}")
        return (left.pop(0) if left else 1), Scripted()

    def fix_salt(self, salt: bytes) -> None:
        """Scripted dice need none."""


class Fight:
    """A table in memory, told in the words of the examples. `players` play those they are named after."""

    def __init__(
        self, *people: str, players: Sequence[str] = (), hidden: Sequence[str] = (),
        sheets: Mapping[str, Sheet] | None = None, at: Mapping[str, tuple[float, float]] | None = None,
        surprised: Sequence[str] = (), npc_numbers_public: bool = False, map: bool = True,
        window_s: int | None = None, stops: Any = UNSET, **options: Any,
    ) -> None:  # fmt: skip
        spec = EncounterSpec(
            title="Fight", system="tirakan", options=options,
            table=TableOptions(npc_numbers_public=npc_numbers_public, window_s=window_s, stops=stops),
            seats={who: SeatSpec(name=who) for who in players},
            combatants={
                who: CombatantSpec(
                    name=who.capitalize(), side=SIDES.get(who, "robbers"), seat=who if who in players else "gm",
                    at=(at or {}).get(who, (k * 0.5, 0.0)) if map else None, hidden=who in hidden,
                    sheet={**CAST.get(who, {}), **(sheets or {}).get(who, {})},
                )
                for k, who in enumerate(people)
            },
        )  # fmt: skip
        self.table = Rehearsal(SYSTEM, spec)
        explosions = {who: len(people) - k for k, who in enumerate(people)}
        self.faces = Faces({f"initiative|{who}": [6] * explosions[who] for who in people})
        self.faces.left |= {f"quick_reaction|{who}": [1 if who in surprised else 5] for who in people}
        self.table.dice = self.faces
        self.players = players

    def start(self, **intent: Any) -> Fight:
        """Begin; the first one's turn runs."""
        self.do("start_combat", **intent)
        return self

    def dice(self, **named: Sequence[int]) -> Fight:
        """Faces for the rolls to come: `hit_hagen=[5, 5]` for the roll `hit` of Hagen; `__` stands for a dot."""
        for name, faces in named.items():
            roll, who = name.replace("__", ".").rsplit("_", 1)
            self.faces.left[f"{roll}|{who}"] = list(faces)
        return self

    def seat_of(self, intent: Mapping[str, Any]) -> str:
        """Whoever plays the combatant that acts, else the GM."""
        who = str(intent.get("who", ""))
        return who if who in self.players and not str(intent["type"]).startswith("gm_") else "gm"

    def do(self, type: str, seat: str = "", goes_on: bool = True, **fields: Any) -> list[Event]:
        """An intent, all that the server continues by itself, and the events of both."""
        intent = intent_of(type, fields)
        sender = seat or self.seat_of(intent)
        commits = self.table.play(sender, intent) if goes_on else [self.table.submit(sender, intent)]
        return events(commits)

    def refused(self, type: str, seat: str = "", **fields: Any) -> str:
        """The code with which an intent is refused."""
        intent = intent_of(type, fields)
        return self.table.refusal(seat or self.seat_of(intent), intent)

    def react(self, who: str, type: str, goes_on: bool = True, **fields: Any) -> list[Event]:
        """Declare a reaction."""
        return self.do("declare_reaction", who=who, goes_on=goes_on, reaction={"type": type, **fields})

    def cannot_react(self, who: str, type: str, **fields: Any) -> str:
        """The code with which a reaction is refused."""
        return self.refused("declare_reaction", who=who, reaction={"type": type, **fields})

    def passes(self, *people: str) -> list[Event]:
        """They pass, one after another."""
        return [event for who in people for event in self.do("pass_reaction", who=who)]

    def end_turns(self, *people: str) -> None:
        """These end their turns; whoever is asked in between passes."""
        for who in people:
            self.do("end_turn", who=who)
            self.all_pass()

    def all_pass(self) -> list[Event]:
        """Everybody still asked passes or declines."""
        found: list[Event] = []
        while (decision := self.table.state.play.decision) is not None and (waiting := decision.unanswered()):
            kind = "decline_protection" if decision.kind == "protection" else "pass_reaction"
            found += self.do(kind, who=waiting[0])
        return found

    def one(self, who: str) -> Combatant:
        """A combatant as it is now."""
        combatant: Combatant = self.table.state.play.game.combatants[who]
        return combatant

    @property
    def game(self) -> Any:
        """The system's state."""
        return self.table.state.play.game

    @property
    def question(self) -> str:
        """What kind of question is open."""
        decision = self.table.state.play.decision
        return decision.kind if decision is not None else ""

    @property
    def asked(self) -> list[str]:
        """Who is asked and has not answered."""
        decision = self.table.state.play.decision
        return decision.unanswered() if decision is not None else []


def intent_of(type: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """`with_` stands for the field that Python does not let us name."""
    return {"type": type, **{name.rstrip("_"): value for name, value in fields.items()}}


def events(commits: Sequence[Commit]) -> list[Event]:
    """The events of these commits, without core's bookkeeping."""
    passed_over = ("DecisionOpened", "DecisionClosed", "SaltFixed")
    return [event for commit in commits for event in commit.events if type(event).__name__ not in passed_over]


def kinds(found: Sequence[Event]) -> list[str]:
    """What kinds of events they are."""
    return [type(event).__name__ for event in found]


def only(found: Sequence[Event], kind: str) -> Any:
    """The one event of this kind."""
    (event,) = [event for event in found if type(event).__name__ == kind]
    return event
