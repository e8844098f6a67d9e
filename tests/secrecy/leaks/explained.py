"""Leaks that can't be noticed, each with the reason in a sentence. Where somebody learns something else by one of them
all the same, the sentence is wrong, and the leak is counted as left."""

from __future__ import annotations

NO_TARGET = "deeds that have it have no target, and the rule of Action tells nobody of these who does not see the doer"
NO_ACTION = "the rule of Action tells the action or nothing, and without it nothing is told"
ONE_WITNESS = "the id names at most the one combatant that the event mentions, whom everybody sees who is told"

EXPLAINED: dict[str, str] = {
    "brink: InitiativeTieBroken.redact": "only older logs have such a tie with somebody hidden (brink/test_old_ties)",
    **dict.fromkeys(("brink: ActionDeclared.tells", "brink: ReactionDeclared.tells"), NO_ACTION),
    **{f"brink: Deed.{field}": NO_TARGET for field in ("path", "normal_cm", "difficult_cm", "weapon", "pay", "text")},
    "brink: Action.origin": NO_TARGET,
    **{f"brink: {event}.action": ONE_WITNESS for event in ("ActionGranted", "ActionVoided", "CustomRolled")},
    "brink: GMRuled.subject": "the rule of GMRuled tells nothing to whoever does not see the subject",
    "skirmish: topic.target": "only those know of the question who see whom it asks, and that is the target",
    "core: ControlGiven.tells": "a rule says who is told, whatever the event declares",
}
