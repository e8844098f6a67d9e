/** The seats that this browser has held, newest first: so that people come back without looking for a link. */
import { encounterOf } from "./address.ts";
import { keep, kept } from "./storage.ts";

export interface Recent {
  token: string;
  encounter: string;
  title: string;
  system: string;
  seat: string;
  /** The seat's name for people. */
  name: string;
  role: string;
  /** When it was last used (ms since the epoch). */
  at: number;
}

const KEY = "recent";
const MOST = 24;

export function recents(): Recent[] {
  try {
    const found = JSON.parse(kept(KEY) ?? "[]") as Recent[];
    return Array.isArray(found) ? found.filter(({ token }) => typeof token === "string") : [];
  } catch {
    return [];
  }
}

export function remember(recent: Omit<Recent, "encounter">) {
  const encounter = encounterOf(recent.token);
  const others = recents().filter(({ token }) => token !== recent.token);
  keep(KEY, JSON.stringify([{ ...recent, encounter }, ...others].slice(0, MOST)));
}

/** The links of a table that was laid in this browser, by seat: so that its GM finds them again. */
export function keepLinks(encounter: string, links: Record<string, string>) {
  keep(`links.${encounter}`, JSON.stringify(links));
}

/** By seat the tokens that this browser knows: of a table laid here, and of seats held here. */
export function knownLinks(encounter: string): Record<string, string> {
  const held = recents().filter((recent) => recent.encounter === encounter);
  const laid = JSON.parse(kept(`links.${encounter}`) || "{}") as Record<string, string>;
  return { ...Object.fromEntries(held.map(({ seat, token }) => [seat, token])), ...laid };
}

export function forget(encounter: string) {
  keep(`links.${encounter}`, "");
  keep(KEY, JSON.stringify(recents().filter((recent) => recent.encounter !== encounter)));
}

/** A link that opens nothing any more. */
export function forgetLink(dead: string) {
  keep(KEY, JSON.stringify(recents().filter(({ token }) => token !== dead)));
}

/** The seats of one encounter stand together, in the order of the newest. */
export function byEncounter(all: Recent[]): { encounter: string; title: string; system: string; at: number; seats: Recent[] }[] {
  const ids = [...new Set(all.map(({ encounter }) => encounter))];
  return ids.map((encounter) => {
    const seats = all.filter((recent) => recent.encounter === encounter);
    const { title, system, at } = seats[0] as Recent;
    return { encounter, title, system, at, seats };
  });
}

/** The seat by which to look at a moment of an encounter: the one that it was seen from, else the GM's, else any. */
export function seatFor(all: Recent[], encounter: string, audience: string): Recent | undefined {
  const mine = all.filter((recent) => recent.encounter === encounter);
  const rank = ({ role, seat }: Recent) =>
    audience === (role === "gm" ? "gm" : role === "spectator" ? "public" : `seat:${seat}`) ? 0 : role === "gm" ? 1 : 2;
  return mine.toSorted((a, b) => rank(a) - rank(b))[0];
}
