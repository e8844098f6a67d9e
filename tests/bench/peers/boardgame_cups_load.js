// Many boardgame.io matches of Three Cups: four play each, one after another, and two watch.
//   usage: node boardgame_cups_load.js PORT MATCHES SECONDS SERVER_PID
const client = require("./boardgame_client.js");
const { run } = require("./common.js");
const { cupsTable } = require("./cups_table.js");
const { SEATS } = require("./three_cups.js");

const [port, matches, seconds, pid] = process.argv.slice(2).map(Number);
const { create, sit, listen } = client(port);
const WATCHING = 2;

/** The game in a message, with its number; of the secrets only the own seat's are there. */
function gameOf(text) {
  const [type, , state] = JSON.parse(text.slice(text.indexOf("[")));
  const { G, _stateID } = type === "sync" ? state.state : state;
  return [G, _stateID];
}

async function laid() {
  const [matchID, credentials] = await create(SEATS.length);
  const table = cupsTable();
  let newest = 0;
  for (const [k, playerID] of SEATS.entries()) {
    const seat = { id: playerID };
    const act = await sit(matchID, playerID, credentials[k], SEATS.length, (text) => {
      const [game, stateID] = gameOf(text);
      newest = Math.max(newest, stateID);
      table.told(seat, game);
    });
    seat.act = (move, what) => act(move, what, newest);
    table.seats.push(seat);
  }
  for (let k = 0; k < WATCHING; k++) await listen(matchID, SEATS.length);
  return table;
}

run(laid, matches, seconds, pid);
