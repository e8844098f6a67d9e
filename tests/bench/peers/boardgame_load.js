// One player at each of many boardgame.io matches, and five who watch each. It speaks engine.io 4 and socket.io 5 by
// hand: the server is to be the bottleneck, not its load.
//   usage: node boardgame_load.js PORT MATCHES SECONDS SERVER_PID
const WebSocket = require("ws");
const { play } = require("./common.js");
const { watch } = require("./listeners.js");

const [port, matches, seconds, pid] = process.argv.slice(2).map(Number);
const lobby = `http://127.0.0.1:${port}/games/bench`;
const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
const WHAT = { type: "attack", who: "anna", target: "rauk", weapon: "sword", hits: 2, wounds: 1 };
const LISTENERS = 5;

async function post(path, body) {
  const answer = await fetch(lobby + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Answers what comes until the match is synchronized; returns whether it is. */
function greet(socket, text, matchID, playerID, credentials) {
  if (text === "2") socket.send("3");
  else if (text[0] === "0") socket.send("40/bench,");
  else if (text.startsWith("40/bench")) socket.send("42/bench," + JSON.stringify(["sync", matchID, playerID, credentials, 1]));
  else if (text.startsWith("44") || text.includes('"error"')) throw new Error(text.slice(0, 300));
  return text.startsWith('42/bench,["sync"');
}

function stateOf(text) {
  return Number(/"_stateID":(\d+)/.exec(text)[1]);
}

/** A player's socket; `onUpdate` gets the state's number. */
function open(matchID, credentials, onUpdate) {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on("error", failed);
    socket.on("message", (data) => {
      const text = data.toString();
      if (text.startsWith('42/bench,["update"')) onUpdate(stateOf(text));
      else if (greet(socket, text, matchID, "0", credentials)) done([socket, stateOf(text)]);
    });
  });
}

async function sit() {
  const { matchID } = await post("/create", { numPlayers: 1 });
  const { playerCredentials: credentials } = await post(`/${matchID}/join`, { playerID: "0", playerName: "p" });
  const player = { seen: () => {} };
  const [socket, first] = await open(matchID, credentials, (id) => {
    if (id === player.state) return;
    player.state = id;
    player.seen();
  });
  player.state = first;
  player.send = () => {
    const payload = { type: "act", args: [WHAT], playerID: "0", credentials };
    socket.send("42/bench," + JSON.stringify(["update", { type: "MAKE_MOVE", payload }, player.state, matchID, "0"]));
  };
  for (let k = 0; k < LISTENERS; k++) await watch(url, (line, data) => greet(line, data.toString(), matchID, null, undefined));
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
