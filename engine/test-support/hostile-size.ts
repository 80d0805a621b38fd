// The size of files that are made to be slow: a quarter of the largest upload, with the time limit
// of a whole one. FULL_SIZE=true makes them as large as an upload.
// (service/test/hostile-pages.long.test.ts sends pages of the full size.)
import { LARGEST_UPLOAD } from '../src/content-sizes.ts';

const part = process.env.FULL_SIZE === 'true' ? 1 : 0.25;

export const hostileBytes = part * LARGEST_UPLOAD;
