/** Sitting down by a join code: the secret of the seat's link is made here, and the server learns its hash alone.
 * It is kept until there is an answer, so that after a lost one the same is asked again; then it is dropped: a freed seat is
 * claimed with another, or the link that was taken back would open it again. */
import { bytesOf, hexOf, randomBytes } from "../wire/bytes.ts";
import { sha256 } from "../wire/sha256.ts";
import { keep, kept } from "./storage.ts";

export interface Key {
  secret: Uint8Array;
  key_h: Uint8Array;
}

export function newKey(secret: Uint8Array = randomBytes(32)): Key {
  return { secret, key_h: sha256(secret) };
}

const placeOf = (encounter: string, seat: string) => `claim.${encounter}.${seat}`;

/** The key with which this browser claims a seat. */
export function keyFor(encounter: string, seat: string): Key {
  const place = placeOf(encounter, seat);
  const secret = kept(place) || hexOf(randomBytes(32));
  keep(place, secret);
  return newKey(bytesOf(secret));
}

/** What stands for a file where its key is kept, as a seat of no encounter: brought again it has the same. */
export function sumOf(file: Uint8Array): string {
  return hexOf(sha256(file));
}

/** It has been answered: whoever claims the seat from now on makes another. */
export function dropKey(encounter: string, seat: string) {
  keep(placeOf(encounter, seat), "");
}

/** The token of a seat's link: the encounter and the secret. */
export function tokenOf(encounter: string, secret: Uint8Array): string {
  const bytes = [...bytesOf(encounter), ...secret];
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}

/** What the GM's page may know of a link's secret: the beginning of its hash. */
export function markOf(token: string): string {
  const bytes = Uint8Array.from(atob(token.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  return hexOf(sha256(bytes.slice(16)).slice(0, 8));
}
