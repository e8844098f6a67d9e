"""Parts that rule systems are built from: plain functions, and small frozen values that a system makes once.

Pure, like `core`, and above it: nothing in here asks which rule system it serves, and none has to use any of it.
"""
