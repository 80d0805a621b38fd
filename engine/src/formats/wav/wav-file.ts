// A WAV file (Microsoft, Multimedia Programming Interface, 1991; WAVE_FORMAT_EXTENSIBLE, 2001) as
// its chunks, with what its `fmt ` chunk says about the sound. Streamed files, whose sizes were
// never filled in, and cut-off files are read up to their end.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type RiffChunk, type RiffFile, readOpenRiff } from '../../containers/riff/riff-file.ts';

export interface WavFile extends RiffFile {
  /** The place of the `data` chunk among the chunks. */
  readonly dataPlace: number;
  readonly layout: WavLayout;
}

export interface WavLayout {
  readonly coding: 'integer' | 'float' | 'a-law' | 'mu-law' | 'other';
  readonly channels: number;
  readonly sampleRate: number;
  /** Bytes for one sample of one channel, padding included. */
  readonly bytesPerSample: number;
  /** How many of its bits are used. */
  readonly bits: number;
}

const extensibleTag = 0xfffe;
const codings: Readonly<Record<number, WavLayout['coding']>> = { 1: 'integer', 3: 'float', 6: 'a-law', 7: 'mu-law' };
// The GUID of an extensible subformat, behind the two bytes of its tag.
const subformatTail = Buffer.from('000000001000800000aa00389b71', 'hex');

/** RF64 and BW64 are WAV files beyond 4 GiB (EBU Tech 3306, ITU-R BS.2088). */
export function isWav(bytes: Uint8Array): boolean {
  const name = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return /^(RIFF|RF64|BW64)....WAVE$/s.test(name);
}

export function readWav(bytes: Uint8Array): WavFile {
  if (bytes[0] === 'R'.charCodeAt(0) && bytes[1] === 'I'.charCodeAt(0)) return parse(readOpenRiff(bytes));
  throw new BrokenMedia('The service does not support 64-bit WAV files (RF64). Save the file as a standard WAV.');
}

function parse(file: RiffFile): WavFile {
  const dataPlace = file.chunks.findIndex(({ id }) => id === 'data');
  const format = file.chunks.slice(0, Math.max(0, dataPlace)).find(({ id }) => id === 'fmt ');
  if (!format || dataPlace < 0) throw new BrokenMedia('The WAV has no audio. It needs a fmt chunk and a data chunk.');
  return { ...file, dataPlace, layout: readLayout(format) };
}

function readLayout({ content }: RiffChunk): WavLayout {
  if (content.length < 14) throw new BrokenMedia('The fmt chunk of the WAV is cut off.');
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const channels = view.getUint16(2, true);
  const bytesPerSample = channels > 0 ? view.getUint16(12, true) / channels : 0;
  const stated = content.length >= 16 ? view.getUint16(14, true) : 0;
  const extended = view.getUint16(0, true) === extensibleTag && content.length >= 40;
  const valid = extended ? view.getUint16(18, true) : 0;
  return {
    coding: codings[extended ? subformatOf(content) : view.getUint16(0, true)] ?? 'other',
    channels,
    sampleRate: view.getUint32(4, true),
    bytesPerSample,
    bits: valid > 0 && valid < stated ? valid : stated,
  };
}

function subformatOf(content: Uint8Array): number {
  const known = Buffer.compare(content.subarray(26, 40), subformatTail) === 0;
  return known ? content[24]! | (content[25]! << 8) : 0;
}
