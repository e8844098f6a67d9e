/** What came of a fight, ready to be read: who won, who fell, what each did; on the screen, and as Markdown. Pure. */
import type { OutcomeShown, Row, View } from "../wire/types.ts";
import type { Say } from "../words/ending_words.ts";

const MINUTE_MS = 60_000;
const THOUSAND = 1_000;

/** What a side, and somebody who may be gone by now, is called. */
export interface Names {
  label(key: string): string;
  name(who: string): string;
}

export interface Line {
  who: string;
  name: string;
  side: string;
  isOut: boolean;
  dealt: string;
  took: string;
  stopped: string;
  /** What open rolls have brought, and what could be expected of them; empty where that was not told. */
  rolled: string;
  /** Of what tires, and in brackets how much of it came back. */
  spent: string;
}

export interface Account {
  result: string;
  facts: string[];
  lines: Line[];
  /** Not all was told to this viewer. */
  isPartial: boolean;
  /** What could be expected was told of some rolls. */
  hasRolls: boolean;
  /** Somebody has stopped something. */
  hasStops: boolean;
  /** Somebody has tired, or has caught breath. */
  hasTired: boolean;
}

/** The columns of the account, each with what it says of somebody. Of what nobody did there is none. */
export function columnsOf({ hasStops, hasRolls, hasTired }: Account): Column[] {
  const has = { dealt: true, took: true, stopped: hasStops, rolled: hasRolls, spent: hasTired };
  return (Object.keys(has) as Column[]).filter((column) => has[column]);
}

export type Column = "dealt" | "took" | "stopped" | "rolled" | "spent";

/** The account in sentences. Whoever did most stands first. */
export function accountOf(outcome: OutcomeShown, view: View, say: Say, names: Names): Account {
  const rows = [...outcome.rows].sort((a, b) => (b.dealt ?? 0) - (a.dealt ?? 0) || (a.took ?? 0) - (b.took ?? 0));
  const lines = rows.map((row) => lineOf(row, view, names, say));
  const fallen = Object.values(view.combatants ?? {}).filter(({ out }) => out).map(({ name }) => name);
  const round = view.round ?? 0;
  return {
    result: resultOf(outcome, view, say, names),
    facts: [
      ...(round > 0 ? [say("rounds", { rounds: round })] : []),
      ...(outcome.began > 0 && outcome.ended > 0 ? [say("lasted", { time: timeOf(outcome.ended - outcome.began, say) })] : []),
      fallen.length > 0 ? say("fallen", { names: fallen.join(", ") }) : say("nobodyFell"),
    ],
    lines,
    hasRolls: rows.some(({ expected }) => expected),
    hasStops: rows.some(({ stopped }) => stopped),
    hasTired: rows.some(hasTired),
    isPartial: rows.some(({ more_dealt, more_took, more_spent }) => more_dealt || more_took || more_spent),
  };
}

function hasTired({ spent, regained, more_spent }: Row): boolean {
  return Boolean(spent || regained || more_spent);
}

function lineOf(row: Row, view: View, { label, name }: Names, say: Say): Line {
  const there = view.combatants?.[row.who];
  return {
    who: row.who,
    name: there?.name ?? (row.name || name(row.who)),
    side: label(there?.side ?? row.side ?? ""),
    isOut: there?.out ?? false,
    dealt: amount(row.dealt, row.more_dealt),
    took: amount(row.took, row.more_took),
    stopped: row.stopped ? amount(row.stopped) : "",
    spent: hasTired(row) ? `${amount(row.spent, row.more_spent)} (${row.regained ?? 0})` : "",
    rolled: row.expected ? say("luck", { made: row.made ?? 0, expected: decimal(row.expected / THOUSAND, say) }) : "",
  };
}

function decimal(value: number, say: Say): string {
  return value.toFixed(1).replace(".", say("point"));
}

/** Of what is not told in full, at least as much. */
function amount(told = 0, isMore = false): string {
  if (!isMore) return String(told);
  return told > 0 ? `≥ ${told}` : "?";
}

function resultOf({ beaten }: OutcomeShown, view: View, say: Say, { label }: Names): string {
  const sides = [...new Set(Object.values(view.combatants ?? {}).map(({ side }) => side))];
  const left = sides.filter((side) => !beaten.includes(side)).map(label);
  if (left.length === 0) return say("nobody");
  return left.length === 1 ? say("won", { side: left[0] ?? "" }) : say("undecided", { sides: left.join(", ") });
}

function timeOf(lasted_ms: number, say: Say): string {
  const minutes = Math.max(1, Math.round(lasted_ms / MINUTE_MS));
  return minutes < 60 ? say("minutes", { minutes }) : say("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The places worth another look, each once: where most harm was done, the first and the last fall. */
export function placesOf({ worst, falls }: OutcomeShown): { key: "worst" | "first" | "last"; n: number; step: number; who: string }[] {
  const [first, last] = [falls[0], falls.at(-1)];
  const found = [
    ...(worst ? [{ key: "worst" as const, ...worst }] : []),
    ...(first ? [{ key: "first" as const, ...first }] : []),
    ...(last && falls.length > 1 ? [{ key: "last" as const, ...last }] : []),
  ];
  return found.map(({ key, n, step = 0, who }) => ({ key, n, step, who }));
}

/** The account as Markdown: what is a name there stays one, whatever signs are in it. */
export function markdownOf(title: string, account: Account, say: Say): string {
  const { result, facts, lines, isPartial } = account;
  const columns = columnsOf(account);
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    `# ${plain(title)}`,
    "",
    `**${plain(result)}**`,
    "",
    ...facts.map((fact) => `- ${plain(fact)}`),
    "",
    row([say("who"), ...columns.map((column) => say(column))]),
    row(["---", ...columns.map(() => "---:")]),
    ...lines.map((line) => row([`${plain(line.name)} (${plain(line.side)})`, ...columns.map((column) => line[column])])),
    ...(isPartial ? ["", say("note")] : []),
    "",
  ].join("\n");
}

function plain(words: string): string {
  return words.replace(/[\\`*_[\]<>|#~]/g, "\\$&").replace(/\s+/g, " ");
}
