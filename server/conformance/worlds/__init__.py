"""Pairs of worlds that differ only in something secret: whatever others could learn must be the same in both."""
