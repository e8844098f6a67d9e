/** Starts the client: reads the link, connects, mounts the page, listens for the network coming back. */
import { render } from "preact";
import { Ctrl } from "./ctrl.ts";
import { browserWorld } from "./socket.ts";
import type { Language, Theme } from "./state.ts";
import { kept, takeToken } from "./storage.ts";
import "./style/main.css";
import { loadWords, preferred } from "./ui.ts";
import { App } from "./view/app.tsx";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element #app");

const wishes = {
  language: (kept("language") as Language | undefined) ?? preferred(navigator.languages),
  theme: (kept("theme") as Theme | undefined) ?? "auto",
};

async function fetchCatalog(system: string): Promise<unknown> {
  const response = await fetch(`/catalog/${encodeURIComponent(system)}.json`);
  if (!response.ok) throw new Error(`the catalogue of ${system} is not there: ${response.status}`);
  return response.json();
}

await loadWords(wishes.language);
const ctrl = new Ctrl(browserWorld(), takeToken(), wishes, fetchCatalog);
render(<App ctrl={ctrl} />, root);

// Another link in the same tab is another seat: start anew.
addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
addEventListener("online", () => ctrl.wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ctrl.wake());
