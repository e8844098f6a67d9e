// A Colyseus server with Three Cups. Each player's view has what it alone may know.
//   usage: node colyseus_cups.js PORT PATCH_MS     0: a patch at once after every message
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { ArraySchema, StateView } = require("@colyseus/schema");
const { Figure, State } = require("./colyseus_cups_state.js");
const { FIGURES, HIDDEN, NEW, choose, riposte } = require("./three_cups.js");

const [port, patchMs] = process.argv.slice(2).map(Number);

const die = () => 1 + Math.floor(Math.random() * 6);
const sat = (figures) => new ArraySchema(...figures.map((one) => Object.assign(new Figure(), one)));

class Cups extends Room {
  state = Object.assign(new State(), NEW, { figures: sat(FIGURES), hidden: sat(HIDDEN) });
  patchRate = patchMs || null;
  maxClients = 100000;

  onCreate() {
    this.onMessage("choose", (client, [who, cup]) => this.act(client, choose, who, cup));
    this.onMessage("riposte", (client, [who, decline]) => this.act(client, riposte, who, decline));
  }

  /** By the rules, for figures of the own seat. */
  act(client, rule, who, what) {
    if (this.of(client.userData).some((one) => one.who === who) && rule(this.state, who, what, die) && !patchMs) this.broadcastPatch();
  }

  of(seat) {
    return [...this.state.figures, ...this.state.hidden].filter((one) => one.seat === seat);
  }

  onJoin(client, { seat }) {
    client.userData = seat;
    client.view = new StateView();
    for (const one of this.of(seat)) client.view.add(one);
  }
}

const server = new Server({ transport: new WebSocketTransport({ perMessageDeflate: false, pingInterval: 0 }), greet: false });
server.define("bench", Cups);
server.listen(port).then(() => console.log(JSON.stringify({ port })));
