// The memory for all uploads together. An upload occupies nothing until its bytes arrive. No
// network can occupy more than what is still free, so that there is always memory for one more,
// however many uploads a network sends (dynamic thresholds, Choudhury and Hahne 1998). Uploads that
// do not fit wait unread. If too many wait, or for too long, the caller gets 503.
import { ServiceError } from '../error-catalogue.ts';

export interface UploadRoom {
  /** How often the arrival of an upload with a share is checked. */
  readonly arrivalWindowMilliseconds: number;
  /** Bytes. */
  readonly held: number;
  /** Uploads. */
  readonly waiting: number;
  /** network: as named by network-of.ts. */
  enter(network: string): UploadShare;
}

export interface UploadShare {
  /** Bytes. */
  readonly held: number;
  readonly isWaiting: boolean;
  /** Resolves when the share has this size. Undefined: it already has it. Fails with 503. */
  grow(bytes: number): Promise<void> | undefined;
  /** Returns everything. A second call does nothing. */
  leave(): void;
}

export interface UploadRoomOptions {
  /** Bytes. */
  readonly capacity: number;
  readonly mostWaiting: number;
  readonly longestWaitMilliseconds: number;
  readonly arrivalWindowMilliseconds: number;
}

interface Waiting {
  readonly network: string;
  readonly bytes: number;
  readonly share: { readonly held: number };
  enter(): void;
  refuse(): void;
}

export function createUploadRoom(options: UploadRoomOptions): UploadRoom {
  const { capacity, mostWaiting, longestWaitMilliseconds, arrivalWindowMilliseconds } = options;
  const holdings = new Map<string, number>();
  const line: Waiting[] = [];
  let taken = 0;

  function change(network: string, bytes: number): void {
    taken += bytes;
    const holding = holdingOf(network) + bytes;
    if (holding > 0) holdings.set(network, holding);
    else holdings.delete(network);
  }

  const holdingOf = (network: string) => holdings.get(network) ?? 0;

  function fits({ network, bytes, share }: Pick<Waiting, 'network' | 'bytes' | 'share'>): boolean {
    const isAlone = taken === share.held;
    return isAlone || holdingOf(network) + bytes <= capacity - taken - bytes;
  }

  /** Networks with the smallest share come first. */
  function admit(): void {
    const inOrder = line.toSorted((left, right) => holdingOf(left.network) - holdingOf(right.network));
    for (const waiting of inOrder) if (fits(waiting)) waiting.enter();
  }

  /** In a full line, the network with the most uploads loses its last one. */
  function makePlace(network: string): boolean {
    if (line.length < mostWaiting) return true;
    const counts = Map.groupBy(line, (waiting) => waiting.network);
    const longest = [...counts.values()].reduce((most, each) => (each.length > most.length ? each : most));
    if (longest.length <= (counts.get(network)?.length ?? 0) + 1) return false;
    longest.at(-1)!.refuse();
    return true;
  }

  function enter(network: string): UploadShare {
    let held = 0;
    let left = false;
    let leaveLine: (() => void) | undefined;
    const take = (bytes: number) => {
      held += bytes;
      change(network, bytes);
    };

    function wait(bytes: number): Promise<void> {
      if (!makePlace(network)) return Promise.reject(new ServiceError(...tooBusy));
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          network,
          bytes,
          share,
          enter() {
            leaveLine?.();
            take(bytes);
            resolve();
          },
          refuse() {
            leaveLine?.();
            reject(new ServiceError(...tooBusy));
          },
        };
        const timer = setTimeout(waiting.refuse, longestWaitMilliseconds);
        leaveLine = () => {
          clearTimeout(timer);
          line.splice(line.indexOf(waiting), 1);
          leaveLine = undefined;
        };
        line.push(waiting);
      });
    }

    const share: UploadShare = {
      get held() {
        return held;
      },
      get isWaiting() {
        return leaveLine !== undefined;
      },
      grow(wanted) {
        const bytes = wanted - held;
        if (bytes <= 0 || left) return undefined;
        if (!fits({ network, bytes, share })) return wait(bytes);
        take(bytes);
        return undefined;
      },
      leave() {
        left = true;
        leaveLine?.();
        if (held === 0) return;
        change(network, -held);
        held = 0;
        admit();
      },
    };
    return share;
  }

  return {
    arrivalWindowMilliseconds,
    get held() {
      return taken;
    },
    get waiting() {
      return line.length;
    },
    enter,
  };
}

const tooBusy = ['service_unavailable', {}, { 'retry-after': '5' }] as const;
