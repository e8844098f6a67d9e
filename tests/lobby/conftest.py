"""See `tests.support.left_tables`."""

from tests.support.left_tables import no_table_is_left  # noqa: F401
