// A thread that tries its share of the cases and reports how many of each format it tried.
import { parentPort, workerData } from 'node:worker_threads';
import { MutationTrial } from './try-mutations.ts';

export interface MutationShare {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** How many shares there are, and the number of this one. */
  readonly shares: number;
  readonly share: number;
  readonly endsAt: number;
}

export interface MutationFigures {
  tried: number;
  authentic: number;
  milliseconds: number;
}

export type MutationReport =
  | { readonly kind: 'figures'; readonly figures: ReadonlyMap<string, MutationFigures> }
  | {
      readonly kind: 'finding';
      readonly number: number;
      readonly format: string;
      readonly fault: string;
      readonly bytes: Uint8Array;
    };

const reportEvery = 1_000;

if (parentPort) {
  const { seed, first, count, shares, share, endsAt } = workerData as MutationShare;
  const port = parentPort;
  const trial = await MutationTrial.open();
  let figures = new Map<string, MutationFigures>();
  let tried = 0;
  const tell = () => {
    port.postMessage({ kind: 'figures', figures } satisfies MutationReport);
    figures = new Map();
  };
  for (let number = first + share; number < first + count && Date.now() < endsAt; number += shares) {
    const started = performance.now();
    const { format, authentic, fault, bytes } = await trial.try(seed, number);
    const each = figures.get(format) ?? { tried: 0, authentic: 0, milliseconds: 0 };
    each.tried += 1;
    each.authentic += authentic ? 1 : 0;
    each.milliseconds += performance.now() - started;
    figures.set(format, each);
    if (fault !== undefined)
      port.postMessage({ kind: 'finding', number, format, fault, bytes } satisfies MutationReport);
    tried += 1;
    if (tried % reportEvery === 0) tell();
  }
  tell();
}
