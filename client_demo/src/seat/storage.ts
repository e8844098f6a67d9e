/** What outlives a reload: the link's token and the lobby's key per tab, a seat's random value and the user's wishes per browser.
 * Where storage is forbidden everything works until the tab closes. */
const memory = new Map<string, string>();

function reading(store: () => Storage, key: string): string | undefined {
  try {
    return store().getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
}

function writing(store: () => Storage, key: string, value: string | undefined) {
  if (value === undefined) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === undefined) store().removeItem(key);
    else store().setItem(key, value);
  } catch {
    // Kept in memory only.
  }
}

/** A seat's link, or what lists this server's encounters: it came with the link that the server printed. */
type Held = "token" | "key";

/** What this tab had of it. */
export function held(what: Held): string | undefined {
  return reading(() => sessionStorage, `fray.${what}`);
}

/** From now on this tab has this one; whatever the address bar showed leaves it, and the history with it. */
export function hold(what: Held, value: string) {
  writing(() => sessionStorage, `fray.${what}`, value);
  history.replaceState(null, "", location.pathname + location.search);
}

export function drop(what: Held) {
  writing(() => sessionStorage, `fray.${what}`, undefined);
}

export function kept(key: string): string | undefined {
  return reading(() => localStorage, `fray.${key}`);
}

export function keep(key: string, value: string) {
  writing(() => localStorage, `fray.${key}`, value);
}
