/** RFC 7396 merge patches and canonical text. The same rules as protocol/patch.py, over the same golden vectors. */

export type Json = string | number | boolean | Json[] | { [key: string]: Json };
export type Patch = string | number | boolean | null | Json[] | { [key: string]: Patch };

/** Every object seems to have them. Servers send none, and refuse them. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

function isMap<T>(value: T | undefined): value is Extract<T, { [key: string]: unknown }> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The patch that leads from `before` to `after`. Parts that are the same object are not looked into. */
export function diff(before: Json, after: Json): Patch {
  if (!isMap(before) || !isMap(after)) return after;
  const patch: { [key: string]: Patch } = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (old === value) continue;
    if (isMap(old) && isMap(value)) {
      const inner = diff(old, value);
      if (Object.keys(inner as object).length > 0) patch[key] = inner;
    } else if (old === undefined || canonical(old) !== canonical(value)) {
      patch[key] = value;
    }
  }
  return patch;
}

/** `before` with the patch laid over it. `before` stays as it was; what did not change is the same object. */
export function apply(before: Json | undefined, patch: Patch): Json {
  if (!isMap(patch)) return patch as Json; // null stands only inside maps
  const after: { [key: string]: Json } = isMap(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (FORBIDDEN.has(key)) throw new Error(`key ${key}`);
    if (value === null) delete after[key];
    else after[key] = apply(Object.hasOwn(after, key) ? after[key] : undefined, value);
  }
  return after;
}

/** JSON without spaces, keys sorted by UTF-16 code units: two views are equal if these texts are. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const entry = (key: string) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`;
  return `{${Object.keys(value).sort().map(entry).join(",")}}`;
}
