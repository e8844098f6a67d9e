"""Tests of Ambersteel."""
