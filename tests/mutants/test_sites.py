"""What is changed, and that each change is exactly one."""

from tests.mutants.sites import sites

SOURCE = '''"""— not a number."""
SIX, ONE = 6, 1
NAME = "six"
TABLE = {"a": 3}


def is_near(a, b, most):
    """Edges."""
    return most >= (a - b) and a in (b, ONE) or a == 2 is not None
'''


def test_every_named_number_and_every_comparison_is_one_change() -> None:
    """`is` parts what is there from what is not; numbers without a name are no rule by themselves."""
    assert [site.name for site in sites(SOURCE)] == [
        "(number): SIX, ONE = 6, 1 [6 → 7]",
        "(number): SIX, ONE = 6, 1 [1 → 2]",
        "is_near: return most >= (a - b) and a in (b, ONE) or a == 2 is not None [>= → >]",
        "is_near: return most >= (a - b) and a in (b, ONE) or a == 2 is not None [in → not in]",
        "is_near: return most >= (a - b) and a in (b, ONE) or a == 2 is not None [== → !=]",
    ]


def test_a_change_keeps_all_else_where_it_is() -> None:
    """Also behind letters of several bytes."""
    first, second, edge, within, _ = (site.changed(SOURCE) for site in sites(SOURCE))
    assert first == SOURCE.replace("6, 1", "7, 1")
    assert second == SOURCE.replace("6, 1", "6, 2")
    assert edge == SOURCE.replace(">=", ">")
    assert within == SOURCE.replace("a in", "a not in")
