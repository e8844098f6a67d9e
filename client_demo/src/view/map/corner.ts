/** In which corner of the map a card lies best. Pure geometry in pixels. */
import type { Size } from "./camera.ts";

export type Spot = [number, number];

/** As large as the card gets at the most, and a piece with its name. */
const CARD = { width: 320, height: 420, side_px: 24, share: 0.58 };
/** So far above the lower edge it lies, where the buttons are that zoom the map. */
const FOOT_PX = 68;
const PIECE_PX = 36;

/** The class that puts it where it covers the fewest pieces, and never the place itself unless it does so everywhere; of
 * equals the one on the other side of the map. */
export function cornerOf([x, y]: Spot, pieces: Spot[], size: Size): string {
  const across = x < size.width / 2;
  const below = y < size.height / 2;
  const corners = [true, false].flatMap((isLow) => [true, false].map((isRight) => ({ isRight: isRight === across, isLow: isLow === below })));
  const covers = (corner: Corner) => pieces.filter((piece) => isUnder(corner, size, piece)).length + (isUnder(corner, size, [x, y]) ? pieces.length + 1 : 0);
  const best = corners.reduce((one, other) => (covers(other) < covers(one) ? other : one));
  return [best.isRight && "right", best.isLow && "low"].filter(Boolean).join(" ");
}

interface Corner {
  isRight: boolean;
  isLow: boolean;
}

function isUnder({ isRight, isLow }: Corner, { width, height }: Size, [x, y]: Spot): boolean {
  const wide = Math.min(CARD.width, width - CARD.side_px) + PIECE_PX;
  const high = Math.min(CARD.height, height * CARD.share) + PIECE_PX;
  return (isRight ? x > width - wide : x < wide) && (isLow ? y > height - high - FOOT_PX : y < high);
}
