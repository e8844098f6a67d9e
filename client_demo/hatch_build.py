"""The build hook: whoever installs Fray from its sources gets the browser client built along with it.

Runs only inside hatchling. The work is `client_demo/node.py`; nothing else may live here.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds server/static before a wheel or an editable install is made (a source archive carries the sources)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        command = [sys.executable, str(Path(self.root) / "client_demo" / "node.py"), "build"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"the browser client was not built:\n{(done.stdout + done.stderr)[-4000:]}")
