"""The wire between server and client: envelopes, their strict decoding, merge patches, error codes, limits.

Bodies (intents, views, options, events, questions) are opaque here. No behaviour and no I/O live in this
package, and it imports nothing of the server. README.md in this folder is the specification for clients.
"""
