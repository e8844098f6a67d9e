// One player in each of many Colyseus rooms, and five who watch each. Matchmaking by HTTP, the rest by hand: the server
// is to be the bottleneck, not its load.
//   usage: node colyseus_load.js PORT ROOMS SECONDS SERVER_PID
const WebSocket = require("ws");
const { pack } = require("@colyseus/msgpackr");
const { play } = require("./common.js");
const { watch } = require("./listeners.js");

const [port, rooms, seconds, pid] = process.argv.slice(2).map(Number);
const WHAT = { type: "attack", who: "anna", target: "rauk", weapon: "sword", hits: 2, wounds: 1 };
const LISTENERS = 5;
const [JOINED, FAILED, DATA, PATCH] = [10, 11, 13, 15];
const MOVE = Buffer.concat([Buffer.from([DATA, 0xa0 | 3]), Buffer.from("act"), pack(WHAT)]);

/** A seat in a room: the room's id, and where to connect. */
async function seat(path) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const answer = await fetch(`http://127.0.0.1:${port}/matchmake/${path}`, { method: "POST", headers, body: "{}" });
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

async function sit() {
  const player = { seen: () => {} };
  const [room, url] = await seat("create/bench");
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((done, failed) => {
    socket.on("error", failed);
    socket.on("message", (data) => {
      if (data[0] === PATCH) player.seen();
      else if (greet(socket, data)) done();
    });
  });
  player.send = () => socket.send(MOVE);
  for (let k = 0; k < LISTENERS; k++) await watch((await seat(`joinById/${room}`))[1], greet);
  return player;
}

(async () => {
  const players = [];
  for (let k = 0; k < rooms; k++) players.push(await sit());
  await new Promise((done) => setTimeout(done, 200));
  await play(players, seconds, pid);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
