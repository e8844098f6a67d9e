// Those who only watch: a WebSocket by hand, so that the load costs little. What arrives is read, and not looked at.
const WebSocket = require("ws");

/** Opens a socket that `onMessage(socket, data)` talks with until it returns true; from then on it is only drained. */
function watch(url, onMessage) {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on("error", failed);
    socket.on("close", () => failed(new Error(`${url} was closed`)));
    socket.on("message", (data) => {
      if (!onMessage(socket, data)) return;
      const line = socket._socket;
      line.removeAllListeners("data");
      line.on("data", () => {});
      done(socket);
    });
  });
}

module.exports = { watch };
