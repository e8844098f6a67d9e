/** What outlives a reload: the link's token per tab, a seat's random value and the user's wishes per browser.
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

/** The token of this tab: from the link's fragment, which then leaves the address bar, else the one it had. */
export function takeToken(): string | undefined {
  const given = location.hash.slice(1);
  if (/^[\w-]{64}$/.test(given)) {
    writing(() => sessionStorage, TOKEN, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return reading(() => sessionStorage, TOKEN);
}

export function dropToken() {
  writing(() => sessionStorage, TOKEN, undefined);
}

export function kept(key: string): string | undefined {
  return reading(() => localStorage, `fray.${key}`);
}

export function keep(key: string, value: string) {
  writing(() => localStorage, `fray.${key}`, value);
}
