"""Secrecy over all systems and outlets: pairs of worlds that differ in secrets only, and canaries in hidden fields."""
