// So many at a time, in the order in which they came. How many that is may change from one turn to the next.
export class Turns {
  readonly #most: () => number;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  /** most: never less than one, or nobody would end the wait of the others. */
  constructor(most: () => number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Resolves when the turn has come. Whoever's signal is aborted before leaves the line, and it rejects. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#line.length === 0 && this.#taken < this.#most()) {
      this.#taken += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      this.#line.splice(this.#line.indexOf(begin), 1);
      reject(signal.reason);
    };
    this.#line.push(begin);
    signal.addEventListener('abort', leave);
    await promise;
  }

  /** To be called once for each turn that was taken. */
  end(): void {
    this.#taken -= 1;
    while (this.#line.length > 0 && this.#taken < this.#most()) {
      this.#taken += 1;
      this.#line.shift()!();
    }
  }
}
