// Lookups by key that share a query: those of one turn of the event loop, and those that arrive while a query is on its
// way. On PostgreSQL a round trip costs many times what a row does; on SQLite rows found in one go cost a third of rows
// found one by one, between requests. Each lookup still sees everything acknowledged before it was asked.
import { atEndOfTurn } from '../end-of-turn.ts';
import type { NowOrLater } from '../now-or-later.ts';
import type { Queries } from './database.ts';
import { type Compilable, hotRows } from './hot-query.ts';

type Build<Row> = (queries: Queries, keys: readonly string[]) => Compilable<Row>;
type Look<Row> = (queries: Queries, keys: readonly string[]) => NowOrLater<readonly Row[]>;

/** Keeps a query, and the wait for it, short. */
const mostKeys = 64;
/** A query that is late does not hold up those behind it. */
const lateMilliseconds = 20;

/** `build` writes the query for some keys; its rows carry their key under `keyName`. */
export function gatheredRows<Row>(
  keyName: string,
  build: Build<Row>,
): (queries: Queries, key: string) => Promise<readonly Row[]> {
  const look = hotRows(build);
  const keyOf = (row: Row) => row[keyName as keyof Row] as string;
  const lines = new WeakMap<Queries, Line<Row>>();
  return (queries, key) => {
    let line = lines.get(queries);
    if (!line) {
      line = new Line(queries, look, keyOf);
      lines.set(queries, line);
    }
    return line.ask(key);
  };
}

/** The same where there is one row for a key, or none. */
export function gatheredRow<Row>(
  keyName: string,
  build: Build<Row>,
): (queries: Queries, key: string) => Promise<Row | undefined> {
  const rows = gatheredRows(keyName, build);
  return (queries, key) => rows(queries, key).then(first);
}

function first<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0];
}

type Asked<Row> = Map<string, PromiseWithResolvers<readonly Row[]>>;

const none: readonly never[] = [];

class Line<Row> {
  readonly #queries: Queries;
  readonly #look: Look<Row>;
  readonly #keyOf: (row: Row) => string;
  #waiting: Asked<Row> = new Map();
  #willSend = false;
  #onTheirWay = 0;
  #sentAt = 0;

  constructor(queries: Queries, look: Look<Row>, keyOf: (row: Row) => string) {
    this.#queries = queries;
    this.#look = look;
    this.#keyOf = keyOf;
  }

  ask(key: string): Promise<readonly Row[]> {
    let asked = this.#waiting.get(key);
    if (!asked) {
      asked = Promise.withResolvers<readonly Row[]>();
      this.#waiting.set(key, asked);
      if (this.#waiting.size >= mostKeys) this.#send();
      else if (!this.#willSend) this.#sendSoon();
    }
    return asked.promise;
  }

  #sendSoon(): void {
    if (this.#onTheirWay > 0 && performance.now() - this.#sentAt < lateMilliseconds) return;
    this.#willSend = true;
    atEndOfTurn(() => {
      this.#willSend = false;
      if (this.#waiting.size > 0) this.#send();
    });
  }

  #send(): void {
    const asked = this.#waiting;
    this.#waiting = new Map();
    this.#onTheirWay += 1;
    this.#sentAt = performance.now();
    try {
      const rows = this.#look(this.#queries, filled([...asked.keys()]));
      if (rows instanceof Promise)
        rows.then(
          (later) => this.#answer(asked, later),
          (problem) => this.#fail(asked, problem),
        );
      else this.#answer(asked, rows);
    } catch (problem) {
      this.#fail(asked, problem);
    }
  }

  #answer(asked: Asked<Row>, rows: readonly Row[]): void {
    const found = Map.groupBy(rows, this.#keyOf);
    for (const [key, { resolve }] of asked) resolve(found.get(key) ?? none);
    this.#goOn();
  }

  #fail(asked: Asked<Row>, problem: unknown): void {
    for (const { reject } of asked.values()) reject(problem);
    this.#goOn();
  }

  #goOn(): void {
    this.#onTheirWay -= 1;
    if (this.#waiting.size > 0 && !this.#willSend) this.#send();
  }
}

/** Up to a power of two, the last key repeated: few lengths, so that few queries have to be remembered. */
function filled(keys: string[]): string[] {
  const last = keys.at(-1)!;
  while ((keys.length & (keys.length - 1)) !== 0) keys.push(last);
  return keys;
}
