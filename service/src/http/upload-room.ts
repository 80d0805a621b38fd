// The memory that uploads may take together. A request takes its share before its body is read and gives it back when it
// has been answered; the socket of one that waits is simply not read.
import { fail } from './error-catalogue.ts';

export interface UploadRoom {
  /** Waits until there is room; resolves with the way to give it back. */
  take(bytes: number): Promise<() => void>;
}

export function createUploadRoom(capacity: number, mostWaiting: number): UploadRoom {
  let taken = 0;
  const waiting: { bytes: number; enter: () => void }[] = [];

  function admit(): void {
    // One after the other: a large upload is not overtaken for ever by small ones.
    while (waiting.length > 0 && (taken === 0 || taken + waiting[0]!.bytes <= capacity)) {
      const next = waiting.shift()!;
      taken += next.bytes;
      next.enter();
    }
  }

  return {
    async take(bytes) {
      if (waiting.length >= mostWaiting) fail('service_unavailable', {}, { 'retry-after': '5' });
      await new Promise<void>((enter) => {
        waiting.push({ bytes, enter });
        admit();
      });
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        taken -= bytes;
        admit();
      };
    },
  };
}
