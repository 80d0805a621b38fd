// How many deliveries are in progress, by endpoint and by organization.

export interface Slots {
  of(name: string): number;
  /** Counts one for each name, until it is released. */
  take(...names: readonly string[]): () => void;
}

export function createSlots(): Slots {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  const add = (name: string, change: number) => {
    const count = of(name) + change;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  return {
    of,
    take(...names) {
      for (const name of names) add(name, 1);
      return () => {
        for (const name of names) add(name, -1);
      };
    },
  };
}
