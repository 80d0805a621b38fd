// Keeps what was used recently, up to a number of values.

export interface RecentCache<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

export function createRecentCache<Value>(most: number): RecentCache<Value> {
  /** In the order of their use, oldest first. */
  const values = new Map<string, Value>();
  return {
    get(name) {
      const value = values.get(name);
      if (value === undefined) return undefined;
      values.delete(name);
      values.set(name, value);
      return value;
    },
    set(name, value) {
      values.delete(name);
      values.set(name, value);
      if (values.size > most) values.delete(values.keys().next().value!);
    },
  };
}
