/** How far somebody is in a lesson, from what was told alone. Pure. */
import type { Frame, Tutorial } from "../wire/types.ts";

type Lesson = Tutorial["steps"][number];

/** So far somebody is: the step that is on, and the number of the update in which it began. */
export interface Reached {
  step: number;
  n: number;
}

export const BEGINNING: Reached = { step: 0, n: 0 };

/** How far these updates lead from there: a step is over when one of its events comes after it began. Not from the
 * beginning, for a page holds only the latest updates of a long fight. */
export function reached(steps: Lesson[], frames: Frame[], since: Reached): Reached {
  let { step, n } = since;
  for (const frame of frames) {
    if (frame.n <= since.n) continue;
    for (const event of frame.events) {
      if (step < steps.length - 1 && steps[step]?.until.some((wanted) => isLike(event, wanted))) [step, n] = [step + 1, frame.n];
    }
  }
  return { step, n };
}

/** Has it all that is wanted of it, inside too? */
function isLike(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return found === wanted;
  return Object.entries(wanted).every(([key, value]) => isLike((found as Record<string, unknown> | undefined)?.[key], value));
}
