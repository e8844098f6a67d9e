"""Acts that cost actions, and reactions to them: declared, paid, rolled, answered in a window, carried out.

One act at a time lies on the stack of `server.kit.frames`, reactions on it. What differs between systems is one value,
`Acts` in `acts`, that a system makes once; the rest of this package are functions that take it or a part of it.
"""
