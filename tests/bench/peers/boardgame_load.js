// One player at each of many boardgame.io matches, and five who watch each.
//   usage: node boardgame_load.js PORT MATCHES SECONDS SERVER_PID
const { io } = require("socket.io-client");
const { play } = require("./common.js");

const [port, matches, seconds, pid] = process.argv.slice(2).map(Number);
const lobby = `http://127.0.0.1:${port}/games/bench`;
const WHAT = { type: "attack", who: "anna", target: "rauk", weapon: "sword", hits: 2, wounds: 1 };
const LISTENERS = 5;

async function post(path, body) {
  const answer = await fetch(lobby + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** A synchronized socket; resolves with it and the state's number. */
function open(matchID, playerID, credentials, onUpdate) {
  return new Promise((done, failed) => {
    const socket = io(`http://127.0.0.1:${port}/bench`, { transports: ["websocket"], forceNew: true });
    socket.on("connect_error", failed);
    socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 1));
    socket.on("sync", (_match, info) => done([socket, info.state._stateID]));
    socket.on("update", (_match, state) => onUpdate(state._stateID));
  });
}

async function sit() {
  const { matchID } = await post("/create", { numPlayers: 1 });
  const { playerCredentials: credentials } = await post(`/${matchID}/join`, { playerID: "0", playerName: "p" });
  const player = {};
  const [socket, first] = await open(matchID, "0", credentials, (id) => {
    player.state = id;
    player.seen();
  });
  player.state = first;
  player.send = () => {
    const payload = { type: "act", args: [WHAT], playerID: "0", credentials };
    socket.emit("update", { type: "MAKE_MOVE", payload }, player.state, matchID, "0");
  };
  for (let k = 0; k < LISTENERS; k++) await open(matchID, null, undefined, () => {});
  return player;
}

(async () => {
  const players = [];
  for (let k = 0; k < matches; k++) players.push(await sit());
  await play(players, seconds, pid);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
