"""Each named number and each comparison in the rules of a system is changed, one at a time: a scenario must fail.

    python -m tests.mutants [SYSTEM …]        all installed ones by default; exit code 1 if a change goes unnoticed
    python -m tests.mutants tirakan_classic --only acts/attack

So it is proved that each number and each edge of a rule is really tested. What can't be noticed by any scenario is
listed in `explained.toml`, with the reason; a line that is noticed after all, or that is gone, is an error too.
"""
