from server.core.options import Option
from server.core.state import State
from server.core.system import Asker


def options(state: State, asker: Asker) -> list[Option]:
    return []
