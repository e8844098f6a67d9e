/** Starts the client: reads the link, connects, mounts the page, listens for the network coming back. */
import { render } from "preact";
import { Ctrl, type Part } from "./ctrl.ts";
import { type Moment, placeOf } from "./seat/address.ts";
import { recents, seatFor } from "./seat/recent.ts";
import { drop, held, hold, kept } from "./seat/storage.ts";
import type { Theme } from "./table/state.ts";
import { App } from "./view/app.tsx";
import { fetchJson } from "./wire/fetched.ts";
import { browserWorld } from "./wire/socket.ts";
import { loadWords } from "./words/book.ts";
import { type Language, preferred } from "./words/language.ts";
import "./style/main.css";

const root = document.getElementById("app");
if (root === null) throw new Error("no #app");

const wishes = {
  language: (kept("language") as Language | undefined) ?? preferred(navigator.languages),
  theme: (kept("theme") as Theme | undefined) ?? "auto",
};

/** A part of a system's words. */
const fetchCatalog = (system: string, part: Part) => fetchJson(`/catalog/${encodeURIComponent(system)}.${part}.json`);

/** Which seat this tab is for, if any; and the moment that its link leads to. */
function arrived(): { token?: string | undefined; moment?: Moment } {
  const place = placeOf(location.hash);
  if (place.kind === "seat") {
    hold("token", place.token);
    return { token: place.token };
  }
  if (place.kind === "moment") {
    const seat = seatFor(recents(), place.moment.encounter, place.moment.audience);
    if (seat) hold("token", seat.token);
    return { token: seat?.token, moment: place.moment };
  }
  if (place.kind === "key") {
    drop("token");
    hold("key", place.key);
    return {};
  }
  if (location.hash.length > 1 || location.pathname !== "/") drop("token");
  return { token: held("token") };
}

const { token, moment } = arrived();
const screen = token === undefined ? import("./view/home/home.tsx") : import("./view/table/table.tsx");
await Promise.all([loadWords(wishes.language), screen]);
await loadWords(wishes.language);
const ctrl = new Ctrl(browserWorld(), token === undefined ? { key: held("key") } : { token }, wishes, fetchCatalog, moment);
render(<App ctrl={ctrl} />, root);

// Another link in the same tab is another seat: start anew. Places on the home page are the home page's.
addEventListener("hashchange", () => {
  const isHomes = token === undefined && !["seat", "moment", "key"].includes(placeOf(location.hash).kind);
  if (!isHomes && location.hash.length > 1) location.reload();
});
addEventListener("online", () => ctrl.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ctrl.wake());
document.addEventListener("resume", () => ctrl.wake());

// A laptop that was put to sleep holds a connection that may be long dead, and nobody tells: only the clock has jumped.
const BEAT_MS = 2_000;
let beat_ms = Date.now();
setInterval(() => {
  if (Date.now() - beat_ms > 3 * BEAT_MS) ctrl.wake();
  beat_ms = Date.now();
}, BEAT_MS);
