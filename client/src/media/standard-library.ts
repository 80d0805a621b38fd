// Adds what the engine uses and Node 20 does not have, for the packed client (build.ts puts it
// first): iterator helpers (ECMAScript 2025), Map.groupBy (2024), RegExp.escape (2025).

const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

const helpers = {
  *map<Item, Value>(this: Iterable<Item>, change: (item: Item, place: number) => Value) {
    let place = 0;
    for (const item of this) yield change(item, place++);
  },
  *filter<Item>(this: Iterable<Item>, fits: (item: Item, place: number) => boolean) {
    let place = 0;
    for (const item of this) if (fits(item, place++)) yield item;
  },
  *flatMap<Item, Value>(this: Iterable<Item>, change: (item: Item, place: number) => Iterable<Value>) {
    let place = 0;
    for (const item of this) yield* change(item, place++);
  },
  *take<Item>(this: Iterable<Item>, count: number) {
    if (count <= 0) return;
    let place = 0;
    for (const item of this) {
      yield item;
      place += 1;
      if (place >= count) return;
    }
  },
  *drop<Item>(this: Iterable<Item>, count: number) {
    let place = 0;
    for (const item of this) if (place++ >= count) yield item;
  },
  toArray<Item>(this: Iterable<Item>) {
    return [...this];
  },
  forEach<Item>(this: Iterable<Item>, visit: (item: Item, place: number) => void) {
    [...this].forEach(visit);
  },
  some<Item>(this: Iterable<Item>, fits: (item: Item) => boolean) {
    for (const item of this) if (fits(item)) return true;
    return false;
  },
  every<Item>(this: Iterable<Item>, fits: (item: Item) => boolean) {
    for (const item of this) if (!fits(item)) return false;
    return true;
  },
  find<Item>(this: Iterable<Item>, fits: (item: Item) => boolean) {
    for (const item of this) if (fits(item)) return item;
    return undefined;
  },
  reduce<Item, Value>(this: Iterable<Item>, ...given: [(sum: Value, item: Item) => Value, Value]) {
    return [...this].reduce(...given);
  },
};

function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, place: number) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let place = 0;
  for (const item of items) {
    const key = keyOf(item, place++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Enough for text between other characters. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function complete(target: object, missing: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(missing)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

complete(iterators, helpers);
complete(Map, { groupBy });
complete(RegExp, { escape: escapeText });
