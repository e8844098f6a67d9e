// Pokémon Showdown's simulator alone: random battles by random legal choices, without any network. In CPU time.
//   usage: node showdown.js SECONDS FORMAT
const { Battle, Teams } = require("pokemon-showdown");

const [seconds, format] = [Number(process.argv[2]), process.argv[3]];

function choice(request) {
  const moves = request?.active?.[0]?.moves ?? [];
  const able = moves.map((move, k) => [move, k + 1]).filter(([move]) => !move.disabled);
  if (!able.length || request.wait) return "default";
  return `move ${able[Math.floor(Math.random() * able.length)][1]}`;
}

/** One battle; returns how many decisions it took. */
function fight() {
  const battle = new Battle({ formatid: format, strictChoices: false });
  for (const player of ["p1", "p2"]) battle.setPlayer(player, { name: player, team: Teams.pack(Teams.generate(format)) });
  let decisions = 0;
  for (let turn = 0; turn < 1000 && !battle.ended; turn++) {
    for (const side of battle.sides) {
      if (!side.requestState || side.isChoiceDone()) continue;
      if (!side.choose(choice(side.activeRequest))) side.choose("default");
      decisions++;
    }
    battle.commitChoices();
  }
  battle.destroy();
  return decisions;
}

for (let k = 0; k < 20; k++) fight();
const begun = process.cpuUsage();
const passed = () => {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
};
let decisions = 0;
while (passed() < seconds) decisions += fight();
console.log(JSON.stringify({ per_s: decisions / passed() }));
