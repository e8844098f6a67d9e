"""Take away one declaration of secrecy after another, and look whether the generic suites notice.

    python -m tests.secrecy.leaks [SYSTEM ...] [--only TEXT] [--left FILE]

What is planted: a field that is told to everybody, an event that everybody learns of, a rule of `redact` that tells
all that is left to it, a key of a topic that is open; in each system, and (`core`) in core's own events and rules.

The suites are those that every system gets: fights in which nearly everybody is hidden, the same as if all had been,
pairs of worlds with somebody hidden, worlds in which somebody hidden is called otherwise, worlds with another closed
sheet, or in which somebody hidden does something otherwise, fights in which everybody is seen, and the game as one
knows it changes only by what one is told; for core also what is done at the door. A leak changes what is told and known
of a fight, not the fight: so each is fought once, and for each leak it is only worked out anew who learns what of it;
for a leak of core that nothing notices then, pairs of worlds are played with it. Last comes what strangers would learn
of the scenarios (`server/conformance/strangers`), for these an author has to keep.

A leak by which nobody learns anything, though its declaration often keeps something from somebody, is kept twice. Any
other that nothing notices is printed; those that can't be noticed are in `explained`.
"""
