/** The way out of a seat. */
import { drop } from "./storage.ts";

/** Goes to the lobby of the server: the link's token is forgotten in this tab. */
export function leave() {
  drop("token");
  location.assign("/");
}
