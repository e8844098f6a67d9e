/** How what came at once is told: one act after another, each as long as people need to follow it. Pure. */
import { cameAt, isBack } from "../../past/newest.ts";
import { type Outcome, spoken } from "../../past/outcome.ts";
import { isMereAnswer } from "../../table/frames.ts";
import type { Frame } from "../../wire/types.ts";
import { type Line, linesOf, plain, type Words } from "../../table/log.ts";

/** What is told at one time: what came of an attack in a few words, else a roll and what was said behind it. */
export interface Beat {
  key: string;
  lines: Line[];
  came?: Outcome;
  /** So many letters have to be read. */
  length: number;
}

/** Real dice do not say which they were; the act that they belong to does. */
const TYPED = "DiceTyped";

/** What an update tells, act by act: each roll begins another, and of an attack's roll it is told what came of it. Of an
 * amendment only that there was one, for most of its steps are as they were; that somebody passes, the log says. */
export function beatsOf(words: Words, frames: Frame[], frame: Frame): Beat[] {
  if (isMereAnswer(frame)) return [];
  const parts = parted(linesOf(words, frame).filter(({ step, type }) => step === (frame.step ?? 0) && type !== TYPED));
  const came = frame.events.some(isBack) ? [] : cameAt(words, frames, frame);
  if (came.length === 0) return parts.map((part) => beatOf(words, part));
  const rolled = (part: Line[]) => came.find(({ key }) => part.some((line) => isRoll(line) && isSame(line, key)));
  const others = parts.filter((part) => part.some(isRoll) && !rolled(part));
  return [...came.map((each) => ({ key: each.key, lines: [], came: each, length: spoken(words, each).length })), ...others.map((part) => beatOf(words, part))];
}

function beatOf(words: Words, part: Line[]): Beat {
  const length = part.reduce((sum, { parts }) => sum + plain(words, parts).length, 0);
  return { key: part[0]?.key ?? "", lines: part, length };
}

/** The line of the event by whose place an outcome is called. */
function isSame({ key }: Line, outcome: string): boolean {
  const [n, , index] = key.split(".");
  return `${n}.${index}` === outcome;
}

function parted(lines: Line[]): Line[][] {
  return lines.reduce<Line[][]>((parts, line) => {
    const last = parts.at(-1);
    if (last === undefined || (isRoll(line) && last.some(isRoll))) return [...parts, [line]];
    return [...parts.slice(0, -1), [...last, line]];
  }, []);
}

function isRoll({ dice }: Line): boolean {
  return dice.length > 0;
}

/** More than these are no longer followed: the log has them all. */
const MOST = 60;

/** What waits to be told, and what came now behind it. Where nothing was rolled, and nothing is being told, the log says
 * enough. */
export function queued(waiting: Beat[], fresh: Beat[]): Beat[] {
  const isWorth = waiting.length > 0 || fresh.some(({ came, lines }) => came || lines.some(isRoll));
  return isWorth ? [...waiting, ...fresh].slice(-MOST) : waiting;
}

const LEAST_MS = 500;
const LOOK_MS = 900;
const LETTER_MS = 22;
const MOST_MS = 2_400;
/** Where so many wait, each is told in half its time. */
const HURRY = 12;

/** How long an act is told while others wait behind it: as long as it takes to read, less where many wait. */
export function dwell_ms({ length }: Beat, behind: number): number {
  const calm = Math.min(LOOK_MS + LETTER_MS * length, MOST_MS);
  return Math.max(calm / (1 + (behind - 1) / HURRY), LEAST_MS);
}

/** How long all of it takes. */
export function whole_ms(beats: Beat[]): number {
  return beats.reduce((sum, beat, index) => sum + dwell_ms(beat, Math.max(1, beats.length - 1 - index)), 0);
}

const PAUSE_MS = 500;
const LONGEST_MS = 3_000;

/** How long a replay looks at a place before the next one, at speed 1: as it was then, without the idle time, and as long
 * as it takes to tell what happened there. */
export function pause_ms(frames: Frame[], place: number, beats: Beat[] = []): number {
  const [before, after] = [frames[place - 1], frames[place]];
  const idle_ms = before && after ? Math.min(after.at - before.at, LONGEST_MS) : 0;
  return Math.max(idle_ms, PAUSE_MS, whole_ms(beats));
}
