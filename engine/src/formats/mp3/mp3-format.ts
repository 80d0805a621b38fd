// MP3, and layer II of MPEG audio: token in an ID3v2 tag at the beginning. Frames, Xing and LAME
// headers, APE and ID3v1 tags stay byte for byte, so the sound carries no watermark unless the
// caller asks for one that costs a second encoding.
import { findTagEnd, type Id3Tag, readTags, tagParts } from '../../containers/id3/id3-tag.ts';
import { addToken, findToken, removeToken } from '../../containers/id3/id3-token.ts';
import { floatWav } from '../../containers/riff/float-wav.ts';
import type { MediaDecoder } from '../../media-decoder/media-decoder.ts';
import { type MediaFormat, type Sound, unmarkedSound } from '../media-format.ts';
import { isMpegAudio, measureFrames } from './mpeg-frames.ts';

/**
 * How far behind the tags the first frame can be. Writers leave padding there, and pieces of frames
 * that were cut.
 */
const longestGap = 64 * 1024;
/** Bytes by which a file that is encoded again can exceed twice the size of the upload. */
const spareBytes = 1024 * 1024;

export const mp3Format: MediaFormat = {
  name: 'mp3',
  kind: 'audio',
  mimeType: 'audio/mpeg',
  matches,
  readToken: (bytes) => findToken(readTags(bytes.subarray(0, findTagEnd(bytes)))),
  writeToken: (bytes, token) => edit(bytes, (tags) => addToken(removeToken(tags), token)),
  removeToken: (bytes) => edit(bytes, removeToken),
  watermark: { mark: async () => unmarkedSound.compressed, read: async () => null },
  replaceSound,
};

function matches(bytes: Uint8Array): boolean {
  return findFirstFrame(bytes) >= 0;
}

function findFirstFrame(bytes: Uint8Array): number {
  const start = findTagEnd(bytes);
  if (isMpegAudio(bytes, start)) return start;
  // Without a tag, only zeros can come first, because other files contain frames too.
  const end = Math.min(start + longestGap, bytes.length);
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === 0xff && isMpegAudio(bytes, at)) return at;
    if (start === 0 && bytes[at] !== 0) return -1;
  }
  return -1;
}

// Tags before and after the frames stay. Layer II is not written.
async function replaceSound(bytes: Uint8Array, { channels, sampleRate }: Sound, decoder: MediaDecoder) {
  const start = findFirstFrame(bytes);
  const frames = measureFrames(bytes, start);
  if (frames?.layer !== 3) return null;
  const source = { bytes: floatWav(channels, sampleRate), demuxer: 'wav' } as const;
  const encoded = await decoder.encode(
    source,
    { codec: 'mp3', bitRate: frames.bitRate },
    bytes.length * 2 + spareBytes,
  );
  return Buffer.concat([bytes.subarray(0, start), encoded.subarray(findTagEnd(encoded)), bytes.subarray(frames.end)]);
}

function edit(bytes: Uint8Array, change: (tags: readonly Id3Tag[]) => readonly Id3Tag[]): Uint8Array[] {
  const end = findTagEnd(bytes);
  return [...change(readTags(bytes.subarray(0, end))).flatMap(tagParts), bytes.subarray(end)];
}
