// The memory that uploads may take together. A request takes its share before its body is read and gives it back when it
// has been answered; the socket of one that waits is simply not read. Who would wait long is told to come back.
import { fail } from './error-catalogue.ts';

export interface UploadRoom {
  /** How often the arrival of an upload that holds room is looked at. */
  readonly arrivalWindowMilliseconds: number;
  /** Waits until there is room; resolves with the way to give it back. */
  take(bytes: number): Promise<() => void>;
}

export interface UploadRoomOptions {
  /** Bytes. */
  readonly capacity: number;
  readonly mostWaiting: number;
  readonly longestWaitMilliseconds: number;
  readonly arrivalWindowMilliseconds: number;
}

interface Waiting {
  readonly bytes: number;
  enter(): void;
}

export function createUploadRoom(options: UploadRoomOptions): UploadRoom {
  const { capacity, mostWaiting, longestWaitMilliseconds, arrivalWindowMilliseconds } = options;
  let taken = 0;
  const waiting: Waiting[] = [];

  function admit(): void {
    // One after the other: a large upload is not overtaken for ever by small ones.
    while (waiting.length > 0 && (taken === 0 || taken + waiting[0]!.bytes <= capacity)) {
      const next = waiting.shift()!;
      taken += next.bytes;
      next.enter();
    }
  }

  /** Whether its turn came in time. */
  function waitForTurn(bytes: number): Promise<boolean> {
    return new Promise((resolve) => {
      const place = {
        bytes,
        enter: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1);
        resolve(false);
        // Those behind it may be small enough.
        admit();
      }, longestWaitMilliseconds);
      waiting.push(place);
      admit();
    });
  }

  return {
    arrivalWindowMilliseconds,

    async take(bytes) {
      if (waiting.length >= mostWaiting || !(await waitForTurn(bytes))) {
        fail('service_unavailable', {}, { 'retry-after': '5' });
      }
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
