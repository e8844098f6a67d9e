"""Leaks that can't be noticed, each with the reason in a sentence. Where somebody learns something else by one of them
all the same, the sentence is wrong, and the leak is counted as left."""

from __future__ import annotations

NO_TARGET = "deeds that have it have no target, and the rule of Action tells nobody of these who does not see the doer"
NO_ACTION = "the rule of Action tells the action or nothing, and without it nothing is told"
ONE_WITNESS = "the id names at most the one combatant that the event mentions, whom everybody sees who is told"

FRAME = "its frame is told to those alone who see somebody of whom it mentions, and without it nothing is told"
BOTH_SHEETS = "the rule of ProtectionUsed tells it to those alone who may read both sheets, and so see both"

EXPLAINED: dict[str, str] = {
    "brink: InitiativeTieBroken.redact": "only older logs have such a tie with somebody hidden (brink/test_old_ties)",
    **dict.fromkeys(("brink: ActionDeclared.tells", "brink: ReactionDeclared.tells"), NO_ACTION),
    **{f"brink: Deed.{field}": NO_TARGET for field in ("path", "normal_cm", "difficult_cm", "weapon", "pay", "text")},
    "brink: Action.origin": NO_TARGET,
    **{f"brink: {event}.action": ONE_WITNESS for event in ("ActionGranted", "ActionVoided", "CustomRolled")},
    "brink: GMRuled.action": "of opportunity attacks nothing is asked, so the id names the subject alone",
    "brink: OpportunityOffered.action": "the id names at most the mover, whom everybody sees who is told",
    "brink: GMRuled.subject": "the rule of GMRuled tells nothing to whoever does not see the subject",
    **{
        f"ambersteel: {event}.tells": FRAME
        for event in ("AttackDeclared", "RiposteOffered", "ExecutionRequested", "MoveDeclared")
    },
    "ambersteel: ExecutionAnswered.tells": "its question is asked in secret, and core tells its answer to the GM alone",
    "ambersteel: Frame.takers": "it is filled and emptied within a commit, and nobody looks into the midst of one",
    "tirakan_classic: Frame.successes": "no act of this edition that is a check has a target",
    "tirakan: InitiativeTieBroken.tells": "its rule tells nobody of a tie with one whom somebody does not see",
    **{f"tactics: ProtectionUsed.{each}": BOTH_SHEETS for each in ("tells", "who", "target", "attack")},
}
