// Three Cups (tests/three_cups) for servers that keep a game as an object which is changed: the rules alone, and who sits
// at the table (as in tests/bench/cups.py). In `game`, `figures` are those that all see, `hidden` those that only their
// seat sees; of a figure `cup`, `cover`, `weary` and `asked` are its seat's alone, and whoever serves it keeps them so.
const [HIT_FROM, VOID_FROM, HEARTS, UNSEEN] = [3, 5, 1000, "unseen"];
const SEATS = ["0", "1", "2", "3"];

/** Somebody as it sits down. */
function figure(number, who, seat) {
  return {
    who, seat, side: number % 2 ? "locals" : "guests", hearts: HEARTS, cover: number % 2, weary: number >= 2,
    cup: 0, chosen: false, shown: 0, asked: true,
  };
}

const FIGURES = ["anna", "bela", "cora", "dora"].map((who, k) => figure(k, who, SEATS[k]));
const HIDDEN = [figure(4, "cat", SEATS[0])];

const all = (game) => [...game.figures, ...game.hidden];
const able = (game) => all(game).filter(({ hearts }) => hearts > 0);
const find = (game, who) => all(game).find((one) => one.who === who);
/** As all may read it. */
const named = (game, { who }) => (game.hidden.some((one) => one.who === who) ? UNSEEN : who);

/** Lifts a cup, or another one; returns whether it may. `roll`: a die. */
function choose(game, who, cup, roll) {
  const one = find(game, who);
  if (game.phase !== "choose" || !one || one.hearts <= 0 || ![1, 2, 3].includes(cup)) return false;
  game.count++;
  one.cup = cup;
  one.chosen = true;
  one.asked = false;
  if (able(game).every(({ chosen }) => chosen)) show(game, roll);
  return true;
}

/** Answers a strike, or bears it; returns whether it may. */
function riposte(game, who, decline, roll) {
  const one = find(game, who);
  if (game.phase !== "riposte" || !one?.asked) return false;
  game.count++;
  one.asked = false;
  game.riposte = decline ? 0 : roll();
  resolve(game, one);
  return true;
}

function show(game, roll) {
  const fighting = able(game);
  for (const one of fighting) one.shown = one.cup;
  const beaten = fighting.map((one) => fighting.filter((other) => other.side !== one.side && one.cup === (other.cup % 3) + 1));
  const most = Math.max(...beaten.map((others) => others.length));
  const best = fighting.filter((_, k) => most && beaten[k].length === most);
  if (best.length === 1) strike(game, best[0], beaten[fighting.indexOf(best[0])][0], roll);
  else endRound(game);
}

function strike(game, winner, target, roll) {
  game.face = roll();
  game.hit = game.face >= HIT_FROM + target.cover;
  game.striker = named(game, winner);
  game.struck = named(game, target);
  game.riposte = 0;
  game.phase = "riposte";
  if (game.hit && !target.weary) target.asked = true;
  else resolve(game, target);
}

function resolve(game, target) {
  if (game.hit && game.riposte < VOID_FROM) target.hearts--;
  endRound(game);
}

function endRound(game) {
  const fighting = able(game);
  const isOver = new Set(fighting.map(({ side }) => side)).size < 2;
  game.phase = isOver ? "over" : "choose";
  if (isOver) return;
  game.round++;
  for (const one of fighting) {
    one.cup = 0;
    one.chosen = false;
    one.asked = true;
  }
}

/** What the one that is asked does, by lot, as `[move, ...arguments]`. */
function answer(phase, who) {
  return phase === "choose" ? ["choose", who, 1 + Math.floor(Math.random() * 3)] : ["riposte", who, Math.random() < 0.5];
}

const NEW = { count: 0, phase: "choose", round: 1, striker: "", struck: "", face: 0, hit: false, riposte: 0 };

module.exports = { FIGURES, HIDDEN, NEW, SEATS, answer, choose, riposte };
