// So many at a time, in the order in which they came.
export class Turns {
  readonly #most: number;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Resolves when the turn has come. A signal that aborts before that leaves the line, and it rejects. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#taken < this.#most) {
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

  /** To be called once for each turn that was taken. It passes the turn on. */
  end(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
