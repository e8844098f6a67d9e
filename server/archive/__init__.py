"""Encounters as files: export, import, verification, signed heads."""
