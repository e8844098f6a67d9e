// One player in each of many Colyseus rooms, and five who watch each.
//   usage: node colyseus_load.js PORT ROOMS SECONDS SERVER_PID
const { Client } = require("@colyseus/sdk");
const { play } = require("./common.js");

const [port, rooms, seconds, pid] = process.argv.slice(2).map(Number);
const WHAT = { type: "attack", who: "anna", target: "rauk", weapon: "sword", hits: 2, wounds: 1 };
const LISTENERS = 5;
const client = new Client(`ws://127.0.0.1:${port}`);

async function sit() {
  const player = { seen: () => {} };
  const room = await client.create("bench");
  let isFirst = true;
  room.onStateChange(() => {
    if (isFirst) isFirst = false;
    else player.seen();
  });
  player.send = () => room.send("act", WHAT);
  for (let k = 0; k < LISTENERS; k++) (await client.joinById(room.roomId)).onStateChange(() => {});
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
