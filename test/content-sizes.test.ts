// The engine defines the size limits. The client and the pages run in browsers and cannot import
// it, so they repeat the limits. This test keeps the three equal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from '../client/src/content-sizes.ts';
import { largestToSign, largestToVerify } from '../dashboard/src/api/largest-files.ts';
import * as engine from '../engine/src/content-sizes.ts';

const limits = [engine.LARGEST_UPLOAD, engine.LARGEST_DELIVERED];

test('the client has the size limits of the engine', () => {
  assert.deepEqual([client.LARGEST_UPLOAD, client.LARGEST_DELIVERED], limits);
});

test('the pages have the size limits of the engine, in MB', () => {
  assert.deepEqual(
    [largestToSign, largestToVerify].map((megabytes) => megabytes * 1024 * 1024),
    limits,
  );
});
