"""What is told of a server that does not start: nobody should have to guess why a browser test ended at once."""

from __future__ import annotations

import pytest

from tests.e2e.host import Host
from tests.e2e.under_way import TYPED


async def test_a_server_that_ends_at_once_is_told_with_its_exit_code_and_words(host: Host) -> None:
    """The same where the encounter can't be laid."""
    host.data.write_text("no folder")
    for failing in (host.start(), host.lay(TYPED)):
        with pytest.raises(AssertionError, match=r"exit code 1, after these words:\nfray: .*data"):
            await failing
