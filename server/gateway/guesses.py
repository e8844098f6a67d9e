"""Wrong join codes: codes are short, so one address may try only few, and many from everywhere raise an alarm."""

from __future__ import annotations

import logging

from server.gateway.limits import Addresses, Bucket, Limits
from server.gateway.metrics import Metrics

log_ = logging.getLogger(__name__)

ALARM_EVERY_S = 60.0


class Guesses:
    """The tries of all clients of one process."""

    def __init__(self, limits: Limits, metrics: Metrics, now_s: float) -> None:
        self._by_address = Addresses(limits, limits.wrong_codes)
        self._in_all = Bucket(limits.wrong_codes_in_all, now_s)
        self._metrics = metrics
        self._quiet_until_s = now_s

    def begin(self, address: str, now_s: float) -> float:
        """Seconds to wait before the next try; 0: try now, and report how it ended. Until it is reported it counts as
        wrong, so that nobody tries many at once."""
        return self._by_address.spend(address, now_s)

    def right(self, address: str, now_s: float) -> None:
        """The code led somewhere."""
        self._by_address.give_back(address, now_s)

    def wrong(self, now_s: float) -> None:
        """The code led nowhere. If there are many, the operator is warned, however many addresses they came from."""
        self._metrics.wrong_codes.inc()
        if self._in_all.take(now_s) and now_s >= self._quiet_until_s:
            self._quiet_until_s = now_s + ALARM_EVERY_S
            fields = {"event": "codes_guessed"}
            log_.warning("many wrong join codes: somebody may be guessing", extra={"fields": fields})
