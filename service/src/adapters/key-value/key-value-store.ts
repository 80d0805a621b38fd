// Short-lived state that nodes share: rate-limit counters and one-time codes. Lost state costs a
// user a new code, never data; what must outlive a restart belongs in the database.

export interface Counter {
  readonly value: number;
  /** Milliseconds until the counter starts again. */
  readonly expiresIn: number;
}

export interface KeyValueStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, milliseconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Adds to a counter in one step. Its time begins with its first increment and is not prolonged by
   * later ones.
   */
  increment(key: string, by: number, milliseconds: number): Promise<Counter>;
  /** Throws when the store does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be reached now. */
export class KeyValueStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The key-value store is not available.', { cause });
  }
}
