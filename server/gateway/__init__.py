"""The edge of the server: sockets, HTTP, WebSocket frames, tokens and limits. Knows no rules and stores nothing.

Bytes go listener > channel > frames > session > connection > table, and back over the outbox. `frames` and `handshake`
drive the websockets library's sans-I/O core; there is no task and no timer per connection.
"""
