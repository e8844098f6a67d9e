"""What clients of tests know of their options."""

from collections.abc import Callable
from typing import Any

import msgspec

from client_demo.wire import Options
from protocol.messages import Update, Welcome


def welcomed(message: Welcome, read: Callable[[msgspec.Raw], Any]) -> Options:
    """By a welcome, in blocks or whole."""
    offered = None if isinstance(message.offered, msgspec.UnsetType) else message.offered
    return Options(read(message.options), offered)


def renew(options: Options, message: Update, read: Callable[[msgspec.Raw], Any]) -> None:
    """By an update."""
    if not isinstance(message.options, msgspec.UnsetType):
        options.renew(read(message.options))
