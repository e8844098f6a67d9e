// One player at each of many boardgame.io matches, and five who watch each.
//   usage: node boardgame_load.js PORT MATCHES SECONDS SERVER_PID
const client = require("./boardgame_client.js");
const { run } = require("./common.js");

const [port, matches, seconds, pid] = process.argv.slice(2).map(Number);
const { create, sit, listen } = client(port);
const WHAT = { type: "attack", who: "anna", target: "rauk", weapon: "sword", hits: 2, wounds: 1 };
const LISTENERS = 5;

async function laid() {
  const [matchID, [credentials]] = await create(1);
  const player = { seen: () => {} };
  const act = await sit(matchID, "0", credentials, 1, (text) => {
    const state = Number(/"_stateID":(\d+)/.exec(text)[1]);
    if (state === player.state) return;
    player.state = state;
    player.seen();
  });
  player.send = () => act("act", [WHAT], player.state);
  for (let k = 0; k < LISTENERS; k++) await listen(matchID, 1);
  return player;
}

run(laid, matches, seconds, pid);
