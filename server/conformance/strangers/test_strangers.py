"""What strangers would learn of the scenarios is what they would have learned when that was written down."""

from __future__ import annotations

import pytest

from server.conformance.fights import every_system
from server.conformance.strangers.digests import differences, found

HOW = """
write down what is new: python -m server.conformance.strangers {name}
what has changed tells more or less than before; where that is meant: the same with --anew
"""


@every_system
def test_strangers_would_learn_the_same_of_every_scenario(name: str) -> None:
    """With somebody hidden, and with closed sheets."""
    digests = found(name)
    if not digests:
        pytest.skip(f"there is no scenario of {name} here: pyproject.toml names their folders in tool.fray.scenarios")
    wrong = [str(each) for file, own in digests.items() for each in differences(file, own)]
    assert not wrong, "\n".join((*wrong, HOW.format(name=name)))
