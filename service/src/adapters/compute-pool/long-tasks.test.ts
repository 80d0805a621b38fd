// A long task ends when nothing of it can happen any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, commandOf } from '../../../test-support/process-tree.ts';
import { createLongTasks, type VerifyIndex } from './long-tasks.ts';

test('a task that is stopped waits for the call in flight, but not for its process', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<Uint8Array>()];
  const source = {
    size: 100,
    read: () => {
      begun.resolve();
      return held.promise;
    },
  };
  const stopping = new AbortController();
  const checkpoints = { load: async () => undefined, save: async () => undefined };
  const run = { workFolder: '/nowhere', checkpoints, onProgress: () => undefined, signal: stopping.signal };
  const tasks = createLongTasks({ equipment: { decoderMemory: null, neural: false } });
  let hasEnded = false;
  // The task asks for its source first, so it never asks for the index.
  const task = tasks.verify(source, {}, {} as VerifyIndex, run).finally(() => {
    hasEnded = true;
  });
  await begun.promise;
  stopping.abort(new Error('The node stops.'));
  const processes = () => childrenOf(process.pid).filter((pid) => commandOf(pid).includes('compute-pool'));
  while (processes().length > 0) await pause(10);
  await pause(100);
  assert.equal(hasEnded, false);
  held.resolve(new Uint8Array(100));
  await assert.rejects(task, /The node stops/);
});
