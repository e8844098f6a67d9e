// A table of Three Cups as its load plays it: whoever is asked answers, one after another, each as soon as the one before
// was told what came of it. It ends where a seat is told what is another's secret.
const { HIDDEN, answer } = require("./three_cups.js");

/** For `play` of common.js. `seats` are put in by the load, each with `act(move, arguments)`. */
function cupsTable() {
  let [isDue, sender, sent] = [false, undefined, 0];
  const table = { seats: [], count: 0, seen: () => {}, send };

  function send() {
    isDue = true;
    look();
  }

  function look() {
    const seat = isDue && table.seats.find(({ asked }) => asked);
    if (!seat) return;
    [isDue, sender, sent] = [false, seat, table.count];
    const [move, ...what] = answer(seat.phase, seat.asked);
    seat.act(move, what);
  }

  /** A seat was told the game. */
  table.told = (seat, game) => {
    const figures = [...game.figures, ...(game.hidden ?? [])];
    for (const one of figures) if (one.seat !== seat.id && isLeak(one)) throw new Error(`seat ${seat.id} was told of ${one.who}`);
    table.count = Math.max(table.count, game.count);
    Object.assign(seat, { phase: game.phase, asked: figures.find(({ asked }) => asked)?.who });
    if (seat === sender && game.count > sent) {
      sender = undefined;
      table.seen();
    }
    look();
  };

  return table;
}

/** Is there something of another's figure that its own seat alone may know? */
function isLeak({ who, cup, cover, weary, asked }) {
  return HIDDEN.some((one) => one.who === who) || [cup, cover, weary, asked].some((each) => each !== undefined);
}

module.exports = { cupsTable };
