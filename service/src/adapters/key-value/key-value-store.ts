// Short-lived state that nodes share: rate-limit counters and one-time codes. If it is lost, a user
// needs a new code, but no data is lost. State that must survive a restart belongs in the database.

export interface Counter {
  readonly value: number;
  /** Milliseconds until the counter restarts. */
  readonly expiresIn: number;
}

export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, milliseconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Adds to a counter in one step. Its time starts with its first increment, and later ones do not
   * extend it.
   */
  increment(key: string, by: number, milliseconds: number): Promise<Counter>;
  /** Throws if the store does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached now. */
export class KeyValueStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The key-value store is not available.', { cause });
  }
}
