// Remembers what was worked out for the credentials seen last, so that a caller's second request does not pay for a MAC
// again. Only what follows from the credential itself is kept: whether it still holds is asked of the database each time.

/** A few megabytes at the most. */
const mostEntries = 10_000;

export class RecentlySeen<Value> {
  readonly #entries = new Map<string, Value>();

  get(credential: string): Value | undefined {
    return this.#entries.get(credential);
  }

  add(credential: string, value: Value): Value {
    // The oldest goes first: a map keeps the order of arrival.
    if (this.#entries.size >= mostEntries) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(credential, value);
    return value;
  }
}
