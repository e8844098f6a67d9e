// A boardgame.io server with Three Cups. Each player gets what it may know (`playerView`), and in the log nobody reads what
// others have chosen (`redact`).
//   usage: node boardgame_cups.js PORT [FOLDER]     with a folder: its file store, else memory
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");
const { FIGURES, HIDDEN, NEW, choose, riposte } = require("./three_cups.js");

const [port, folder] = process.argv.slice(2);

/** A move by the rules of that name, for figures of the own seat. */
function move(rule) {
  const act = ({ G, playerID, random }, who, what) => {
    const isOwn = [...G.figures, ...G.hidden].some((one) => one.who === who && one.seat === playerID);
    if (!isOwn || !rule(G, who, what, () => random.D6())) return INVALID_MOVE;
  };
  return { move: act, client: false, redact: true, ignoreStaleStateID: true };
}

function open({ cup, cover, weary, asked, ...figure }) {
  return figure;
}

const game = {
  name: "bench",
  setup: () => ({ ...NEW, figures: FIGURES, hidden: HIDDEN }),
  disableUndo: true,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { choose: move(choose), riposte: move(riposte) },
  playerView: ({ G, playerID }) => ({
    ...G,
    figures: G.figures.map((one) => (one.seat === playerID ? one : open(one))),
    hidden: G.hidden.filter(({ seat }) => seat === playerID),
  }),
};
const server = Server({
  games: [game],
  origins: [Origins.LOCALHOST, /.*/],
  ...(folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {}),
});
server.run({ port: Number(port), callback: () => console.log(JSON.stringify({ port: Number(port) })) });
