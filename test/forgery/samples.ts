// The files that are signed and then attacked: small ones of every format, with the structures that
// attacks need. The last of a format is the attacker's own.
import { allFormats } from '../../engine/src/index.ts';
import { box, word, samples as words } from '../../engine/test-support/sample-videos.ts';
import { samplesOf } from '../../engine/test-support/samples.ts';
import { jpegContainer, makeSegment } from './containers/jpeg.ts';
import { makeChunk, pngContainer } from './containers/png.ts';

export interface Sample {
  readonly format: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** The first of its format. */
  readonly thorough: boolean;
}

const chosen: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['plain', 'with XMP', 'grey'],
  png: ['plain', 'with Exif, profile, density and XMP', 'animated', 'grey'],
  webp: [
    'lossy',
    'lossy with alpha',
    'animated',
    'with Exif, profile and XMP',
    'of odd size without padding',
    'lossless',
  ],
  wav: ['of 16 bits', 'with tags and unknown chunks', 'streamed', 'of 8 bits'],
  flac: ['bare', 'with comments', 'with everything'],
  mp3: ['bare', 'with ID3v2.2', 'with ID3v2.4', 'unsynchronised', 'with APE and ID3v1'],
  mp4: ['plain', 'in fragments', 'with the movie header last'],
  mov: ['plain', 'without a brand', 'with the movie header last'],
  matroska: ['plain', 'of a live stream', 'of two segments'],
  webm: ['plain', 'of a live stream', 'of two segments'],
  pdf: ['plain', 'with XMP', 'with a cross-reference stream and a packed catalog', 'with an ID and information'],
  html: [
    'plain',
    'without head',
    'a fragment',
    'in UTF-16, little endian',
    'in ISO-2022-JP',
    'XHTML',
    'of no declared charset',
    'with CRLF',
  ],
  'plain-text': ['plain', 'in UTF-16, little endian', 'Markdown'],
};

export async function listSamples(): Promise<Sample[]> {
  const lists = await Promise.all(allFormats.map(({ name }) => samplesOfFormat(name)));
  return lists.flat();
}

async function samplesOfFormat(format: string): Promise<Sample[]> {
  const all = await samplesOf(format);
  const listed = chosen[format]!.map((name): [string, Buffer] => [name, all.get(name)!]);
  return [...(madeHere[format]?.(all) ?? []), ...listed].map(([name, bytes], place) => ({
    format,
    name,
    bytes,
    thorough: place === 0,
  }));
}

const madeHere: Readonly<Record<string, (all: ReadonlyMap<string, Buffer>) => [string, Buffer][]>> = {
  jpeg: (all) => [['of two pictures', twoPictures(all.get('plain')!, all.get('grey')!)]],
  png: (all) => [['in several parts', inParts(all.get('plain')!)]],
  mp4: () => [['in fragments with relative offsets', relativeFragments()]],
};

/**
 * The index of CIPA DC-007 §5: the second picture by its offset, which counts from within the
 * index.
 */
function twoPictures(first: Buffer, second: Buffer): Buffer {
  const pieces = jpegContainer.split(first);
  const make = (offset: number) => {
    const entry = (attribute: number, size: number, at: number) => [attribute, size, at, 0].map(littleWord);
    const head = Buffer.from('MPF\0II*\0\x08\0\0\0\x03\0', 'latin1');
    const field = (tag: number, type: number, count: number, value: number) =>
      Buffer.concat([littleWord(tag | (type << 16)), littleWord(count), littleWord(value)]);
    const fields = [field(0xb000, 7, 4, 0x30303130), field(0xb001, 4, 1, 2), field(0xb002, 7, 32, 50)];
    const entries = [...entry(0x030000, first.length, 0), ...entry(0, second.length, offset)];
    return makeSegment(0xe2, Buffer.concat([head, ...fields, littleWord(0), ...entries]));
  };
  const place = pieces.findIndex(({ name }) => name === 'DQT');
  const before = pieces.slice(0, place).reduce((sum, { bytes }) => sum + bytes.length, 0);
  const base = before + 8;
  const whole = first.length + make(0).bytes.length;
  return Buffer.concat([jpegContainer.join(pieces.toSpliced(place, 0, make(whole - base))), second]);
}

function inParts(file: Buffer): Buffer {
  const pieces = pngContainer.split(file).flatMap((piece) => {
    if (piece.name !== 'IDAT') return [piece];
    const content = piece.bytes.subarray(8, -4);
    const third = Math.ceil(content.length / 3);
    return [0, 1, 2].map((part) => makeChunk('IDAT', content.subarray(part * third, (part + 1) * third)));
  });
  return pngContainer.join(pieces);
}

/**
 * As in files of streaming writers: offsets count from the fragment, and nothing else names a
 * place.
 */
function relativeFragments(): Buffer {
  const movie = box(
    'moov',
    box('mvhd', word(0)),
    box('trak', box('mdia', box('minf', box('stbl', box('stco', word(0), word(0)))))),
  );
  const fragment = (sequence: number) => {
    const make = (offset: number) =>
      box(
        'moof',
        box('mfhd', word(0), word(sequence)),
        box('traf', box('tfhd', word(0x020000), word(1)), box('trun', word(1), word(1), word(offset))),
      );
    return Buffer.concat([make(make(0).length + 8), box('mdat', words.join(''))]);
  };
  return Buffer.concat([box('ftyp', 'iso5', word(512), 'iso5', 'mp42'), movie, fragment(1), fragment(2), fragment(3)]);
}

function littleWord(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
