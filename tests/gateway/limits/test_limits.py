"""Token buckets, one per connection and one per address; time is an argument."""

import re
from heapq import heapify, heappop, heappush
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import gateway
from server.gateway.limits import BY_ADDRESS, RELAXED, Addresses, Bucket, Buckets, Limits, Rate, Sockets


def test_a_burst_is_granted_and_then_one_per_interval() -> None:
    """Twenty at once, then five a second."""
    bucket = Bucket(Rate(20, 5), 0.0)
    assert [bucket.take(0.0) for _ in range(20)] == [0.0] * 20
    assert bucket.take(0.0) > 0
    assert bucket.take(100.0) == 0.0


def test_who_waits_as_told_is_granted() -> None:
    """The wait of a refusal is enough, and a moment less is not."""
    bucket = Bucket(Rate(1, 4), 0.0)
    bucket.take(0.0)
    wait_s = bucket.take(0.0)
    assert bucket.level(wait_s) >= 1
    assert bucket.level(wait_s - 0.01) < 1
    assert bucket.take(wait_s) == 0.0


def test_what_is_refused_is_owed_until_it_is_too_much() -> None:
    """As many refusals as a burst has tokens overdraw it."""
    bucket = Bucket(Rate(3, 1), 0.0)
    waits = [bucket.take(0.0) for _ in range(5)]
    assert waits == sorted(waits)
    assert not bucket.is_overdrawn
    bucket.take(0.0)
    assert bucket.is_overdrawn


@pytest.mark.parametrize("among", [1, 2, 3, 9])
def test_all_who_wait_as_told_are_granted_one_after_another(among: int) -> None:
    """However many are refused together, each comes back when it was told to, and none is refused again."""
    bucket = Bucket(Rate(10, 1), 0.0)
    for _ in range(10):
        bucket.take(0.0)
    waits = [bucket.take(0.0) for _ in range(among)]
    assert waits == [1.0 + number for number in range(among)]
    assert [bucket.take(wait_s) for wait_s in waits] == [0.0] * among


@given(st.lists(st.floats(0, 4), min_size=1, max_size=8))
def test_a_few_that_ask_without_end_share_the_rate(begun_s: list[float]) -> None:
    """Each asks anew as soon as it is granted, and when it was told to where it is refused: as a client does that has
    several questions. They get together what one alone would, and are no flood."""
    bucket, granted = Bucket(Rate(10, 1), 0.0), 0
    due = [(at_s, number) for number, at_s in enumerate(begun_s)]
    heapify(due)
    while due[0][0] <= 100:
        now_s, number = heappop(due)
        wait_s = bucket.take(now_s)
        granted += wait_s == 0.0
        heappush(due, (now_s + wait_s + 0.001, number))  # no client is quicker than its network
        assert not bucket.is_overdrawn
    assert granted >= 100


@pytest.mark.parametrize(("per_s", "is_flood"), [(2, False), (4, True)])
def test_who_sends_more_than_twice_what_is_granted_overdraws(per_s: int, is_flood: bool) -> None:
    """Whoever waits as told is refused at most once for each message that is granted."""
    bucket = Bucket(Rate(3, 1), 0.0)
    for number in range(100 * per_s):
        bucket.take(number / per_s)
    assert bucket.is_overdrawn is is_flood


def test_whoever_was_quiet_until_it_is_full_is_as_new() -> None:
    """Nobody waits longer for what was refused long ago and never came back."""
    bucket = Bucket(Rate(3, 1), 0.0)
    for _ in range(5):
        bucket.take(0.0)
    assert [bucket.take(3.0) for _ in range(4)] == [0.0, 0.0, 0.0, 1.0]


def test_nobody_is_told_to_wait_longer_than_for_a_burst() -> None:
    """Many share an address: when one of them has flooded it, the others come again soon after."""
    bucket = Bucket(Rate(40, 10), 0.0)
    assert max(bucket.take(0.0) for _ in range(10_000)) == 4.0
    assert bucket.is_overdrawn


@given(st.lists(st.floats(0, 3), max_size=60))
def test_no_more_is_granted_than_burst_and_time_allow(pauses_s: list[float]) -> None:
    """Whenever the takings come, at most burst + rate x time are granted."""
    bucket, now_s, granted = Bucket(Rate(5, 2), 0.0), 0.0, 0
    for pause_s in pauses_s:
        now_s += pause_s
        granted += bucket.take(now_s) == 0.0
    assert granted <= 5 + 2 * now_s + 1e-6


def test_a_dead_peer_is_gone_within_half_a_minute() -> None:
    """It may be heard just after one ping, and is missed at the second."""
    assert 2 * Limits().ping_every_s <= 30


def test_roles_have_their_own_rates() -> None:
    """A role that nobody knows gets the least."""
    limits = Limits()
    assert limits.rate("gm").burst > limits.rate("player").burst > limits.rate("spectator").burst
    assert limits.rate("stranger") == limits.rate("spectator")


def test_relaxed_limits_let_a_flood_through() -> None:
    """Bots and benchmarks are not refused."""
    bucket = Bucket(RELAXED.rate("player"), 0.0)
    assert not any(bucket.take(0.0) for _ in range(100_000))


def test_an_address_has_its_bucket_and_ipv6_neighbours_share_one() -> None:
    """A /64 is one customer."""
    connects = Addresses(Limits(), Rate(1, 1))
    assert connects.take("192.0.2.1", 0.0) == 0.0
    assert connects.take("192.0.2.1", 0.0) > 0
    assert connects.take("192.0.2.2", 0.0) == 0.0
    assert connects.take("2001:db8::1", 0.0) == 0.0
    assert connects.take("2001:db8::2", 0.0) > 0
    assert connects.take("2001:db8:0:1::1", 0.0) == 0.0
    assert connects.take("fe80::1%eth0", 0.0) == 0.0


def test_this_machine_is_not_counted_unless_told_so() -> None:
    """A proxy or a bunch of bots here connects as often as it likes."""
    free, counted = (
        Addresses(Limits(), Rate(1, 1)),
        Addresses(Limits(is_loopback_counted=True), Rate(1, 1)),
    )
    assert [free.take("127.0.0.1", 0.0), free.take("::1", 0.0), free.take("::1", 0.0)] == [0.0] * 3
    assert [counted.take("127.0.0.1", 0.0) > 0, counted.take("127.0.0.1", 0.0) > 0] == [False, True]


def test_addresses_are_forgotten_when_they_are_many() -> None:
    """Memory is bounded; who is still refused is remembered if that is possible."""
    connects = Addresses(Limits(), Rate(2, 1))
    connects.take("198.51.100.1", 0.0)
    for number in range(Buckets.KEPT):
        connects.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 5.0)
    assert len(connects.buckets) <= Buckets.KEPT
    assert connects.take("198.51.100.1", 5.0) == 0.0


def test_an_address_may_have_so_many_sockets() -> None:
    """IPv6 neighbours count together; who leaves makes room; this machine is not counted."""
    sockets = Sockets(Limits(sockets_per_address=2))
    assert [sockets.enter(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert sockets.enter("192.0.2.1")
    sockets.leave("2001:db8::1")
    assert sockets.enter("2001:db8::9")
    assert all(sockets.enter("127.0.0.1") for _ in range(10))


def test_many_wrong_codes_are_an_alarm_at_one_rate_however_many_processes_hear_them() -> None:
    """Each has its part of the rate."""
    whole, part = Limits().wrong_codes_in_all, Limits().divided(4).wrong_codes_in_all
    assert (part.burst * 4, part.per_s * 4) == (whole.burst, whole.per_s)


def test_an_address_gets_no_more_from_several_processes_than_from_one() -> None:
    """Rates and sockets are divided, whatever has a bucket for each address; at least one is granted at once."""
    whole, part = Limits(), Limits().divided(4)
    for name in BY_ADDRESS:
        one, of_four = getattr(whole, name), getattr(part, name)
        assert (of_four.burst * 4, of_four.per_s * 4) == (pytest.approx(one.burst, abs=3), one.per_s)
    assert part.sockets_per_address * 4 == whole.sockets_per_address
    assert (part.player, part.connections) == (whole.player, whole.connections)
    assert Limits(mistakes=Rate(1, 1)).divided(8).mistakes.burst == 1
    assert whole.divided(1) == whole
    sources = "".join(path.read_text() for path in Path(*gateway.__path__).glob("*.py"))
    counted = re.findall(r"Addresses\(limits, limits\.(\w+)\)", sources)
    assert sorted(counted) == sorted(BY_ADDRESS)
