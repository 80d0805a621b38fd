// What work that takes minutes or hours needs from its caller: a place for finished pieces, a way
// to show progress, a way to stop, and a folder.

/**
 * Finished pieces of work that survive a crash: a retry of the same job continues after them. The
 * retry must sign with the same watermark id, because the pieces carry it.
 */
export interface Checkpoints {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, bytes: Uint8Array): Promise<void>;
}

export interface LongRun {
  readonly checkpoints: Checkpoints;
  /** From 0 to 1. Never falls. */
  onProgress(fraction: number): void;
  /** If it aborts, the work ends soon with its reason. */
  readonly signal: AbortSignal;
  /** An empty folder on a local disk; it does not survive a crash. */
  readonly workFolder: string;
}

/** Parts of the work that overlap cannot make the progress fall. */
export function risingProgress(run: LongRun): LongRun {
  let highest = 0;
  return {
    ...run,
    onProgress(fraction) {
      if (fraction <= highest) return;
      highest = fraction;
      run.onProgress(fraction);
    },
  };
}
