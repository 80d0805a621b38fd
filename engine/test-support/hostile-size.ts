// How large the files are that are made to be slow: a quarter of what an upload may be, in a quarter of the time; FULL_SIZE=true
// makes them as large as uploads may be. (Over HTTP, service/test/hostile-pages.test.ts sends pages of the full size.)
const part = process.env.FULL_SIZE === 'true' ? 1 : 0.25;

export const hostileBytes = part * 50 * 1024 * 1024;

/** Of processor time, for work that may take so many microseconds on a file of the full size; a part of it is the same for any size. */
export const mostMicroseconds = (forFullSize: number): number => (part < 1 ? 300_000 : 0) + part * forFullSize;
