// What every load for boardgame.io needs. It speaks engine.io 4 and socket.io 5 by hand: the server is to be the
// bottleneck, not its load.
const WebSocket = require("ws");
const { watch } = require("./listeners.js");

const GAME = "bench";

/** How to reach the server at a port. */
module.exports = function client(port) {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;

  async function post(path, body) {
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}/games/${GAME}${path}`, options);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  /** Answers what comes until the match is synchronized; returns whether it is. */
  function greet(socket, text, matchID, playerID, credentials, players) {
    if (text === "2") socket.send("3");
    else if (text[0] === "0") socket.send(`40/${GAME},`);
    else if (text.startsWith(`40/${GAME}`)) send(socket, ["sync", matchID, playerID, credentials, players]);
    else if (text.startsWith("44") || text.includes('"error"')) throw new Error(text.slice(0, 300));
    return text.startsWith(`42/${GAME},["sync"`);
  }

  function send(socket, what) {
    socket.send(`42/${GAME},${JSON.stringify(what)}`);
  }

  /** A match for so many players: its id, and the credentials of each. */
  async function create(players) {
    const { matchID } = await post("/create", { numPlayers: players });
    const credentials = [];
    for (let seat = 0; seat < players; seat++)
      credentials.push((await post(`/${matchID}/join`, { playerID: `${seat}`, playerName: "p" })).playerCredentials);
    return [matchID, credentials];
  }

  /** A player's seat; `onState` gets the text of each state, the first one too, before the seat is there. */
  function sit(matchID, playerID, credentials, players, onState) {
    return new Promise((done, failed) => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      const act = (type, args, stateID) => {
        const payload = { type, args, playerID, credentials };
        send(socket, ["update", { type: "MAKE_MOVE", payload }, stateID, matchID, playerID]);
      };
      socket.on("error", failed);
      socket.on("message", (data) => {
        const text = data.toString();
        if (text.startsWith(`42/${GAME},["update"`)) onState(text);
        else if (greet(socket, text, matchID, playerID, credentials, players)) done((onState(text), act));
      });
    });
  }

  /** Somebody who only watches. */
  function listen(matchID, players) {
    return watch(url, (line, data) => greet(line, data.toString(), matchID, null, undefined, players));
  }

  return { create, sit, listen };
};
