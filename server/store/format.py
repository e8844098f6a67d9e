"""The format of a store: a number that newer servers raise, so that older ones beside them step aside. Pure.

Not for every change: an event of a version that a server does not know stops its table alone (`version`), and all
others are served by both. Raise FORMAT where an older server could do harm: what is stored means something else now.
"""

FORMAT = 1
"""What this server reads and writes."""


def newer(format: int) -> str:
    """What an older server says of a store that has a newer one's."""
    return (
        f"format_newer: a newer server has raised this store to format {format}, this one knows {FORMAT}; "
        "update it, or bring back the store as it was before"
    )
