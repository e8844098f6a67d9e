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

const TOKEN = "fray.token";

/** The token that this tab had. */
export function tabToken(): string | undefined {
  return reading(() => sessionStorage, TOKEN);
}

/** From now on this tab has this token; whatever the address bar showed leaves it, and the history with it. */
export function holdToken(token: string) {
  writing(() => sessionStorage, TOKEN, token);
  history.replaceState(null, "", location.pathname + location.search);
}

export function dropToken() {
  writing(() => sessionStorage, TOKEN, undefined);
}

const LOBBY_KEY = "fray.key";

/** What lists this server's encounters in this tab: it came with the link that the server printed. */
export function tabKey(): string | undefined {
  return reading(() => sessionStorage, LOBBY_KEY);
}

/** From now on this tab has this key; it leaves the address bar and the history. */
export function holdKey(key: string) {
  writing(() => sessionStorage, LOBBY_KEY, key);
  history.replaceState(null, "", location.pathname + location.search);
}

export function kept(key: string): string | undefined {
  return reading(() => localStorage, `fray.${key}`);
}

export function keep(key: string, value: string) {
  writing(() => localStorage, `fray.${key}`, value);
}
