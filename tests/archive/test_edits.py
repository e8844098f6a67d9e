"""What is edited in a log is noticed by every verifier, and named where the chain tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.store import snapshots
from server.table import recall
from tests import edits


async def test_every_kind_of_edit_is_noticed_by_every_verifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample; `make mutations` tries six hundred of each of the 18 kinds."""
    for module in (snapshots, recall):
        monkeypatch.setattr(module, "EVERY", edits.SNAPSHOTS)
    done, wrongs = await edits.run(tmp_path, 2, 5)
    assert wrongs == []
    assert len(done) == len(edits.KINDS) == 18
