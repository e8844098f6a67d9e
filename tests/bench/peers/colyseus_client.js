// What every load for Colyseus needs. Matchmaking by HTTP, the rest by hand: the server is to be the bottleneck, not its
// load.
const WebSocket = require("ws");
const { pack } = require("@colyseus/msgpackr");
const { watch } = require("./listeners.js");

const [JOINED, FAILED, DATA, STATE, PATCH] = [10, 11, 13, 14, 15];

/** How to reach the server at a port. */
module.exports = function client(port) {
  /** A seat in a room: the room's id, and where to connect. */
  async function seat(path, options) {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const answer = await fetch(`http://127.0.0.1:${port}/matchmake/${path}`, { method: "POST", headers, body: JSON.stringify(options) });
    const found = await answer.json();
    if (!answer.ok || found.error) throw new Error(`${path}: ${JSON.stringify(found)}`);
    const { roomId, processId } = found.room ?? found;
    return [roomId, `ws://127.0.0.1:${port}/${processId}/${roomId}?sessionId=${found.sessionId}`];
  }

  /** Says that the join is understood; returns whether it was the join. */
  function greet(socket, data) {
    if (data[0] === FAILED) throw new Error(data.toString());
    if (data[0] === JOINED) socket.send(Buffer.from([JOINED]));
    return data[0] === JOINED;
  }

  /** A player's seat: the room's id, and the socket. `onState` gets what is told, and whether it is the whole state. */
  async function sit(path, options, onState) {
    const [room, url] = await seat(path, options);
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await new Promise((done, failed) => {
      socket.on("error", failed);
      socket.on("message", (data) => {
        if (data[0] === PATCH || data[0] === STATE) onState(data, data[0] === STATE);
        else if (greet(socket, data)) done();
      });
    });
    return [room, socket];
  }

  /** Somebody who only watches. */
  async function listen(room) {
    return watch((await seat(`joinById/${room}`, {}))[1], greet);
  }

  return { sit, listen };
};

/** A message to a room. */
module.exports.message = function message(type, what) {
  return Buffer.concat([Buffer.from([DATA, 0xa0 | type.length]), Buffer.from(type), pack(what)]);
};
