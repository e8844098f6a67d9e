"""The clients: the browser client (src/), the asyncio client and the bot. Nothing here is imported by the server."""
