/** A list told by what is new in it: a number stands for the entry at that place of the list before. */
export function renewed<T extends object>(before: T[], told: (number | T)[] | undefined): T[] {
  if (told === undefined) return before;
  return told.map((one) => (typeof one === "number" ? (before[one] as T) : one));
}
