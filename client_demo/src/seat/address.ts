/** What the address bar may hold: a seat's token, a place on the home page, or a moment to look at. Pure.
 *
 *   #<64 characters>                         a seat
 *   #/key/<43 characters>                    the home page, with the list of what the server holds
 *   #/new  #/links  #/join/KX7M-2QPF-9TRC  #/file a place on the home page
 *   #/at/<encounter>/<audience>/<n>.<j>      a moment of a replay; it holds no secret, so it can be passed on
 */

/** `step`: within an amendment, else 0. */
export interface Moment {
  encounter: string;
  audience: string;
  n: number;
  step: number;
}

export type Place =
  | { kind: "seat"; token: string }
  | { kind: "moment"; moment: Moment }
  | { kind: "start" | "lost" | "new" | "links" | "file" }
  | { kind: "key"; key: string }
  | { kind: "join"; code: string };

const TOKEN = /^[\w-]{64}$/;
const KEY = /^[\w-]{43}$/;
const MOMENT = /^\/at\/([0-9a-f]{32})\/(gm|public|seat:[a-z0-9_-]{1,32})\/(\d{1,15})(?:\.(\d{1,9}))?$/;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What stands behind `#`. Whatever is not understood is lost: a link that was cut as it was copied. */
export function placeOf(hash: string): Place {
  const text = decoded(hash.replace(/^#/, ""));
  if (isToken(text)) return { kind: "seat", token: text };
  const moment = MOMENT.exec(text);
  if (moment) {
    const [, encounter = "", audience = "", n, step] = moment;
    return { kind: "moment", moment: { encounter, audience, n: Number(n), step: Number(step ?? 0) } };
  }
  const [, name, rest = ""] = text.split("/");
  if (name === "key" && KEY.test(rest)) return { kind: "key", key: rest };
  if (name === "join") return { kind: "join", code: rest };
  if (name === "new" || name === "links" || name === "file") return { kind: name };
  return { kind: text === "" || text === "/" ? "start" : "lost" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hashOf(moment: Moment): string {
  const { encounter, audience, n, step } = moment;
  return `#/at/${encounter}/${audience}/${n}${step > 0 ? `.${step}` : ""}`;
}

/** The encounter that a token opens a seat of: its first 16 bytes. */
export function encounterOf(token: string): string {
  const bytes = atob(token.replace(/-/g, "+").replace(/_/g, "/"));
  return Array.from(bytes.slice(0, 16), (each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** What somebody pasted to join: a whole link, a token, a link with a code, or a code. */
export function pasted(text: string): Place | undefined {
  const trimmed = text.trim();
  const hash = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : trimmed;
  const place = placeOf(hash);
  if (place.kind === "seat" || place.kind === "moment") return place;
  if (place.kind === "join" && place.code) return place;
  return /^[\p{L}\d][\p{L}\d -]{5,24}$/u.test(trimmed) ? { kind: "join", code: trimmed } : undefined;
}
