// Test support: large files whose headers lie, are cut off or never end. None exists on a disk.
import type { ContentSource } from '../src/large-files/content-source.ts';
import { sparseSource } from './large-content.ts';
import { box, element, word } from './sample-videos.ts';

const gigabyte = 2 ** 30;
const head = box('ftyp', 'isom', word(512), 'isom');
const webm = Buffer.concat([
  element('1a45dfa3', element('4282', 'webm')),
  element('18538067', '', null),
  element('1f43b675', '', null),
]);
const large = (type: string, size: number) =>
  Buffer.concat([word(1), Buffer.from(type), word(Math.floor(size / 2 ** 32)), word(size % 2 ** 32)]);
const begins = (...bytes: readonly Buffer[]) => sparseSource(gigabyte, [{ at: 0, bytes: Buffer.concat(bytes) }]);

export function hostileMovies(): Map<string, ContentSource> {
  const table = box('stco', word(0), word(0xffffffff));
  const cutOff = box('moov', Buffer.alloc(100)).subarray(0, 20);
  return new Map([
    ['a header of a gigabyte', begins(head, large('moov', gigabyte - head.length))],
    ['a header beyond the file', begins(head, large('moov', 2 ** 52))],
    ['a box beyond any file, and no header', begins(head, large('mdat', 2 ** 60))],
    ['a box smaller than its header', begins(head, large('mdat', 15))],
    ['millions of boxes', repeated(head, box('free'))],
    ['a table beyond its box', begins(head, box('moov', table), large('mdat', gigabyte))],
    [
      'a header cut off',
      sparseSource(gigabyte + cutOff.length, [
        { at: 0, bytes: Buffer.concat([head, large('mdat', gigabyte - head.length)]) },
        { at: gigabyte, bytes: cutOff },
      ]),
    ],
    ['millions of elements', repeated(webm, element('a3', 'frame'))],
    ['an element beyond the file', begins(webm, element('a3', 'frame', gigabyte))],
  ]);
}

/** The same bytes again and again. */
function repeated(start: Buffer, again: Buffer): ContentSource {
  const times = Math.floor((64 * 1024 * 1024) / again.length);
  const pattern = Buffer.alloc(again.length * (Math.ceil((5 * 1024 * 1024) / again.length) + 1), again);
  const size = start.length + again.length * times;
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size);
      const first = start.subarray(offset, end);
      const shift = Math.max(0, offset - start.length) % again.length;
      return Buffer.concat([first, pattern.subarray(shift, shift + end - offset - first.length)]);
    },
  };
}
