"""Fuzzing: what strangers may send, at the decoders, through real sockets, and as whole conversations."""
