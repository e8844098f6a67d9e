"""WebSocket frames, the handshake, and pages, down to the bytes."""
