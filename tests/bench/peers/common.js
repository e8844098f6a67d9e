// What every load needs: a clock, CPU time of processes, a report in one line of JSON.
const fs = require("node:fs");

const nowUs = () => Number(process.hrtime.bigint()) / 1e3;

/** Seconds that a process has spent on a CPU. */
function cpuS(pid) {
  const tasks = fs.readdirSync(`/proc/${pid}/task`);
  return tasks.reduce((sum, task) => sum + Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]), 0) / 1e9;
}

/** Let each player send its next move when it has seen the last one, for a while; then report and end. */
async function play(players, seconds, pid) {
  const latencies = [];
  let isMeasuring = false;
  for (const player of players) {
    player.seen = () => {
      if (isMeasuring) latencies.push(nowUs() - player.sentUs);
      player.sentUs = nowUs();
      player.send();
    };
    player.sentUs = nowUs();
    player.send();
  }
  await new Promise((done) => setTimeout(done, 1000));
  const [cpu, own, beginUs] = [cpuS(pid), cpuS(process.pid), nowUs()];
  isMeasuring = true;
  await new Promise((done) => setTimeout(done, seconds * 1000));
  isMeasuring = false;
  const passed = (nowUs() - beginUs) / 1e6;
  latencies.sort((a, b) => a - b);
  console.log(JSON.stringify({
    per_s: latencies.length / passed,
    p50_us: latencies[latencies.length >> 1],
    cpu: (cpuS(pid) - cpu) / passed,
    load_cpu: (cpuS(process.pid) - own) / passed,
  }));
  process.exit(0);
}

/** A whole load: it lays so many, one after another, lets them rest until all is sent that laying them causes, and plays. */
async function run(laid, count, seconds, pid, restMs = 0) {
  try {
    const players = [];
    for (let k = 0; k < count; k++) players.push(await laid());
    await new Promise((done) => setTimeout(done, restMs));
    await play(players, seconds, pid);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

module.exports = { run };
