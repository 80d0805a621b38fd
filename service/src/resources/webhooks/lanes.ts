// One limit for each name, such as an organization, so that its slow receivers delay only its own
// deliveries.
import pLimit, { type LimitFunction } from 'p-limit';

export interface Lanes {
  /** For all names together. */
  readonly busy: number;
  readonly waiting: number;
  /** 0: nothing waits. */
  readonly longestWaitMilliseconds: number;
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function createLanes(width: number): Lanes {
  const lanes = new Map<string, LimitFunction>();
  /** performance.now() of the arrival, in this order. */
  const waiting = new Map<object, number>();
  return {
    get busy() {
      return lanes.values().reduce((sum, { activeCount }) => sum + activeCount, 0);
    },
    get waiting() {
      return lanes.values().reduce((sum, { pendingCount }) => sum + pendingCount, 0);
    },
    get longestWaitMilliseconds() {
      const [first] = waiting.values();
      return first === undefined ? 0 : performance.now() - first;
    },
    async run(name, work) {
      const lane = lanes.get(name) ?? pLimit(width);
      lanes.set(name, lane);
      const place = {};
      waiting.set(place, performance.now());
      try {
        return await lane(() => {
          waiting.delete(place);
          return work();
        });
      } finally {
        if (lane.activeCount + lane.pendingCount === 0) lanes.delete(name);
      }
    },
  };
}
