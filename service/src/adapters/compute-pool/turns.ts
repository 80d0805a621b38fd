// A limited number at a time, in fair turns: the waiting caller with the fewest current turns goes
// next, and among equals the one whose last turn is the longest ago. The line is limited. When it
// is full, a caller with fewer places takes one from the caller with the most. So nobody can delay
// or exclude others by sending more.

/** The line has no free place. */
export class LineFull extends Error {
  override readonly name = 'LineFull';
}

interface Waiting {
  readonly caller: string;
  /** performance.now() when it came. */
  readonly since: number;
  begin(): void;
  refuse(): void;
}

interface Share {
  taken: number;
  waiting: number;
  /** When the last turn started, in turns since the start. */
  lastTurn: number;
}

export class Turns {
  readonly #most: number;
  readonly #longestLine: number;
  readonly #line: Waiting[] = [];
  /** For each caller with a turn or a place in the line. */
  readonly #shares = new Map<string, Share>();
  #taken = 0;
  #begun = 0;

  constructor(most: number, longestLine: number) {
    this.#most = most;
    this.#longestLine = longestLine;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** 0: nobody waits. The line is in the order of arrival. */
  get longestWaitMilliseconds(): number {
    const first = this.#line[0];
    return first ? performance.now() - first.since : 0;
  }

  /**
   * Resolves when the turn has come. Rejects if the signal is aborted before that, or with
   * LineFull.
   */
  async take(signal: AbortSignal, caller: string): Promise<void> {
    if (this.#taken < this.#most) return this.#begin(caller);
    if (this.#line.length >= this.#longestLine) this.#makeRoom(caller);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#remove(place);
      signal.removeEventListener('abort', giveUp);
      reject(reason);
    };
    const giveUp = () => leave(signal.reason);
    const place: Waiting = {
      caller,
      since: performance.now(),
      begin: () => {
        this.#remove(place);
        signal.removeEventListener('abort', giveUp);
        this.#begin(caller);
        resolve();
      },
      refuse: () => leave(new LineFull()),
    };
    this.#shareOf(caller).waiting += 1;
    this.#line.push(place);
    signal.addEventListener('abort', giveUp);
    await promise;
  }

  /** Call it once for each turn that was taken. */
  end(caller: string): void {
    this.#taken -= 1;
    this.#shareOf(caller).taken -= 1;
    if (this.#line.length > 0) this.#next().begin();
    this.#forget(caller);
  }

  #begin(caller: string): void {
    this.#taken += 1;
    this.#begun += 1;
    const share = this.#shareOf(caller);
    share.taken += 1;
    share.lastTurn = this.#begun;
  }

  /** The first place in the line of the caller whose turn it is. */
  #next(): Waiting {
    return this.#line.reduce((best, place) => (this.#goesBefore(place, best) ? place : best));
  }

  #goesBefore({ caller: one }: Waiting, { caller: other }: Waiting): boolean {
    const [left, right] = [this.#shareOf(one), this.#shareOf(other)];
    return left.taken === right.taken ? left.lastTurn < right.lastTurn : left.taken < right.taken;
  }

  /**
   * Takes the last place of the caller with the most, who still keeps as many as the new one gets.
   */
  #makeRoom(caller: string): void {
    const last = this.#line.reduce((best, place) =>
      this.#shareOf(place.caller).waiting >= this.#shareOf(best.caller).waiting ? place : best,
    );
    if (this.#shareOf(last.caller).waiting <= this.#shareOf(caller).waiting + 1) {
      this.#forget(caller);
      throw new LineFull();
    }
    last.refuse();
  }

  #remove(place: Waiting): void {
    this.#line.splice(this.#line.indexOf(place), 1);
    this.#shareOf(place.caller).waiting -= 1;
    this.#forget(place.caller);
  }

  #shareOf(caller: string): Share {
    const known = this.#shares.get(caller);
    if (known) return known;
    // A new caller goes before the one that had the last turn, and behind all other waiting
    // callers.
    const share = { taken: 0, waiting: 0, lastTurn: this.#begun - 0.5 };
    this.#shares.set(caller, share);
    return share;
  }

  #forget(caller: string): void {
    const share = this.#shares.get(caller);
    if (share?.taken === 0 && share.waiting === 0) this.#shares.delete(caller);
  }
}
