/** An encounter that is being made: reading files, finding what is wrong in them, changing options. Pure. */
import type { OptionShown, Setup } from "../wire/types.ts";

export type Values = Record<string, unknown>;

/** An encounter file in plain values. What it may hold is the server's to say. */
export interface Encounter extends Values {
  title?: string;
  system?: string;
  options?: Values;
  table?: Values;
  seats?: Record<string, { name?: string; role?: string }>;
  combatants?: Record<string, { name?: string; side?: string; seat?: string }>;
}

/** What is wrong with a file, and in which line (from 1; 0: unknown). */
export interface Problem {
  path: string;
  /** In English. */
  text: string;
  line: number;
  /** What kind it is and its details, by which it is said in the user's language. */
  kind: string;
  detail: Record<string, string | number>;
  /** The rule system that the file names. */
  system?: string | undefined;
  /** What else is wrong with it. */
  also?: Problem[];
}

export class BadText extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

/** TOML, or JSON where it begins like that. Throws BadText. */
export async function parsed(text: string): Promise<Encounter> {
  return /^\s*\{/.test(text) ? fromJson(text) : fromToml(text);
}

function fromJson(text: string): Encounter {
  try {
    return JSON.parse(text) as Encounter;
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    const line = at === undefined ? 0 : text.slice(0, Number(at)).split("\n").length;
    const said = (error as Error).message;
    throw new BadText({ path: "", text: said, line, kind: "json", detail: { said } });
  }
}

async function fromToml(text: string): Promise<Encounter> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text) as Encounter;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const said = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    throw new BadText({ path: "", text: said, line: error.line, kind: "toml", detail: { said, column: error.column } });
  }
}

/** The line (from 1) on which the value at a path such as `combatants.hagen.sheet.quickness` stands, or the nearest
 * one above it that is there; 0 where nothing of it is. */
export function lineOf(text: string, path: string): number {
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  return /^\s*\{/.test(text) ? lineInJson(text, keys) : lineInToml(text, keys);
}

function lineInToml(text: string, keys: string[]): number {
  let table: string[] = [];
  let best = { line: 0, depth: 0 };
  for (const [index, line] of text.split("\n").entries()) {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1];
    const key = /^\s*([\w"'. -]+?)\s*=/.exec(line)?.[1];
    if (header === undefined && key === undefined) continue;
    if (header !== undefined) table = split(header);
    const here = header === undefined ? [...table, ...split(key ?? "")] : table;
    const depth = here.every((each, at) => each === keys[at]) ? here.length : 0;
    if (depth > best.depth) best = { line: index + 1, depth };
  }
  return best.line;
}

function split(key: string): string[] {
  return key.split(".").map((part) => part.trim().replace(/^["']|["']$/g, ""));
}

function lineInJson(text: string, keys: string[]): number {
  let from = 0;
  let line = 0;
  for (const key of keys.filter((each) => !/^\d+$/.test(each))) {
    const at = text.indexOf(`${JSON.stringify(key)}`, from);
    if (at < 0) break;
    from = at + 1;
    line = text.slice(0, at).split("\n").length;
  }
  return line;
}

/** A system's sample, with names of this language where it has them: they stay what they are once the table is laid. */
export function sampleIn(language: string, { sample, translated }: Setup): Encounter | null {
  return translated[language] ?? sample;
}

/** Who takes part, by side, each with the seat that plays it ("" is the GM). */
export function sides(encounter: Encounter): { side: string; members: { name: string; seat: string }[] }[] {
  const found = new Map<string, { name: string; seat: string }[]>();
  for (const [id, { name, side, seat }] of Object.entries(encounter.combatants ?? {})) {
    const key = String(side ?? "");
    const player = seat === undefined || seat === "gm" ? "" : (encounter.seats?.[seat]?.name ?? seat);
    found.set(key, [...(found.get(key) ?? []), { name: String(name ?? id), seat: player }]);
  }
  return [...found].map(([side, members]) => ({ side, members }));
}

export type Part = "table" | "options";

/** The value that an option has now: the file's, else its default. */
export function valueOf(encounter: Encounter, part: Part, option: OptionShown): unknown {
  return encounter[part]?.[option.key] ?? option.default ?? undefined;
}

/** The encounter with one option set; one that is at its default is left out. */
export function withOption(encounter: Encounter, part: Part, option: OptionShown, value: unknown): Encounter {
  const { [option.key]: _old, ...rest } = encounter[part] ?? {};
  const isDefault = value === option.default || value === undefined;
  return { ...encounter, [part]: isDefault ? rest : { ...rest, [option.key]: value } };
}

/** How many options differ from their default. */
export function changedOptions(encounter: Encounter, part: Part, options: OptionShown[]): number {
  return options.filter((option) => (valueOf(encounter, part, option) ?? null) !== (option.default ?? null)).length;
}

/** The setup of an encounter's system. */
export function setupOf(setups: Setup[], encounter: Encounter): Setup | undefined {
  return setups.find(({ system }) => system === encounter.system);
}
