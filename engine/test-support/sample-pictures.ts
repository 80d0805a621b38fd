// Test support: small pictures of every kind that a format must support, made by sharp (libjpeg,
// libpng, libwebp) or, if sharp cannot make them, by hand from chunks.
import sharp, { type Sharp } from 'sharp';
import { makeRiffChunk, readRiff, riffParts } from '../src/containers/riff/riff-file.ts';
import { makeSegment, readHeader } from '../src/formats/jpeg/jpeg-header.ts';
import { contentOf, makeChunk, readChunks } from '../src/formats/png/png-chunks.ts';

export type Samples = ReadonlyMap<string, Buffer>;

export const foreignXmp =
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ` +
  `xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Elsewhere"/></rdf:RDF></x:xmpmeta>${' '.repeat(301)}<?xpacket end="w"?>`;

const exif = { IFD0: { Artist: 'Somebody', Orientation: '6' } };

/** A picture with shades, waves and some grain. The same size always gives the same picture. */
export function drawPixels(width: number, height: number, channels: 1 | 2 | 3 | 4): Buffer {
  const pixels = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grain = ((x * 7919 + y * 104_729 + ((x * y) % 613) * 31) % 25) - 12;
      for (let c = 0; c < channels; c += 1) {
        const waves = 50 * Math.sin(x / 29 + c) * Math.cos(y / 37) + 25 * Math.sin((x + y) / (5 + c));
        pixels[(y * width + x) * channels + c] = 125 + waves + grain;
      }
    }
  }
  return pixels;
}

type Draw = (width: number, height: number, channels?: 1 | 2 | 3 | 4) => Sharp;

function drawer(scale: number): Draw {
  return (across, down, channels = 3) => {
    const [width, height] = [across * scale, down * scale];
    return sharp(drawPixels(width, height, channels), { raw: { width, height, channels } });
  };
}

/**
 * The samples of a format, by their special feature. scale: 1 for pictures of about 60 pixels, too
 * small for a mark.
 */
export async function samplesOf(format: string, scale = 1): Promise<Samples> {
  const makers: Record<string, (draw: Draw) => Promise<Samples>> = {
    jpeg: jpegSamples,
    png: pngSamples,
    webp: webpSamples,
  };
  const make = makers[format];
  if (!make) throw new Error(`No samples of ${format}: a new format brings its own.`);
  return make(drawer(scale));
}

async function jpegSamples(draw: Draw): Promise<Samples> {
  const plain = await draw(67, 41).jpeg().toBuffer();
  const described = await draw(64, 48).withExif(exif).withIccProfile('p3').withXmp(foreignXmp).jpeg().toBuffer();
  const [start, ...segments] = readHeader(plain);
  const fill = Buffer.from([0xff, 0xff, 0xff]);
  const filled = segments.map((piece) => Buffer.concat([fill, piece.bytes]));
  const stray = segments.map(({ bytes }, place) =>
    place === 0 ? bytes : Buffer.concat([Buffer.from('stray\xff\0\xff', 'latin1'), bytes]),
  );
  const crowded = Buffer.concat([
    Buffer.from('http://ns.adobe.com/xap/1.0/\0'),
    Buffer.from(foreignXmp.replace(/ {9}/, ' '.repeat(65_000 - foreignXmp.length))),
  ]);
  const multiPicture = Buffer.concat([Buffer.from('MPF\0II*\0'), Buffer.alloc(40)]);
  return new Map([
    ['plain', plain],
    ['progressive', await draw(67, 41).jpeg({ progressive: true }).toBuffer()],
    ['grey', await draw(40, 40, 1).toColourspace('b-w').jpeg().toBuffer()],
    ['CMYK', await draw(40, 40).toColourspace('cmyk').jpeg().toBuffer()],
    [
      'with Exif, profile and density',
      await draw(64, 48).withExif(exif).withIccProfile('p3').withDensity(300).jpeg().toBuffer(),
    ],
    ['with XMP', described],
    ['with XMP that leaves no room', withSegment(plain, 0xe1, crowded)],
    [
      'with XMP behind a multi-picture index',
      withSegment(
        withSegment(plain, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${foreignXmp}`)),
        0xe2,
        multiPicture,
      ),
    ],
    ['with fill bytes', Buffer.concat([start!.bytes, ...filled])],
    ['with stray bytes between segments', Buffer.concat([start!.bytes, ...stray])],
    ['without an end', plain.subarray(0, -2)],
    ['with another picture behind it', Buffer.concat([plain, plain])],
    ['with a C2PA manifest', withSegment(withSegment(plain, 0xeb, jumbfSegment(2)), 0xeb, jumbfSegment(1))],
  ]);
}

function withSegment(bytes: Uint8Array, marker: number, content: Uint8Array): Buffer {
  const pieces = readHeader(bytes);
  return Buffer.concat(pieces.toSpliced(2, 0, makeSegment(marker, content)!).map((piece) => piece.bytes));
}

function jumbfSegment(sequence: number): Buffer {
  return Buffer.concat([Buffer.from([0x4a, 0x50, 2, 0x11, 0, 0, 0, sequence]), manifestStore()]);
}

export function manifestStore(): Buffer {
  const uuid = Buffer.from('6332706100110010800000aa00389b71', 'hex');
  const description = Buffer.concat([Buffer.from([0, 0, 0, 30]), Buffer.from('jumd'), uuid, Buffer.from('\x03c2pa\0')]);
  return Buffer.concat([Buffer.from([0, 0, 0, 8 + description.length]), Buffer.from('jumb'), description]);
}

async function pngSamples(draw: Draw): Promise<Samples> {
  const plain = await draw(67, 41).png().toBuffer();
  const deep = draw(64, 48).toColourspace('rgb16').linear(0.9, 77.3);
  const described = await draw(64, 48)
    .withExif(exif)
    .withIccProfile('p3')
    .withXmp(foreignXmp)
    .withDensity(300)
    .png()
    .toBuffer();
  return new Map([
    ['plain', plain],
    ['grey', await draw(40, 40, 1).toColourspace('b-w').png().toBuffer()],
    ['with alpha', await draw(40, 40, 4).png().toBuffer()],
    ['of 16 bits', await deep.png().toBuffer()],
    ['with a palette', await draw(40, 40).png({ palette: true, colours: 16 }).toBuffer()],
    ['interlaced', await draw(67, 41).png({ progressive: true }).toBuffer()],
    ['with Exif, profile, density and XMP', described],
    ['with compressed XMP', await compressedXmp(described)],
    ['with bytes behind the end', Buffer.concat([plain, Buffer.from('more')])],
    ['with a C2PA manifest', withChunk(plain, makeChunk('caBX', manifestStore()).bytes)],
    ['animated', animatedPng(plain)],
  ]);
}

function withChunk(bytes: Uint8Array, chunk: Uint8Array): Buffer {
  return Buffer.concat(
    readChunks(bytes)
      .map((piece) => piece.bytes)
      .toSpliced(2, 0, chunk),
  );
}

async function compressedXmp(bytes: Uint8Array): Promise<Buffer> {
  const { deflateSync } = await import('node:zlib');
  const head = Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1');
  const pieces = readChunks(bytes).filter((piece) => piece.type !== 'iTXt');
  const chunk = makeChunk('iTXt', Buffer.concat([head, deflateSync(foreignXmp)]));
  return Buffer.concat(pieces.toSpliced(2, 0, chunk).map((piece) => piece.bytes));
}

// Two frames of the same picture (PNG, third edition, §11.3.6).
function animatedPng(bytes: Uint8Array): Buffer {
  const pieces = readChunks(bytes);
  const data = pieces.findIndex(({ type }) => type === 'IDAT');
  const header = contentOf(pieces.find(({ type }) => type === 'IHDR')!);
  const control = (sequence: number) => {
    const content = Buffer.alloc(26);
    content.writeUInt32BE(sequence);
    content.set(header.subarray(0, 8), 4);
    content.writeUInt16BE(100, 20);
    content.writeUInt16BE(1000, 22);
    return makeChunk('fcTL', content);
  };
  const frames = makeChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const second = makeChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), contentOf(pieces[data]!)]));
  return Buffer.concat(
    pieces
      .toSpliced(data + 1, 0, control(1), second)
      .toSpliced(data, 0, frames, control(0))
      .map((piece) => piece.bytes),
  );
}

async function webpSamples(draw: Draw): Promise<Samples> {
  const lossy = await draw(67, 41).webp().toBuffer();
  const frames = sharp(drawPixels(32, 64, 3), { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } });
  const described = await draw(64, 48).withExif(exif).withIccProfile('p3').withXmp(foreignXmp).webp().toBuffer();
  const riff = readRiff(lossy);
  const joined = (file: ReturnType<typeof readRiff>) => Buffer.concat(riffParts(file));
  return new Map([
    ['lossy', lossy],
    ['lossless', await draw(67, 41).webp({ lossless: true }).toBuffer()],
    ['lossy with alpha', await draw(40, 40, 4).webp().toBuffer()],
    ['lossless with alpha', await draw(41, 39, 4).webp({ lossless: true }).toBuffer()],
    ['animated', await frames.webp().toBuffer()],
    ['with Exif and profile', await draw(64, 48).withExif(exif).withIccProfile('p3').webp().toBuffer()],
    ['with Exif, profile and XMP', described],
    [
      'with a chunk of odd size',
      joined({ ...riff, chunks: [...riff.chunks, makeRiffChunk('note', Buffer.from('odd'), 7)] }),
    ],
    ['with bytes behind the end', joined({ ...riff, trailing: Buffer.from('more') })],
    ['of odd size without padding', withoutPadding(lossy)],
    [
      'with a last chunk without padding',
      joined({ ...riff, chunks: [...riff.chunks, makeRiffChunk('note', Buffer.from('odd'), 'none')] }),
    ],
    ['with XMP without padding', withoutPadding(described)],
    ['with a C2PA manifest', joined({ ...riff, chunks: [...riff.chunks, makeRiffChunk('C2PA', manifestStore())] })],
  ]);
}

/**
 * As some writers leave it: neither the last chunk nor the header counts the padding. Content of
 * even size gets one more byte.
 */
function withoutPadding(bytes: Uint8Array): Buffer {
  const file = readRiff(bytes);
  const last = file.chunks.at(-1)!;
  const content = last.content.length % 2 === 1 ? last.content : Buffer.concat([last.content, Buffer.from('\n')]);
  return Buffer.concat(riffParts({ ...file, chunks: file.chunks.with(-1, makeRiffChunk(last.id, content, 'none')) }));
}
