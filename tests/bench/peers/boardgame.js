// A boardgame.io server with the least game there is: a move is noted, the last twenty are kept. A turn is one move: else
// what it keeps to undo would grow.
//   usage: node boardgame.js PORT [FOLDER]     with a folder: its file store, else memory
const { Server, Origins, FlatFile } = require("boardgame.io/server");

const [port, folder] = process.argv.slice(2);
const game = {
  name: "bench",
  setup: () => ({ moves: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    act: ({ G }, what) => {
      G.moves.push(what);
      if (G.moves.length > 20) G.moves.shift();
    },
  },
};
const server = Server({
  games: [game],
  origins: [Origins.LOCALHOST, /.*/],
  ...(folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {}),
});
server.run({ port: Number(port), callback: () => console.log(JSON.stringify({ port: Number(port) })) });
