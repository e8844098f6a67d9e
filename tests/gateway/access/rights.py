"""Who may do what, and when: the authorisation matrix, as data. Whatever has no row here is nobody's.

`test_rights` proves every cell against a real server; a new message, question or intent fails it until it has its row.
"""

from __future__ import annotations

SEATED = ("spectator", "other", "owner", "gm")
"""Who sits at a table. other: a player who does not control the combatant; owner: one who does. Beside them `nobody`,
in the lobby without a link, and whoever's link was withdrawn, who is let in nowhere."""

STATES = ("setup", "running", "window", "paused", "parked", "ended", "closed")
"""Of a table at which people sit."""

SHUT = {"frozen": "integrity", "copying": "unavailable"}
"""States in which nobody sits at the table, so that nothing can be sent: what the door says, whoever knocks."""

MAY = "may"
"""It is not refused for who one is, nor for the state that the table is in; the rules may still say no."""

# --- messages --------------------------------------------------------------------------------------------------------

MESSAGES: dict[str, dict[str, str]] = {
    "hello": {"door": MAY, "lobby": "state", "table": "state"},
    "ping": {"door": "hello_expected", "lobby": MAY, "table": MAY},
    "create": {"door": "hello_expected", "lobby": MAY, "table": "state"},
    "join": {"door": "hello_expected", "lobby": MAY, "table": "state"},
    "import": {"door": "hello_expected", "lobby": MAY, "table": "state"},
    "list": {"door": "hello_expected", "lobby": "forbidden", "table": "state"},
    "submit": {"door": "hello_expected", "lobby": "state", "table": MAY},
    "ask": {"door": "hello_expected", "lobby": "state", "table": MAY},
    "branch": {"door": "hello_expected", "lobby": "state", "table": MAY},
    "links": {"door": "hello_expected", "lobby": "state", "table": MAY},
}
"""By message and where the conversation stands: may, or the code."""

GM_ONLY = {"spectator": "forbidden", "other": "forbidden", "owner": "forbidden", "gm": MAY}

# --- questions -------------------------------------------------------------------------------------------------------

QUESTIONS: dict[str, str] = {
    "history": "all", "moment": "all", "marks": "all", "outcome": "all", "export": "all", "part": "all",
    "reach": "owner",
    "view_as": "gm", "options_as": "gm", "act_card": "gm", "read_sheets": "gm",
    "preview_rewind": "gm", "preview_redo": "gm", "preview_amend": "gm",
}  # fmt: skip
"""`all`: whoever is at the table, through its own eyes; `owner`: whose combatant it is, and the GM; `gm`: the GM,
and all once the closed table reveals it."""

# --- intents ---------------------------------------------------------------------------------------------------------

INTENTS: dict[str, dict[str, str]] = {
    "core": {
        "server": "create copy open issue_tokens claim_seat take_seat expire pass_standing "
        "reveal_seed close_ended",
        "gm_or_server": "continue",
        "seat": "join reveal request_undo answer_undo more_time auto_pass type_dice server_rolls",
        "gm": "hand_over revoke_seat open_door close_door answer_claim free_seat set_position hide show "
        "remove_combatant rewind redo amend draw_dice "
        "close_decision pause unpause hold_window drop_act close disclose",
        "owner": "set_stops react",
    },
    "three_cups": {"gm": "begin", "owner": "choose riposte"},
    "toy_two": {"gm": "start", "owner": "plan settle hang_lamp"},
    "skirmish": {"gm": "begin end_fight add_combatant", "owner": "strike end_turn parry bear"},
    "ambersteel": {
        "gm": "encounter_start encounter_end set_options add_combatant gm_add_combatant gm_ruling gm_mishap "
        "gm_aim_effect gm_execution gm_end_surprise gm_hold gm_check gm_damage gm_set gm_set_perception set_sight "
        "set_terrain repair",
        "owner": "turn_claim turn_pass turn_end turn_breather policy attack throw execute move convert_movement reload "
        "abandon_reload stance draw stand_up break_free free_weapon defend damage_choose reaction_riposte "
        "reaction_opportunity reaction_decline throw_release",
    },
    "brink": {
        "gm": "start_combat add_combatant set_group set_options gm_rule gm_refuse gm_grant_initiative "
        "gm_close_window gm_end_turn gm_set set_distance set_sight set_enmity set_terrain end_combat",
        "owner": "attack skill move shift swap reload custom end_turn delay_turn reinsert_turn keep_waiting "
        "use_readied pass_readied take_opportunity decline_opportunity add_ep forfeit",
    },
    "tactics": {
        "seat": "initiative_order_tie",
        "gm": "encounter_start encounter_end gm_go_on add_combatant set_options gm_lock_phase gm_modifier "
        "gm_projectile gm_superior gm_refuse gm_burst_penalty gm_waive_change gm_max_attacks gm_mark_check gm_range "
        "gm_object gm_reveal gm_set item_repair",
        "owner": "tactics_set actions_declare phase_settle phase_unsettle closing_go go_yield go_end actions_change "
        "action_perform defend interfere guard shield_body stay_out block_choice",
    },
    "tirakan": {
        "gm": "start_combat add_combatant gm_set_perception set_cover set_distance gm_set_attack gm_set_timing "
        "set_enmity "
        "gm_rule_custom gm_rule_nullify gm_rule_awaken gm_inflict_hits gm_phase_effect gm_set gm_skip_turn end_combat",
        "owner": "attack walk run crawl hunker stand_up raise_shield_block custom aim accurate_step reload "
        "ready_weapon pick_up free_weapon support_weapon use_item throw_object dodge parry shield_parry "
        "declare_reaction withdraw_reaction pass_reaction use_protection decline_protection choose_disarm_attribute "
        "improve_roll keep_roll lower_shield unsupport_weapon spend_bonus_die spend_destiny_die end_turn "
        "auto_protect",
    },
    "tirakan_classic": {
        "gm": "start_combat add_combatant set_options set_perception gm_set_perception set_cover set_distance "
        "set_enmity gm_break_tie gm_set_act gm_close_window gm_rule_custom gm_refuse gm_inflict_hits gm_adjust_wounds "
        "gm_set end_combat",
        "owner": "attack walk run crawl kneel lie_down stand_up reload use_object throw_object custom evade parry "
        "declare_reaction withdraw_reaction pass_reaction improve_roll keep_roll spend_bonus_die spend_destiny_die "
        "end_turn",
    },
}  # fmt: skip
"""By system: who may send which intents."""

BY_ROLE: dict[str, dict[str, str]] = {
    "owner": {"spectator": "forbidden", "other": "not_your_combatant", "owner": MAY, "gm": MAY},
    "seat": {"spectator": "forbidden", "other": MAY, "owner": MAY, "gm": MAY},
    "gm": {"spectator": "forbidden", "other": "gm_only", "owner": "gm_only", "gm": MAY},
    "gm_or_server": {"spectator": "forbidden", "other": "gm_only", "owner": "gm_only", "gm": MAY},
    "server": {"spectator": "forbidden", "other": "gm_only", "owner": "gm_only", "gm": "gm_only"},
}
"""What becomes of an intent by who may send it and who does. `nobody` is answered `state`; `revoked` is not let in."""

WHILE_CLOSED = {"reveal_seed", "issue_tokens", "disclose"}
"""What may still be sent once the encounter is closed; everything else is `closed`."""

WHILE_PARKED = {
    "type_dice", "server_rolls", "drop_act", "rewind", "redo", "amend", "request_undo", "answer_undo", "join",
    "hand_over", "revoke_seat", "expire", "open_door", "close_door", "claim_seat", "answer_claim", "take_seat",
    "free_seat",
}  # fmt: skip
"""What may be sent while an act waits for dice that people roll; everything else is `dice_pending`."""


OWN_REFUSALS = {("amend", "parked"): "dice_pending"}
"""Codes of the matrix that core's own rules use too: an amendment whose tail ends in the parked act."""


def verdict(role: str, state: str, by: str, intent: str) -> str:
    """The cell for an intent: `may`, or the code of the refusal."""
    said = BY_ROLE[by][role]
    if said != MAY:
        return said
    if state == "closed" and intent not in WHILE_CLOSED:
        return "closed"
    if state == "parked" and intent not in WHILE_PARKED:
        return "dice_pending"
    return MAY
