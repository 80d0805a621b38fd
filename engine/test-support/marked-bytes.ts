// The file of a picture that carries a mark. Anything else fails the test.
import assert from 'node:assert/strict';
import type { MarkedPicture } from '../src/formats/media-format.ts';

export function markedBytes(marked: MarkedPicture | 'unreadable' | 'flat'): Uint8Array {
  assert.ok(typeof marked !== 'string', `not marked: ${String(marked)}`);
  return marked.bytes;
}
