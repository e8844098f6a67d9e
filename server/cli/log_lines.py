"""The server's own log as lines of JSON, for machines that collect them. Ids and codes; no token, no content."""

import json
import logging
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """One object a line: at, level, logger, and the fields given with the record (`extra`), else the message."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = getattr(record, "fields", None) or {"message": record.getMessage()}
        line = {"at": at, "level": record.levelname.lower(), "logger": record.name, **fields}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)
