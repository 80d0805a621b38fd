// The client refuses a file by the same limits as the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_UPLOAD as signable, LARGEST_DELIVERED as verifiable } from '@content-provenance/engine';
import { LARGEST_DELIVERED, LARGEST_UPLOAD } from './content-sizes.ts';

test('the client has the same size limits as the engine', () => {
  assert.deepEqual([LARGEST_UPLOAD, LARGEST_DELIVERED], [signable, verifiable]);
});
