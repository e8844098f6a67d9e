"""The store: the log of every encounter, as entries of bytes, and the two caches beside it.

What the bytes mean (events, upcasters, snapshots) is the codec's business; a rule system is never named here.
"""
