// Reads a source in blocks and keeps the last few: programs read media in many small ranges next to
// each other, and a request to a store for each would take hours.
import type { ContentSource } from '@content-provenance/engine';

const mostBlocks = 4;
const usualBlock = 1024 * 1024;

export function inBlocks(source: ContentSource, blockBytes = usualBlock): ContentSource {
  /** The one that was used last is the last. */
  const blocks = new Map<number, Promise<Uint8Array>>();

  function blockAt(index: number): Promise<Uint8Array> {
    const known = blocks.get(index);
    const offset = index * blockBytes;
    const block = known ?? source.read(offset, Math.min(blockBytes, source.size - offset));
    blocks.delete(index);
    blocks.set(index, block);
    block.catch(() => blocks.delete(index));
    if (blocks.size > mostBlocks) blocks.delete(blocks.keys().next().value!);
    return block;
  }

  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(offset + length, source.size);
      const pieces: Uint8Array[] = [];
      for (let at = offset; at < end; ) {
        const index = Math.floor(at / blockBytes);
        const block = await blockAt(index);
        const piece = block.subarray(at - index * blockBytes, end - index * blockBytes);
        pieces.push(piece);
        at += piece.length;
      }
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    },
  };
}
