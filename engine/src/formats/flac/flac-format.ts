// FLAC: token in the Vorbis comment, in the block that is there or in one of its own behind STREAMINFO. Padding, cover art,
// seek table and frames stay byte for byte; so the sound carries no watermark.
import { withoutManifests } from '../../containers/id3/id3-manifest.ts';
import {
  addToken,
  findToken,
  readVorbisComment,
  removeToken,
  type VorbisComment,
  writeVorbisComment,
} from '../../containers/vorbis-comment/vorbis-comment.ts';
import { type MediaFormat, unmarkedSound } from '../media-format.ts';
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
  writeToken: (bytes, token) => Buffer.concat(flacParts(withToken(withoutToken(readFlac(bytes)), token))),
  canonicalParts(bytes) {
    const file = withoutToken(readFlac(bytes));
    return flacParts({ ...file, lead: Buffer.concat(withoutManifests(file.lead)) });
  },
  watermark: { mark: async () => unmarkedSound.compressed, read: async () => null },
};

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
