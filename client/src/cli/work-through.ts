// Works through a list, several at a time, in order. One that fails costs the others nothing,
// unless what it met would meet them all.

export async function workThrough<Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
  /** Asked before each. */
  isStopped: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length && !isStopped()) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}
