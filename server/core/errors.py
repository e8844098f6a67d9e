"""Refusals. `check_intent` says whether an intent is allowed, before anything is decided. Rejected is raised
later, too, where a bound is met: the size of a commit, the dice of a decision, a position that does not exist.

Rejected          the rules or rights say no: told to that seat, nothing is changed
NeedsDice         not a refusal: `decide` lacks faces that people will type
Absent            not a refusal: what is needed is in the log, not in memory
"""

from collections.abc import Mapping
from typing import Any

from server.core.ids import Position
from server.core.words.plural import GAP, noun

TEXTS: Mapping[str, str] = {
    "amends_too_much": "This amendment would decide too much again: {count act or event|acts and "
    "events}, at most {most}. Amend a later act, or take play back instead.",
    "already_joined": "{seat} has already joined.",
    "already_undone": "That act is no longer on the line; it was already taken back.",
    "already_asked": "{seat} has already asked to take something back; that is to be answered first.",
    "beyond_radius": "That is {away_m} m away; at most {most_m} m are possible here.",
    "bad_edit": "This edit can't be used: {problem}.",
    "bad_faces": "A d{sides} shows 1 to {sides}; needed: {count face|faces}, got {got}.",
    "claim_refused": "The game master has said no, or your question has lapsed. You may ask once more.",
    "closed": "The encounter is closed.",
    "copying": "This encounter is still being made from another one.",
    "dice_pending": "Waiting for the dice of {who}.",
    "door_closed": "This join code leads nowhere any more.",
    "foreign_seed": "The seed of epoch {epoch} is none of this encounter's; it was made under another master key.",
    "gm_only": "Only the GM can do that.",
    "id_reused": "This intent id was already used for another intent.",
    "key_used": "This key was used for seat {seat}; a link opens one seat. Make a new key for each.",
    "links_only": "Players sit down at this table by their links alone.",
    "name_alike": "{name} looks like {like}, who is here already. Choose another name.",
    "name_taken": "There is already a combatant with the id {who}.",
    "list_length": "This list takes {least} to {most}, not {count}.",
    "listed_twice": "Number {place} of the list is the same as number {first}; each can stand there once.",
    "needs_dice": "This amendment needs {count die that was|dice that were} never rolled.",
    "already_there": "Play already stands at {to}.",
    "already_revealed": "Everything has been revealed.",
    "not_closed": "The encounter is not closed yet.",
    "not_revealed": "What {audience} knows is not revealed to you (this table reveals: {reveal}).",
    "no_free_seat": "Every seat is taken; free one first.",
    "no_place": "{who} has no place on the map.",
    "no_sheet": "This text holds no sheet, neither as TOML nor as JSON: {reason}.",
    "no_such_seat": "There is no seat {seat}.",
    "not_paused": "The clocks are running.",
    "not_started": "The fight has not begun.",
    "not_your_combatant": "You do not control {who}.",
    "not_offered": "Number {place} of the list can't be chosen.",
    "nothing_to_redo": "There is nothing to redo.",
    "nothing_waits": "Nothing waits for this.",
    "nothing_yet": "Nothing has been told yet that could be looked at.",
    "no_more_time": "Time was added to this question {most} times, which is all there is.",
    "out_of_bounds": "{name} can be {least} to {most}, not {value}.",
    "oversized": "{path} holds too much: {count}, at most {most} is taken.",
    "paused": "The clocks are already stopped.",
    "preview_needed": "Look at the preview first; its digest confirms what it shows.",
    "preview_outdated": "The game has moved on since this preview. Look at the new one.",
    "protected_position": "Position {to} lies before the start of the fight and can't be reached.",
    "reveal_mismatch": "The revealed value does not fit the commitment of {seat}.",
    "seat_revoked": "The game master has withdrawn this seat's link.",
    "seat_taken": "Somebody else has taken this seat, or asks for it. Choose another one.",
    "spectators_watch": "Spectators can't act.",
    "stale_action": "That action was already resolved; nothing was changed.",
    "stale_settle": "Something happened meanwhile that you have not seen: you are at {seen}, now is {n}.",
    "too_many_combatants": "{most} combatants are in the fight, more can't join.",
    "dice_beyond": "{who} would throw {count die|dice} now, after {thrown}, and all together after {in_all}: at most "
    "{of_roll} are thrown in one roll, {of_combatant} by one combatant and {of_act} in one act.",
    "stands_still": "So the game can't go on by itself. Take something back, amend it, or change what leads to this.",
    "too_many_dice": "That takes too many dice: at most {of_roll} are thrown in one roll, {of_combatant} by one "
    "combatant and {of_act} in one act.",
    "too_many_events": "Too much comes of that at once: {count event|events}, at most {most} are taken.",
    "unknown_combatant": "There is no combatant {who}.",
    "unknown_intent": "There is no intent {intent} in this system.",
    "unknown_answer": "In this amendment {who} is not asked {decision} anew; there is: {known}.",
    "unknown_die": "The act at {at} has no die {die}; there is: {known}.",
    "unknown_position": "There is no position {to}; the newest is {head}.",
    "unknown_term": "The act at {at} has no number {term}; there is: {known}.",
    "waiting_for_reveal": "Waiting for the players' random numbers.",
    "wrong_phase": "{intent} is not possible now (phase {phase}).",
}
"""Core's refusals by code; a rule system brings its own table of the same form."""


class Rejected(Exception):
    """The intent is refused: stable `code`, the numbers in `detail`."""

    def __init__(self, code: str, /, **detail: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail

    def text(self, texts: Mapping[str, str]) -> str:
        """The sentence for people; `texts` is the system's table, core's stands behind it."""
        pattern = texts.get(self.code) or TEXTS.get(self.code) or self.code
        return pattern.format_map(_Blanks(self.detail))


class _Blanks(dict[str, Any]):
    """A number with its noun (`{wounds wound|wounds}`); a name that has no value stays readable instead of failing."""

    def __missing__(self, key: str) -> str:
        found = GAP.fullmatch(f"{{{key}}}")
        if found is None or found[1] not in self:
            return f"({key})"
        return f"{self[found[1]]}{noun(self[found[1]], found[2], found[3])}"


class Unfit(ValueError):
    """The fields of a system's sheet or options don't fit together: said in English, and as a code with its details
    (text and numbers), for which the catalogue's `problems` has sentences in other languages."""

    def __init__(self, code: str, text: str, **detail: str | int) -> None:
        super().__init__(text)
        self.code = code
        self.detail = detail


class NeedsDice(Exception):
    """`decide` needs faces that are to be typed, or that an amendment has never seen rolled.

    `index`, `depth`: the first die that is missing, and how often it exploded before. `is_open`: all see the roll."""

    def __init__(
        self,
        roll: str,
        who: str,
        sides: int,
        count: int,
        act: str,
        index: int = 0,
        depth: int = 0,
        is_open: bool = True,
    ) -> None:
        super().__init__(f"{who} rolls {count}d{sides} for {roll}")
        self.roll, self.who, self.sides, self.count, self.act = roll, who, sides, count, act
        self.index, self.depth, self.is_open = index, depth, is_open


class Absent(Exception):
    """Commits `first` to `last`, or all that leads to `play` at a position, were let go. They have to be brought back
    from the log, and the same be tried again."""

    def __init__(self, first: int, last: int, position: Position | None = None) -> None:
        super().__init__(f"commits {first} to {last} are not in memory")
        self.first, self.last, self.position = first, last, position
