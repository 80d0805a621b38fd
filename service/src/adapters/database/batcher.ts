// The one way to write many things in one transaction: items of an organization that arrive while a
// transaction of theirs is at work share the next one. An item that comes alone does not wait. One
// that breaks the shared transaction costs the others nothing but time: each is then written on its
// own.
import { type Database, DatabaseUnavailable, type Transaction } from './database.ts';

export interface BatcherParts<Item, Result> {
  readonly database: Database;
  /** The most that one transaction takes; keeps it short. */
  readonly most: number;
  /** Left out: every item counts as one. */
  sizeOf?(item: Item): number;
  /** Gives a result for each item, in order; an error refuses its item alone. */
  write(transaction: Transaction, orgId: string, items: readonly Item[]): Promise<readonly (Result | Error)[]>;
}

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item;
}

/** Resolves once the item is on disk and the hooks of its transaction have finished. */
export type Batcher<Item, Result> = (orgId: string, item: Item) => Promise<Result>;

export function createBatcher<Item, Result>(parts: BatcherParts<Item, Result>): Batcher<Item, Result> {
  const { database, most, sizeOf = () => 1, write } = parts;
  /** By organization, while one of its transactions is at work. */
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function work(orgId: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) await untilCommitted(orgId, takeShare(line));
    lines.delete(orgId);
  }

  function takeShare(line: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
    let size = 0;
    const end = line.findIndex(({ item }, place) => {
      size += sizeOf(item);
      return place > 0 && size > most;
    });
    return line.splice(0, end < 0 ? line.length : end);
  }

  /** Slow hooks, such as webhooks, do not hold up those who wait for the next transaction. */
  function untilCommitted(orgId: string, share: readonly Waiting<Item, Result>[]): Promise<void> {
    return new Promise((committed) => void answer(orgId, share, committed).finally(committed));
  }

  async function answer(orgId: string, share: readonly Waiting<Item, Result>[], committed: () => void) {
    try {
      const items = share.map(({ item }) => item);
      const results = await database.transaction((transaction) => {
        transaction.afterCommit(async () => committed());
        return write(transaction, orgId, items);
      });
      for (const [place, { resolve, reject }] of share.entries()) {
        const result = results[place]!;
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (problem) {
      if (share.length > 1 && !(problem instanceof DatabaseUnavailable)) {
        for (const one of share) await untilCommitted(orgId, [one]);
      } else for (const { reject } of share) reject(problem);
    }
  }

  return (orgId, item) => {
    const waiting = { item, ...Promise.withResolvers<Result>() };
    const line = lines.get(orgId);
    if (line) line.push(waiting);
    else {
      const own = [waiting];
      lines.set(orgId, own);
      void work(orgId, own);
    }
    return waiting.promise;
  };
}
