// How large the files are that are made to be slow: a quarter of what an upload may be, in the time
// allowed to all of it; FULL_SIZE=true makes them as large as uploads may be.
// (service/test/hostile-pages.long.test.ts sends pages of the full size.)
import { LARGEST_UPLOAD } from '../src/content-sizes.ts';

const part = process.env.FULL_SIZE === 'true' ? 1 : 0.25;

export const hostileBytes = part * LARGEST_UPLOAD;
