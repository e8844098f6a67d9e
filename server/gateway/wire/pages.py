"""Files that are served as they are, read once and kept in memory: what is not in the table does not exist."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

INDEX = "/index.html"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".toml": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
_PACKED = re.compile(r"image/(?!svg)|audio/|font/")
_HASHED = re.compile(r"/assets/.*-[A-Za-z0-9_-]{8}\.[a-z0-9]+")  # as the bundler names what never changes
_YEAR_S = 365 * 24 * 3600
_SMALL_BYTES = 1024


class Page(Struct, frozen=True, kw_only=True):
    """One file, ready to be sent. `gzipped` is None where it would not help."""

    content_type: str
    cache_control: str
    body: bytes
    gzipped: bytes | None = None


def page(path: str, body: bytes) -> Page:
    """The page at `path`; type and caching follow from the name."""
    content_type = _TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")
    is_worth_packing = len(body) > _SMALL_BYTES and not _PACKED.match(content_type)
    return Page(
        content_type=content_type,
        cache_control=f"public, max-age={_YEAR_S}, immutable" if _HASHED.fullmatch(path) else "no-cache",
        body=body,
        gzipped=gzip.compress(body, mtime=0) if is_worth_packing else None,
    )


def read_pages(folder: Path | None, files: Mapping[str, bytes]) -> dict[str, Page]:
    """All files under a folder by path, and `files` (path -> body) beside them; `/` is the index."""
    found = {path: page(path, body) for path, body in files.items()}
    if folder is not None and folder.is_dir():
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                path = "/" + file.relative_to(folder).as_posix()
                found[path] = page(path, file.read_bytes())
    if INDEX in found:
        found["/"] = found[INDEX]
    return found
