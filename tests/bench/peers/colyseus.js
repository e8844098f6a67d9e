// A Colyseus server with the least room there is: a message is noted in the state, the last twenty are kept.
//   usage: node colyseus.js PORT PATCH_MS     0: a patch at once after every message
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { Schema, ArraySchema, defineTypes } = require("@colyseus/schema");

const [port, patchMs] = process.argv.slice(2).map(Number);

class Move extends Schema {}
defineTypes(Move, { type: "string", who: "string", target: "string", weapon: "string", hits: "number", wounds: "number" });

class State extends Schema {
  constructor() {
    super();
    this.moves = new ArraySchema();
    this.count = 0;
  }
}
defineTypes(State, { moves: [Move], count: "number" });

class Bench extends Room {
  state = new State();
  patchRate = patchMs || null;
  maxClients = 100000;

  onCreate() {
    this.onMessage("act", (_client, what) => {
      this.state.moves.push(Object.assign(new Move(), what));
      if (this.state.moves.length > 20) this.state.moves.shift();
      this.state.count++;
      if (!patchMs) this.broadcastPatch();
    });
  }
}

const server = new Server({ transport: new WebSocketTransport({ perMessageDeflate: false, pingInterval: 0 }), greet: false });
server.define("bench", Bench);
server.listen(port).then(() => console.log(JSON.stringify({ port })));
