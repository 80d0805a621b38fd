// FLAC: token in the Vorbis comment, in the existing block or in a new one behind STREAMINFO.
// Padding, cover art, seek table and frames stay byte for byte, so the sound carries no watermark
// unless the caller asks for one that costs a second encoding.
import { floatWav } from '../../containers/riff/float-wav.ts';
import {
  addToken,
  findToken,
  readVorbisComment,
  removeToken,
  type VorbisComment,
  writeVorbisComment,
} from '../../containers/vorbis-comment/vorbis-comment.ts';
import type { MediaDecoder } from '../../media-decoder/media-decoder.ts';
import { type MediaFormat, type Sound, unmarkedSound } from '../media-format.ts';
import { blockType, type FlacBlock, type FlacFile, flacParts, isFlac, readFlac } from './flac-blocks.ts';

export const flacFormat: MediaFormat = {
  name: 'flac',
  kind: 'audio',
  mimeType: 'audio/flac',
  matches: isFlac,
  readToken: (bytes) =>
    comments(readFlac(bytes))
      .map(findToken)
      .find((token) => token !== null) ?? null,
  writeToken: (bytes, token) => flacParts(withToken(withoutToken(readFlac(bytes)), token)),
  removeToken: (bytes) => flacParts(withoutToken(readFlac(bytes))),
  watermark: { mark: async () => unmarkedSound.compressed, read: async () => null },
  replaceSound,
};

/** Bytes by which a file that is encoded again can exceed twice the size of the upload. */
const spareBytes = 1024 * 1024;

// Every block stays, except those that describe the old frames: STREAMINFO is that of the new
// frames, and a seek table is removed.
async function replaceSound(bytes: Uint8Array, { channels, sampleRate }: Sound, decoder: MediaDecoder) {
  const file = readFlac(bytes);
  const source = { bytes: floatWav(channels, sampleRate), demuxer: 'wav' } as const;
  const coding = { codec: 'flac', bits: bitsOf(file) } as const;
  const encoded = readFlac(await decoder.encode(source, coding, bytes.length * 2 + spareBytes));
  const kept = file.blocks.slice(1).filter(({ type }) => type !== blockType.seekTable);
  return Buffer.concat(flacParts({ ...file, blocks: [encoded.blocks[0]!, ...kept], frames: encoded.frames }));
}

// STREAMINFO (RFC 9639 §8.2): five bits from bit 103, minus one.
function bitsOf({ blocks }: FlacFile): number {
  const { content } = blocks[0]!;
  return (((content[12]! & 1) << 4) | (content[13]! >> 4)) + 1;
}

function comments({ blocks }: FlacFile): VorbisComment[] {
  return blocks.filter(isComment).map(({ content }) => readVorbisComment(content));
}

function withoutToken(file: FlacFile): FlacFile {
  const blocks = file.blocks.flatMap((block) => {
    if (!isComment(block)) return [block];
    const comment = removeToken(readVorbisComment(block.content));
    return comment ? [makeBlock(comment)] : [];
  });
  return { ...file, blocks };
}

function withToken(file: FlacFile, token: string): FlacFile {
  const place = file.blocks.findIndex(isComment);
  if (place < 0) return { ...file, blocks: file.blocks.toSpliced(1, 0, makeBlock(addToken(null, token))) };
  const comment = addToken(readVorbisComment(file.blocks[place]!.content), token);
  return { ...file, blocks: file.blocks.with(place, makeBlock(comment)) };
}

function isComment({ type }: FlacBlock): boolean {
  return type === blockType.vorbisComment;
}

function makeBlock(comment: VorbisComment): FlacBlock {
  return { type: blockType.vorbisComment, content: writeVorbisComment(comment) };
}
