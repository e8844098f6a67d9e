/** Options of the game master of which there are many of a kind. */
import type { Option } from "../../wire/types.ts";

/** So many of one kind stand together under its name. */
const MANY = 4;

export function isOneOfMany({ key }: Option, all: Option[]): boolean {
  return all.filter((other) => other.key === key).length >= MANY;
}

export function kindsOf(options: Option[]): [string, Option[]][] {
  const keys = [...new Set(options.map(({ key }) => key))];
  return keys.map((key) => [key, options.filter((option) => option.key === key)]);
}
