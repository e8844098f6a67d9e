"""The faults C1 to C47 and threats T1 to T22 that Fray must survive: what proves each, or why nothing does."""

from __future__ import annotations

SIM = "simulation"
"""simulate.py: the real lobby, tables, log and redis-py over a simulated Redis; what must hold is in checks.py."""

ROWS: dict[str, tuple[str, str]] = {
    "C1": ("server dies before it decides", f"{SIM} (server killed), kills"),
    "C2": ("after the decision, before the append is sent", f"{SIM} (server killed), kills"),
    "C3": (
        "after the send, before the reply",
        f"{SIM} (request and reply lost), scene: lost replies, store/redis/test_appender",
    ),
    "C4": (
        "after the append, before WAIT",
        f"{SIM} (replicated profile: killed, failed over), store/redis/test_replicas",
    ),
    "C5": ("after WAIT, before the fold", f"{SIM} (state of every table = fold of the log), kills"),
    "C6": ("after the fold, before telling", f"{SIM} (every viewer has seen every number), kills"),
    "C7": (
        "halfway through telling",
        f"{SIM} (lines to clients cut at any message), client_demo/test_fights, scene: longer fights",
    ),
    "C8": (
        "after telling, before the ack",
        f"{SIM} (resent under the same id elsewhere), client_demo/test_fights, scene: longer fights",
    ),
    "C9": ("kill -9 of Redis", f"{SIM}, kills, store/redis/test_embedded"),
    "C10": ("power loss", "scene: power cuts (control with everysec), scene: torn tails, kills"),
    "C11": ("LOADING", f"{SIM} (Redis refuses), kills (Redis loads after each kill)"),
    "C12": ("OOM", f"{SIM} (Redis refuses), store/redis/test_appender; boot check: store/redis/test_durability"),
    "C13": ("disk full, MISCONF, Redis exits", f"{SIM} (Redis refuses), scene: full disk"),
    "C14": ("READONLY", f"{SIM} (Redis refuses, failed over), store/redis/test_replicas"),
    "C15": ("NOREPLICAS", f"{SIM} (Redis refuses)"),
    "C16": ("WAIT times out", f"{SIM} (replica behind, isolated primary), store/redis/test_replicas"),
    "C17": ("MOVED, ASK, slot migration", "store/redis/test_cluster (a slot that moves while it is played)"),
    "C18": ("CLUSTERDOWN", f"{SIM} (Redis refuses: a definite no), store/redis/test_cluster (a primary killed)"),
    "C19": ("script missing", f"{SIM} (forgotten at every restart and fail-over), differential"),
    "C20": ("BUSY", f"{SIM} (Redis refuses)"),
    "C21": (
        "fail-over to a shorter replica",
        f"{SIM} (replicated: nothing lost; careless: frozen, no hole), scene: promotions (control without WAIT), "
        "scene: Sentinel, store/redis/test_sentinel, table/servers/test_lagging",
    ),
    "C22": (
        "split brain",
        f"{SIM} (the old primary stays alone with its clients; nothing shown may vanish), store/redis/test_replicas",
    ),
    "C23": ("two servers race", f"{SIM}, scene: racing servers, table/test_table"),
    "C24": ("GM's undo races with a player", f"{SIM} (rewinds, redos, amendments), scene: racing servers"),
    "C25": (
        "timer during an undo, timer on two servers",
        f"{SIM} (every expire fits the clock that ran), core/deciding/test_clocks",
    ),
    "C26": ("timer due while no server is up", f"{SIM} (nothing is overdue at the end)"),
    "C27": ("an intent arrives twice", f"{SIM} (old intents asked again), table/test_table"),
    "C28": (
        "hints lost, doubled, late",
        f"{SIM} (in every third world, and lines cut or mute), store/redis/test_wakes",
    ),
    "C29": ("half-open client", "gateway/limits/test_patience, gateway/test_listener, scene: slow peers"),
    "C30": ("half-open line to Redis", f"{SIM} (silence), scene: silent line, store/redis/test_appender"),
    "C31": ("slow consumer", "gateway/limits/test_outbox, gateway/test_session"),
    "C32": ("reconnect storm", "scene: reconnect storm"),
    "C33": (
        "an event that can't be folded",
        "scene: damaged streams (a foreign body), table/test_table; the table freezes, and no commit is stepped over: "
        "whoever could would choose what happened, and the heads that players hold would fit nothing",
    ),
    "C34": ("unknown event version", "scene: damaged streams (an unknown schema)"),
    "C35": ("changed entry, broken chain", "scene: damaged streams (a changed byte), store/test_chain"),
    "C36": (
        "stream trimmed, XDEL, DEL",
        "scene: damaged streams (deleted, trimmed, cut out), table/servers/test_lagging",
    ),
    "C37": (
        "old backup restored",
        f"app/test_operations (clients notice), {SIM} (careless profile: a log shorter than a table), "
        "table/servers/test_lagging",
    ),
    "C38": ("foreign entry", "scene: damaged streams (foreign fields, a foreign id)"),
    "C39": ("snapshot corrupt", "table/test_recall (damaged, foreign, off the chain)"),
    "C40": (
        "clock jumps",
        f"{SIM} (clock jumped by seconds, in every fifth world by ten minutes or a day: no timer is early, late or "
        "double), scene: set clocks (of real servers), table/test_moments",
    ),
    "C41": (
        "event loop blocked",
        "gateway/limits/test_watchdog (reported with the place, not ready, nobody sent away for it), metric "
        "fray_loop_blocked",
    ),
    "C42": (
        "SIGTERM",
        "app/test_operations (real signal under load: nothing lost, everybody resumes), gateway/test_listener, "
        "e2e/test_restart (browsers, killed and told to stop)",
    ),
    "C43": (
        "descriptors exhausted",
        "gateway/limits/test_shares (sockets beyond all limits are dropped unread and use up no files; those there "
        "go on), "
        "gateway/limits/test_limits, cli/test_doctor (limits beyond what the machine has are named)",
    ),
    "C44": (
        "decide raises",
        "table/test_freezing (nothing appended, others go on); every suite here counts tracebacks as wrong",
    ),
    "C45": ("client goes away mid-intent", f"{SIM} (lines to clients cut, verdict found on resume)"),
    "C46": ("seat revoked mid-intent", "table/test_freezing (refused behind the revocation), table/test_table"),
    "C47": (
        "master key changed",
        "table/servers/test_former_key (what runs keeps its key, new ones get the new one), table/test_freezing (a "
        "table whose "
        "key is lost is refused)",
    ),
}
"""By number: the fault, and what proves that it is survived."""


THREATS: dict[str, tuple[str, str]] = {
    "T1": ("another site connects", "gateway/wire/test_origins, gateway/bad/test_bad_rows"),
    "T2": (
        "a link is guessed or used elsewhere",
        "gateway/access/test_tokens (each bit, of another encounter), gateway/access/test_auth, "
        "gateway/access/test_rights (withdrawn), "
        "gateway/limits/test_guesses (codes), lobby/test_doors, simulation (a freed seat's link lets nobody in, and "
        "nothing "
        "more reaches its holder); links don't run out by themselves",
    ),
    "T3": (
        "finding out what there is",
        "gateway/access/test_tokens (the same bytes), gateway/bad/test_bad_rows (hidden), secrecy/test_same_work (as "
        "many calls)",
    ),
    "T4": (
        "acting for another seat",
        "gateway/access/test_rights (every role, message and state), lobby/test_doors, simulation (a seat that is "
        "taken is "
        "never given away), scene: two worlds (claims)",
    ),
    "T5": ("reading what is hidden", "scene: two worlds, secrecy/test_canary, core/history/test_abuse"),
    "T6": ("a spectator as a player's eye", "table/test_feed, scene: two worlds (by lot with a delay in turns)"),
    "T7": ("acting twice, out of turn, after the end", f"{SIM}, gateway/access/test_rights, scene: racing servers"),
    "T8": ("an intent sent again, an id used again", f"{SIM} (old intents asked again), gateway/test_session"),
    "T9": (
        "frames too large, too deep, too many",
        "gateway/bad/test_bad_input, protocol/test_decode, scene: fuzzed sockets",
    ),
    "T10": (
        "floods, very many encounters",
        "gateway/limits/test_shares, gateway/limits/test_limits, gateway/test_session, scene: attacked doors",
    ),
    "T11": ("slow readers and slow-loris", "scene: slow peers, gateway/test_session, gateway/limits/test_outbox"),
    "T12": (
        "expensive intents",
        "encounter/test_encounter_file, protocol/test_decode (caps), table/load/test_full_tables (no decision goes "
        "beyond "
        "its budget), table/load/test_slow_decision (one that does is counted and named), scene: attacked doors "
        "(each at "
        "its legal rate)",
    ),
    "T13": ("names that are markup or controls", "protocol/test_text, e2e/test_home (shown literally)"),
    "T14": ("a GM who fishes or edits", "core/history/test_abuse, archive/test_verify (undone dice are printed)"),
    "T15": ("a GM who knows the dice", "secrecy/test_canary (no frame holds an unrevealed seed)"),
    "T16": (
        "a server's password in wrong hands",
        "store/redis/test_rights; forged commits are seen by chain and witnesses",
    ),
    "T17": ("the log is edited", "archive/test_verify, store/test_chain, scene: damaged streams"),
    "T18": ("the log is rolled back", "app/test_operations, lobby/test_rolled_back, archive/test_checkpoints"),
    "T19": ("the operator picks dice", "archive/test_verify (forgeries with all hashes redone)"),
    "T20": ("a key leaks", "table/servers/test_former_key (the master key is changed while encounters run)"),
    "T21": ("a poisoned file", "lobby/test_import, gateway/bad/test_bad_history, gateway/test_transfer"),
    "T22": (
        "an exposed Redis",
        "store/redis/test_embedded (a socket of our own, files for us alone), app/test_durable_start, "
        "store/redis/test_connect, "
        "cli/test_doctor (another machine's Redis without a password or TLS is named)",
    ),
}
"""Who means harm: by number the threat, and what proves that it comes to nothing, or what is left of it."""


def table() -> str:
    """The rows as text."""
    return "\n".join(f"  {number:4} {what:48} {proof}" for number, (what, proof) in {**ROWS, **THREATS}.items())
