// Which tests run, for tests whose work has a short and a long version. scripts/test.ts sets TEST_RUN.

/** How many cases to try: few in `npm test`, many in `npm run test:long`. */
export function countFor({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env.TEST_RUN === 'long' ? long : short;
}
