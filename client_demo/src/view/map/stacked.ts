/** Words under pieces, moved down so far that none lie over others. Pure geometry in pixels. */

/** Of some words or a piece: the middle of its upper edge, and how large it is. */
export interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far each block goes down, from the highest on: none while it lies free of what is `fixed` and of the others. */
export function stacked(blocks: Block[], fixed: Block[] = []): number[] {
  const placed = [...fixed];
  const downs = new Map<Block, number>();
  for (const block of [...blocks].sort((a, b) => a.y - b.y)) {
    const free = { ...block };
    for (let under = over(placed, free); under; under = over(placed, free)) free.y = under.y + under.height;
    placed.push(free);
    downs.set(block, free.y - block.y);
  }
  return blocks.map((block) => downs.get(block) as number);
}

/** One of them on which a block lies. */
function over(placed: Block[], { x, y, width, height }: Block): Block | undefined {
  return placed.find((each) => Math.abs(each.x - x) < (each.width + width) / 2 && each.y < y + height && y < each.y + each.height);
}
