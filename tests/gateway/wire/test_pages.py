"""Files in memory: types, caching, packing."""

import gzip
from pathlib import Path

import pytest

from server.gateway.wire.pages import page, read_pages


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/x.js", "text/javascript; charset=utf-8"),
        ("/x.css", "text/css; charset=utf-8"),
        ("/x.woff2", "font/woff2"),
        ("/x.strange", "application/octet-stream"),
        ("/x", "application/octet-stream"),
    ],
)
def test_the_type_follows_from_the_name(path: str, content_type: str) -> None:
    """Sniffing is forbidden, so it must be right; what is unknown is bytes."""
    assert page(path, b"").content_type == content_type


@pytest.mark.parametrize(
    ("path", "is_immutable"),
    [
        ("/assets/index-B1wvSI2r.js", True),
        ("/assets/deep/er/map-0_-aZ9bQ.css", True),
        ("/assets/index.js", False),
        ("/assets/index-short.js", False),
        ("/index-B1wvSI2r.js", False),
        ("/catalog/tirakan.json", False),
    ],
)
def test_only_hashed_names_are_kept_for_ever(path: str, is_immutable: bool) -> None:
    """Whatever may change under its name is asked for again."""
    assert ("immutable" in page(path, b"").cache_control) is is_immutable


def test_text_is_packed_and_pictures_are_not() -> None:
    """Nor is what is small anyway."""
    long = b"abc" * 1000
    packed = page("/x.js", long).gzipped
    assert packed is not None
    assert gzip.decompress(packed) == long
    assert page("/x.js", long).gzipped == packed
    assert page("/x.png", long).gzipped is None
    assert page("/x.js", b"abc").gzipped is None


def test_a_folder_is_read_whole_and_the_index_is_the_root(tmp_path: Path) -> None:
    """Without a folder there are only the files given."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "index.html").write_text("hi", "utf-8")
    (tmp_path / "a" / "b" / "c.txt").write_text("deep", "utf-8")
    found = read_pages(tmp_path, {"/catalog/x.json": b"{}"})
    assert sorted(found) == ["/", "/a/b/c.txt", "/catalog/x.json", "/index.html"]
    assert found["/"] == found["/index.html"]
    assert sorted(read_pages(None, {"/x": b""})) == ["/x"]
    assert read_pages(tmp_path / "missing", {}) == {}
