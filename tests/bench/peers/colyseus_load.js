// One player in each of many Colyseus rooms, and five who watch each.
//   usage: node colyseus_load.js PORT ROOMS SECONDS SERVER_PID
const client = require("./colyseus_client.js");
const { run } = require("./common.js");

const [port, rooms, seconds, pid] = process.argv.slice(2).map(Number);
const { sit, listen } = client(port);
const MOVE = client.message("act", { type: "attack", who: "anna", target: "rauk", weapon: "sword", hits: 2, wounds: 1 });
const LISTENERS = 5;

async function laid() {
  const player = { seen: () => {} };
  const [room, socket] = await sit("create/bench", {}, (_data, isWhole) => isWhole || player.seen());
  player.send = () => socket.send(MOVE);
  for (let k = 0; k < LISTENERS; k++) await listen(room);
  return player;
}

run(laid, rooms, seconds, pid, 200);
