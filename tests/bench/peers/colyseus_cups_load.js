// Many Colyseus rooms of Three Cups: four play in each, one after another, and two watch.
//   usage: node colyseus_cups_load.js PORT ROOMS SECONDS SERVER_PID
const { Decoder } = require("@colyseus/schema");
const client = require("./colyseus_client.js");
const { State } = require("./colyseus_cups_state.js");
const { run } = require("./common.js");
const { cupsTable } = require("./cups_table.js");
const { SEATS } = require("./three_cups.js");

const [port, rooms, seconds, pid] = process.argv.slice(2).map(Number);
const { sit, listen } = client(port);
const WATCHING = 2;

async function laid() {
  const table = cupsTable();
  let room;
  for (const seat of SEATS) {
    const one = { id: seat };
    const decoder = new Decoder(new State());
    const [id, socket] = await sit(room ? `joinById/${room}` : "create/bench", { seat }, (data) => {
      decoder.decode(data, { offset: 1 });
      table.told(one, decoder.state);
    });
    room = id;
    one.act = (move, what) => socket.send(client.message(move, what));
    table.seats.push(one);
  }
  for (let k = 0; k < WATCHING; k++) await listen(room);
  return table;
}

run(laid, rooms, seconds, pid, 200);
