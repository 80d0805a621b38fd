// Processes a list, several at a time, in order. A failure does not affect the others, unless they
// would all have the same problem.

export async function workThrough<Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
  /** Called before each. */
  isStopped: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length && !isStopped()) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}
