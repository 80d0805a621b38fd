// At most so many pieces of work at once for each name; the others wait in line. What one organization's slow receivers
// hold up is its own.

export interface Lanes {
  /** Of all names. */
  readonly busy: number;
  readonly waiting: number;
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export function createLanes(width: number): Lanes {
  const lanes = new Map<string, Lane>();
  const sum = (count: (lane: Lane) => number) => [...lanes.values()].reduce((total, lane) => total + count(lane), 0);
  return {
    get busy() {
      return sum(({ running }) => running);
    },
    get waiting() {
      return sum(({ waiting }) => waiting.length);
    },
    async run(name, work) {
      const lane = lanes.get(name) ?? { running: 0, waiting: [] };
      lanes.set(name, lane);
      if (lane.running < width) lane.running += 1;
      // A task that leaves hands its place over.
      else await new Promise<void>((resolve) => lane.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = lane.waiting.shift();
        if (next) next();
        else lane.running -= 1;
        if (lane.running === 0) lanes.delete(name);
      }
    },
  };
}
