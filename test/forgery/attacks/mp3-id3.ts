// Attacks on ID3 tags before MP3 and FLAC: tags whose size two readers interpret differently, so
// that one sees a store where the other sees a title, and our frame in other versions, encodings
// and places.

import { word } from '../containers/container.ts';
import { joinTag, makeFrame, makeTag, splitTag, storeFrame, titleFrame } from '../containers/id3.ts';
import type { Forgery, Target } from '../forgery.ts';
import { foreignStore, makeJumbfBox, makeSuperbox, pageStore, storeType } from '../stores.ts';

const title = 'Forged title';

export function* id3Attacks(target: Target): Generator<Forgery> {
  if (target.format !== 'mp3' && target.format !== 'flac') return;
  for (const [name, tag] of doubleTags()) {
    for (const base of ['delivered', 'canonical'] as const) {
      yield {
        name: `puts ${name} before the ${base} file`,
        bytes: Buffer.concat([tag, target[base]]),
        row: 'tagSizes',
      };
    }
  }
  if (target.format === 'mp3') yield* ownFrames(target);
}

/** Tags that contain only a store for one reader, and a title for another. */
function doubleTags(): [string, Buffer][] {
  const extended3 = Buffer.concat([word(6), Buffer.alloc(6)]);
  const extended4 = Buffer.from('000000060100', 'hex');
  const titled = makeSuperbox(storeType, 'c2pa', makeJumbfBox('free', titleFrame(3, title)));
  // For a reader that ignores the flag, the stuffing counts: its frame ends early, and the title
  // starts.
  const stuffed = storeFrame(3, Buffer.concat([foreignStore, Buffer.from('\xff\0'.repeat(20), 'latin1')]));
  stuffed.writeUInt32BE(stuffed.length - 10 - 20, 4);
  // As a plain number it ends after the title, as a safe one before it.
  const wide = Buffer.concat([word(0x120), Buffer.from([1, 0]), titleFrame(4, title)]);
  const extendedTitle = Buffer.concat([word(wide.length - 4), wide.subarray(4)]);
  const plain = storeFrame(4, Buffer.concat([foreignStore, Buffer.alloc(200)]));
  plain.writeUInt32BE(plain.length - 10, 4);
  return [
    ['a tag with a store', makeTag(4, 0, [storeFrame(4, foreignStore)])],
    ['a tag of 2.3 with a store', makeTag(3, 0, [storeFrame(3, foreignStore)])],
    ['a tag of 2.2 with a store', makeTag(2, 0, [storeFrame(2, foreignStore)])],
    ['a tag with a store named Forged', makeTag(4, 0, [storeFrame(4, foreignStore, 'Forged')])],
    ['a tag with a page as a store', makeTag(4, 0, [storeFrame(4, pageStore)])],
    ['a tag with a title in its store', makeTag(3, 0, [storeFrame(3, titled)])],
    ['a tag with a store and padding', makeTag(4, 0, [storeFrame(4, foreignStore), Buffer.alloc(64)])],
    ['a tag with a store and a footer', makeTag(4, 0x10, [storeFrame(4, foreignStore)])],
    [
      'two tags with stores',
      Buffer.concat([makeTag(4, 0, [storeFrame(4, foreignStore)]), makeTag(3, 0, [storeFrame(3, pageStore)])]),
    ],
    ['an unsynchronised tag', makeTag(3, 0x80, [stuffed])],
    [
      'an unsynchronised tag of 2.4',
      makeTag(4, 0x80, [storeFrame(4, Buffer.concat([foreignStore, Buffer.from('\xff\0\xff', 'latin1')]))]),
    ],
    ['a tag that says it is unsynchronised', makeTag(3, 0x80, [storeFrame(3, titled)])],
    ['a tag with an extended header', makeTag(3, 0x40, [extended3, storeFrame(3, foreignStore)])],
    ['a tag of 2.4 with an extended header', makeTag(4, 0x40, [extended4, storeFrame(4, foreignStore)])],
    [
      'a tag with a title as its extended header',
      makeTag(3, 0x40, [
        Buffer.concat([word(titleFrame(3, title).length), titleFrame(3, title)]),
        storeFrame(3, foreignStore),
      ]),
    ],
    [
      'a tag of 2.4 with a title in its extended header',
      makeTag(4, 0x40, [extendedTitle, storeFrame(4, foreignStore)]),
    ],
    ['a tag that announces an extended header and has none', makeTag(3, 0x40, [storeFrame(3, foreignStore)])],
    ['an experimental tag', makeTag(3, 0x20, [storeFrame(3, foreignStore)])],
    ['a tag with a frame of plain size', makeTag(4, 0, [plain])],
    ['an empty tag', makeTag(3, 0, [])],
    ['a tag with a title', makeTag(3, 0, [titleFrame(3, title)])],
  ];
}

function* ownFrames(target: Target): Generator<Forgery> {
  const { delivered, canonical, token, stranger } = target;
  const pieces = splitTag(delivered);
  const at = pieces.findIndex(({ bytes }) => bytes.includes(token));
  const text = (name = 'PROVENANCE_TOKEN', value = token) => `${name}\0${value}`;
  const wide = (encoding: number, ...texts: string[]) => {
    const utf16 = texts.map((each) => Buffer.from(encoding === 1 ? `\ufeff${each}` : each, 'utf16le'));
    return Buffer.concat([Buffer.from([encoding]), ...utf16.flatMap((each) => [each, Buffer.alloc(2)]).slice(0, -1)]);
  };
  const contents: [string, Buffer][] = [
    ['in UTF-16', wide(1, 'PROVENANCE_TOKEN', token)],
    ['in UTF-16 without a mark', wide(2, 'PROVENANCE_TOKEN', token)],
    ['in UTF-8', Buffer.from(`\x03${text()}`)],
    ['with a zero at its end', Buffer.from(`\0${text()}\0`)],
    ['under its second name', Buffer.from(`\0${text('PROVENANCE_TOKEN_2')}`)],
    ['under a name in small letters', Buffer.from(`\0${text('provenance_token')}`)],
    ['with another token', Buffer.from(`\0${text('PROVENANCE_TOKEN', stranger.token)}`)],
  ];
  const version = delivered[3]!;
  for (const [name, content] of contents) {
    const frame = makeFrame(version, 'TXXX', content);
    yield { name: `writes our frame ${name}`, bytes: joinTag(pieces.with(at, { name: 'TXXX', bytes: frame })) };
    yield {
      name: `adds our frame ${name}`,
      bytes: joinTag(pieces.toSpliced(at + 1, 0, { name: 'TXXX', bytes: frame })),
    };
  }
  const flagged = Buffer.from(pieces[at]!.bytes);
  flagged[9]! = 0x40;
  if (version > 2)
    yield { name: 'sets a flag of our frame', bytes: joinTag(pieces.with(at, { name: 'TXXX', bytes: flagged })) };
  for (const each of [2, 3, 4]) {
    const frame = makeFrame(each, 'TXXX', Buffer.from(`\0${text()}`));
    for (const flags of each === 2 ? [0, 0x80] : [0, 0x80, 0x20]) {
      const tag = makeTag(each, flags, [frame]);
      const where = `2.${each} with flags ${flags.toString(16)}`;
      yield {
        name: `puts our frame in a tag of ${where} before the canonical file`,
        bytes: Buffer.concat([tag, canonical]),
      };
      yield {
        name: `puts our frame in a tag of ${where} before the delivered file`,
        bytes: Buffer.concat([tag, delivered]),
      };
    }
    const titled = makeTag(each, 0, [frame, titleFrame(each, title)]);
    yield {
      name: `puts our frame and a title in a tag of 2.${each} in front`,
      bytes: Buffer.concat([titled, canonical]),
    };
  }
}
