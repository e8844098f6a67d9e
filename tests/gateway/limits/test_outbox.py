"""Order and fairness of what is sent, with a loop that the test turns by hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from server.gateway.metrics import Metrics
from server.gateway.outbox import BATCH, SLICE_S, Outbox
from server.gateway.wire.frames import frame

WRITE_S = 1.01 * SLICE_S / BATCH


class Sheet:
    """A recipient that notes what it is written, and how often; each write takes time."""

    def __init__(self, turns: Turns, is_text: bool = False) -> None:
        self.turns = turns
        self.is_text = is_text
        self.pending: list[bytes] | None = None
        self.written: list[bytes] = []

    def write(self, frame: bytes) -> None:
        if self.pending is not None:
            self.pending.append(frame)
            return
        self.turns.now_s += WRITE_S
        self.written.append(frame)


class Turns:
    """An event loop reduced to its turns."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.due: deque[Callable[[], None]] = deque()
        self.metrics = Metrics()
        self.outbox = Outbox(self.due.append, lambda: self.now_s, self.metrics)

    def turn(self) -> None:
        for _ in range(len(self.due)):
            self.due.popleft()()

    def run(self) -> int:
        turns = 0
        while self.due:
            self.turn()
            turns += 1
        return turns


def test_what_one_session_gets_in_a_turn_is_one_write() -> None:
    """Acknowledgement and update leave together, in order."""
    turns = Turns()
    sheet = Sheet(turns)
    turns.outbox.post(sheet, b"ack")
    turns.outbox.post(sheet, b"update")
    assert sheet.written == []
    turns.run()
    assert sheet.written == [frame(b"ack", False) + frame(b"update", False)]


def test_what_leaves_at_once_waits_for_no_turn_and_overtakes_nothing() -> None:
    """Alone it takes no turn of the loop; with what waits for one it is one write."""
    turns = Turns()
    sheet = Sheet(turns)
    turns.outbox.post_now(sheet, b"ack")
    assert sheet.written == [frame(b"ack", False)]
    assert not turns.due
    turns.outbox.post(sheet, b"pending")
    turns.outbox.post_now(sheet, b"ack")
    turns.run()
    assert sheet.written[1:] == [frame(b"pending", False) + frame(b"ack", False)]


def test_a_crowd_is_served_in_slices_and_the_same_frame_goes_to_all() -> None:
    """A turn writes about a slice's worth; in between other things get their turn."""
    turns = Turns()
    crowd = [Sheet(turns) for _ in range(10 * BATCH)]
    turns.outbox.fan_out(crowd, b"news")
    assert turns.run() >= 10
    assert {id(frame) for sheet in crowd for frame in sheet.written} == {id(crowd[0].written[0])}
    assert all(len(sheet.written) == 1 for sheet in crowd)
    assert f"fray_frames_out_total {10 * BATCH}.0".encode() in turns.metrics.exposition()


def test_a_player_s_message_does_not_wait_for_the_crowd() -> None:
    """Posted while a crowd is being served, it leaves with the next turn."""
    turns = Turns()
    crowd, player = [Sheet(turns) for _ in range(10 * BATCH)], Sheet(turns)
    turns.outbox.fan_out(crowd, b"news")
    turns.turn()
    turns.outbox.post(player, b"ack")
    turns.turn()
    assert player.written == [frame(b"ack", False)]
    assert not crowd[-1].written


def test_a_seat_s_update_does_not_wait_for_the_crowd() -> None:
    """It is written at once, behind what is pending for the same session."""
    turns = Turns()
    crowd, players = [Sheet(turns) for _ in range(10 * BATCH)], [Sheet(turns), Sheet(turns)]
    turns.outbox.fan_out(crowd, b"news")
    turns.turn()
    turns.outbox.post(players[0], b"ack")
    turns.outbox.send(players, b"update")
    assert players[1].written == [frame(b"update", False)]
    turns.turn()
    assert players[0].written == [frame(b"ack", False) + frame(b"update", False)]
    assert not crowd[-1].written


def test_a_crowd_is_not_starved_by_players() -> None:
    """Each turn serves at least one batch of it."""
    turns = Turns()
    crowd, players = [Sheet(turns) for _ in range(3 * BATCH)], [Sheet(turns) for _ in range(10 * BATCH)]
    turns.outbox.fan_out(crowd, b"news")
    for player in players:
        turns.outbox.post(player, b"ack")
    for _ in range(3):
        turns.turn()
    assert crowd[-1].written
    assert not players[-1].written
    turns.run()
    assert players[-1].written


def test_a_late_spectator_s_welcome_is_not_overtaken_by_the_next_update() -> None:
    """The welcome is pending while an earlier crowd is served; the update waits behind it."""
    turns = Turns()
    old, late = [Sheet(turns) for _ in range(3 * BATCH)], Sheet(turns)
    turns.outbox.fan_out(old, b"first")
    turns.turn()
    turns.outbox.post(late, b"welcome")
    late.write(frame(b"second", False))
    turns.run()
    assert late.written == [frame(b"welcome", False) + frame(b"second", False)]


def test_updates_of_a_crowd_keep_their_order() -> None:
    """Nobody gets the second before the first."""
    turns = Turns()
    crowd = [Sheet(turns) for _ in range(2 * BATCH + 1)]
    turns.outbox.fan_out(crowd, b"1")
    turns.outbox.fan_out(crowd, b"2")
    turns.run()
    assert all(sheet.written == [frame(b"1", False), frame(b"2", False)] for sheet in crowd)


def test_equal_payloads_are_framed_by_identity_and_kind() -> None:
    """The same bytes object as text and as binary are two frames."""
    turns = Turns()
    text, binary, payload = Sheet(turns, is_text=True), Sheet(turns), b"{}"
    turns.outbox.post(text, payload)
    turns.outbox.post(binary, payload)
    turns.run()
    assert (text.written, binary.written) == ([frame(b"{}", True)], [frame(b"{}", False)])


def test_nobody_to_tell_is_nothing_to_do() -> None:
    """An empty crowd schedules nothing."""
    turns = Turns()
    turns.outbox.fan_out([], b"news")
    assert not turns.due
