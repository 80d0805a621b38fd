// Loaded into a node by the soak: each of its processes and threads collects its garbage repeatedly
// and records its memory then, so that only memory in use counts. Needs --expose-gc, and the file
// to write to as `?file=` of its address.
import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

const { gc } = globalThis as { gc?: () => void };
const file = new URL(import.meta.url).searchParams.get('file');
setInterval(() => {
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  if (file) appendFileSync(file, `${Date.now()} ${process.pid}:${threadId} ${heapUsed + external}\n`);
}, 5_000).unref();
