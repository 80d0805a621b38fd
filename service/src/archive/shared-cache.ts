// A bounded cache of things that are slow to read. Callers that want the same thing at the same
// time share one read. The one that was not used for the longest time goes first. A failure is not
// kept.

export interface SharedCache<Value> {
  get(key: string, read: () => Promise<Value>): Promise<Value>;
}

export function createSharedCache<Value>(most: number): SharedCache<Value> {
  const kept = new Map<string, Promise<Value>>();
  return {
    get(key, read) {
      const known = kept.get(key);
      kept.delete(key);
      const value = known ?? read();
      kept.set(key, value);
      if (!known) {
        value.catch(() => kept.get(key) === value && kept.delete(key));
        if (kept.size > most) kept.delete(kept.keys().next().value!);
      }
      return value;
    },
  };
}
