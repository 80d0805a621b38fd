// The one way to write many items in one transaction: items of an organization that arrive during
// one of its transactions share the next one. An item that comes alone does not wait. If one item
// breaks the shared transaction, each item is written again on its own, so the others lose only
// time.
import type { Span } from '../../telemetry/span.ts';
import { currentSpan, inSpan, runIn } from '../../telemetry/tracing.ts';
import { type Database, DatabaseUnavailable, type Transaction } from './database.ts';

export interface BatcherParts<Item, Result> {
  readonly database: Database;
  /** The most that one transaction takes, in the unit of sizeOf. Keeps transactions short. */
  readonly most: number;
  /** Left out: every item counts as one. */
  sizeOf?(item: Item): number;
  /** Returns a result for each item, in order. An Error refuses only its own item. */
  write(transaction: Transaction, orgId: string, items: readonly Item[]): Promise<readonly (Result | Error)[]>;
}

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item;
  readonly span: Span | undefined;
}

/** Resolves once the item is on disk and the hooks of its transaction have finished. */
export type Batcher<Item, Result> = (orgId: string, item: Item) => Promise<Result>;

export function createBatcher<Item, Result>(parts: BatcherParts<Item, Result>): Batcher<Item, Result> {
  const { database, most, sizeOf = () => 1, write } = parts;
  /** By organization, while one of its transactions is in progress. */
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function work(orgId: string, line: Waiting<Item, Result>[]): Promise<void> {
    // Items that a caller adds together share the first transaction too.
    await undefined;
    while (line.length > 0) {
      const share = takeShare(line);
      await inTraceOf(share, () => untilCommitted(orgId, share));
    }
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

  /** The transaction belongs to the trace of its first item, and names the traces of the others. */
  function inTraceOf(share: readonly Waiting<Item, Result>[], store: () => Promise<void>): Promise<void> {
    const [first, ...others] = new Set(share.map(({ span }) => span));
    const links = others.filter((span) => span !== undefined);
    const options = { attributes: { 'batch.items': share.length }, links };
    return runIn(first, () => inSpan('shared transaction', options, store));
  }

  /**
   * Resolves at the commit, so that slow hooks, such as webhooks, do not delay the next
   * transaction.
   */
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
    const waiting = { item, span: currentSpan(), ...Promise.withResolvers<Result>() };
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
