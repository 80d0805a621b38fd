// Test support: how long work takes, in a measure that other programs on the machine do not change.

/**
 * The result of the work, and its milliseconds of processor time in all threads of this process.
 */
export async function measured<Value>(
  work: () => Value,
): Promise<{ readonly value: Awaited<Value>; readonly milliseconds: number }> {
  const start = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(start);
  return { value, milliseconds: (user + system) / 1_000 };
}
