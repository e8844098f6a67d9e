/** How far somebody is in a lesson, from what was told alone: whoever loads the page anew is where they were. Pure. */
import type { Frame, Tutorial } from "../wire/types.ts";

type Lesson = Tutorial["steps"][number];

/** The step that is on: the first for which no event has come since the one before it ended. */
export function stepAt(steps: Lesson[], frames: Frame[]): number {
  let at = 0;
  for (const event of frames.flatMap((frame) => frame.events)) {
    if (at < steps.length - 1 && steps[at]?.until.some((wanted) => isLike(event, wanted))) at++;
  }
  return at;
}

/** Has it all that is wanted of it, inside too? */
function isLike(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return found === wanted;
  return Object.entries(wanted).every(([key, value]) => isLike((found as Record<string, unknown> | undefined)?.[key], value));
}
