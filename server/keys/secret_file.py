"""Files that hold one secret of 32 random bytes, made when missing and readable by their user only. Nothing else."""

import contextlib
import os
import secrets
from pathlib import Path

SECRET_BYTES = 32


def secret_of(path: Path, what: str) -> bytes:
    """The secret in the file, made when there is none; `what` it is. Raises RuntimeError for a file of another size."""
    if not path.exists():
        _make(path)
    return kept_secret(path, what)


def kept_secret(path: Path, what: str) -> bytes:
    """The secret in a file that must be there. Raises RuntimeError for a file of another size."""
    secret = path.read_bytes()
    if len(secret) != SECRET_BYTES:
        raise RuntimeError(f"{path} has {len(secret)} bytes, not {SECRET_BYTES}; bring back {what}")
    return secret


def _make(path: Path) -> None:
    """Written whole under another name first, so that a crash leaves no half a secret; who is first wins."""
    new = path.with_suffix(f".{secrets.token_hex(4)}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
    with contextlib.suppress(FileExistsError):
        os.link(new, path)
    new.unlink()
