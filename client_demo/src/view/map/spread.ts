/** Pieces that stand on or by each other, drawn apart so that each can be seen and touched. Pure geometry in pixels. */
export type Spot = [number, number];

const ROUNDS = 12;

/** How far each is drawn from where it stands: none while nobody is nearer than `gap`, never more than twice that. */
export function spread(spots: Spot[], gap: number): Spot[] {
  const moved = spots.map(([x, y]): Spot => [x, y]);
  for (let round = 0; round < ROUNDS; round++) {
    let isCalm = true;
    for (let i = 0; i < moved.length; i++) {
      for (let j = i + 1; j < moved.length; j++) {
        if (push(moved[i] as Spot, moved[j] as Spot, gap, i + j)) isCalm = false;
      }
    }
    if (isCalm) break;
  }
  return moved.map((spot, index) => within(spots[index] as Spot, spot, 2 * gap));
}

/** Two that are too near give way by half each; two on one spot by a direction of their own. */
function push(a: Spot, b: Spot, gap: number, seed: number): boolean {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const distance = Math.hypot(dx, dy);
  if (distance >= gap - 0.5) return false;
  const angle = distance > 0.01 ? Math.atan2(dy, dx) : seed * 2.4;
  const half = (gap - distance) / 2;
  a[0] -= Math.cos(angle) * half;
  a[1] -= Math.sin(angle) * half;
  b[0] += Math.cos(angle) * half;
  b[1] += Math.sin(angle) * half;
  return true;
}

function within(from: Spot, to: Spot, most: number): Spot {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const share = Math.min(1, most / (Math.hypot(dx, dy) || 1));
  return [dx * share, dy * share];
}
