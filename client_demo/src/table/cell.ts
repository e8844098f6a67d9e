/** A value that tells when it changes. The page is drawn from one of them. */
export class Cell<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private held: T) {}

  get value(): T {
    return this.held;
  }

  set value(next: T) {
    if (next === this.held) return;
    this.held = next;
    for (const listener of this.listeners) listener();
  }

  /** Returns what ends it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
