"""See `tests.left_tables`."""

from tests.left_tables import no_table_is_left  # noqa: F401
