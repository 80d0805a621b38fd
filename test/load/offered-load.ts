// Load that does not wait for responses: operations start at fixed times, however long the earlier
// ones take, and each latency counts from that time. And load that does wait, to find the maximum.
import type { Operation } from './operations.ts';

export interface Answered {
  readonly kind: string;
  /** Milliseconds since its planned start. */
  readonly latency: number;
  readonly problem?: string;
  /** Not part of the mix. */
  readonly beside?: true;
}

export interface LoadDone {
  readonly answers: readonly Answered[];
  /** From the first start to the last response. */
  readonly seconds: number;
}

/**
 * Evenly spaced, in an order that keeps each kind's share in every hundred of the mix. perSecond:
 * of the mix, without the extra operations.
 */
export async function offer(operations: readonly Operation[], perSecond: number, seconds: number): Promise<LoadDone> {
  const next = dealer(operations);
  const rate = (perSecond * sharesOf(operations)) / sharesOf(operations.filter(({ beside }) => !beside));
  const count = Math.max(1, Math.round(rate * seconds));
  const start = performance.now() + 20;
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const due = start + (place * 1_000) / rate;
      const operation = next();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      return runOne(operation, due);
    }),
  );
  return { answers, seconds: (performance.now() - start) / 1_000 };
}

/** This many callers, each with its next operation as soon as it has the last response. */
export async function saturate(operations: readonly Operation[], callers: number, seconds: number): Promise<LoadDone> {
  const end = performance.now() + seconds * 1_000;
  return ask(operations, callers, () => performance.now() < end);
}

/** The same, until every operation has run as often as its share says. */
export async function askOnceThrough(operations: readonly Operation[], callers: number): Promise<LoadDone> {
  let left = sharesOf(operations);
  return ask(operations, callers, () => left-- > 0);
}

async function ask(operations: readonly Operation[], callers: number, goesOn: () => boolean): Promise<LoadDone> {
  const next = dealer(operations);
  const start = performance.now();
  const answers: Answered[] = [];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (goesOn()) answers.push(await runOne(next(), performance.now()));
    }),
  );
  return { answers, seconds: (performance.now() - start) / 1_000 };
}

async function runOne({ kind, run, beside }: Operation, due: number): Promise<Answered> {
  const name = { kind, ...(beside && { beside }) };
  try {
    await run();
    return { ...name, latency: performance.now() - due };
  } catch (problem) {
    return { ...name, latency: performance.now() - due, problem: (problem as Error).message };
  }
}

function sharesOf(operations: readonly Operation[]): number {
  return operations.reduce((sum, { share }) => sum + share, 0);
}

/** Deals one shuffled deck after another. */
function dealer(operations: readonly Operation[]): () => Operation {
  let deck: Operation[] = [];
  return () => {
    if (deck.length === 0) {
      deck = operations.flatMap((operation) => Array<Operation>(operation.share).fill(operation));
      for (let place = deck.length - 1; place > 0; place -= 1) {
        const other = Math.floor(Math.random() * (place + 1));
        [deck[place], deck[other]] = [deck[other]!, deck[place]!];
      }
    }
    return deck.pop()!;
  };
}

/** The value that this share of the responses stays below. */
export function percentile(answers: readonly Answered[], part: number): number {
  const sorted = answers.map(({ latency }) => latency).sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** Ends the measurement if a response was wrong. */
export function expectAllRight({ answers }: LoadDone): void {
  const wrong = answers.filter(({ problem }) => problem !== undefined);
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${answers.length} failed, e.g. ${wrong[0]!.kind}: ${wrong[0]!.problem}`);
}
