// Lookups by key on a database that answers later: those that arrive while one is on its way share the next, since a
// round trip costs many times what a row does. Each still sees everything acknowledged before it was asked. A database
// that answers at once is asked at once.
import { type NowOrLater, whenKnown } from '../now-or-later.ts';
import type { Queries } from './database.ts';
import { type Compilable, hotRows } from './hot-query.ts';

type Look<Row> = (queries: Queries, keys: readonly string[]) => NowOrLater<readonly Row[]>;

/** Keeps a query, and the wait for it, short. */
const mostKeys = 64;
/** A query that is late does not hold up those behind it. */
const lateMilliseconds = 20;

/** `build` writes the query for some keys; its rows carry their key under `keyName`. */
export function gatheredRows<Row>(
  keyName: string,
  build: (queries: Queries, keys: readonly string[]) => Compilable<Row>,
): (queries: Queries, key: string) => NowOrLater<readonly Row[]> {
  const look: Look<Row> = hotRows(build);
  const lookOne = hotRows((queries, key: string) => build(queries, [key]));
  const lines = new WeakMap<Queries, Line<Row>>();
  return (queries, key) => {
    const line = lines.get(queries);
    if (line) return line.ask(key);
    const rows = lookOne(queries, key);
    if (rows instanceof Promise)
      lines.set(queries, new Line(queries, look, (row) => String(row[keyName as keyof Row]), rows));
    return rows;
  };
}

/** The same where there is one row for a key, or none. */
export function gatheredRow<Row>(
  keyName: string,
  build: (queries: Queries, keys: readonly string[]) => Compilable<Row>,
): (queries: Queries, key: string) => NowOrLater<Row | undefined> {
  const rows = gatheredRows(keyName, build);
  return (queries, key) => whenKnown(rows(queries, key), ([row]) => row);
}

class Line<Row> {
  readonly #queries: Queries;
  readonly #look: Look<Row>;
  readonly #keyOf: (row: Row) => string;
  #waiting = new Map<string, PromiseWithResolvers<readonly Row[]>>();
  #onTheirWay = 0;
  #sentAt = 0;

  constructor(queries: Queries, look: Look<Row>, keyOf: (row: Row) => string, first: Promise<unknown>) {
    this.#queries = queries;
    this.#look = look;
    this.#keyOf = keyOf;
    this.#follow(first);
  }

  ask(key: string): Promise<readonly Row[]> {
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<readonly Row[]>();
    this.#waiting.set(key, waiting);
    const isFull = this.#waiting.size >= mostKeys;
    if (this.#onTheirWay === 0 || isFull || performance.now() - this.#sentAt > lateMilliseconds) this.#send();
    return waiting.promise;
  }

  #send(): void {
    const asked = this.#waiting;
    this.#waiting = new Map();
    this.#follow(this.#answer(asked));
  }

  async #answer(asked: ReadonlyMap<string, PromiseWithResolvers<readonly Row[]>>): Promise<void> {
    try {
      const found = Map.groupBy(await this.#look(this.#queries, filled([...asked.keys()])), this.#keyOf);
      for (const [key, { resolve }] of asked) resolve(found.get(key) ?? []);
    } catch (problem) {
      for (const { reject } of asked.values()) reject(problem);
    }
  }

  #follow(query: Promise<unknown>): void {
    this.#onTheirWay += 1;
    this.#sentAt = performance.now();
    const next = () => {
      this.#onTheirWay -= 1;
      if (this.#waiting.size > 0) this.#send();
    };
    query.then(next, next);
  }
}

/** Up to a power of two, the last key repeated: few lengths, so that few queries have to be remembered. */
function filled(keys: string[]): string[] {
  const last = keys.at(-1)!;
  while ((keys.length & (keys.length - 1)) !== 0) keys.push(last);
  return keys;
}
