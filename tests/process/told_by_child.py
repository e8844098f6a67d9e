"""Run beside the server: tells how it runs, as it was found when its first line was read."""

import os
import signal

FOUND = {"nice": os.nice(0), "gives_way": callable(signal.getsignal(signal.SIGALRM)), "session": os.getsid(0)}

import json  # noqa: E402
from collections.abc import Sequence  # noqa: E402


def main(arguments: Sequence[str]) -> None:
    """Say so."""
    print(json.dumps({**FOUND, "arguments": arguments}), flush=True)
