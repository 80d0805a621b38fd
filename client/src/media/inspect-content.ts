// Reads a file offline: its format, token, XMP packets, C2PA manifest store, watermark and hashes.
// The result says what the file contains. Verify the file to find out whether it is true.
import { contentHashOf, detectFormat } from '@content-provenance/engine';
import { hashContent as hashBytes } from '../signing/content-hash.ts';
import { findManifests } from './find-manifests.ts';
import { isUnreadable } from './unreadable.ts';

export interface ContentFindings {
  /** Such as `jpeg`. null: unknown format. */
  readonly format: string | null;
  readonly kind: 'image' | 'audio' | 'text' | 'video' | null;
  readonly mime_type: string | null;
  readonly bytes: number;
  readonly token: string | null;
  /** 16 hex digits. null: none found, or not readable on this machine. */
  readonly watermark_id: string | null;
  readonly c2pa: { readonly found: boolean; readonly manifests: readonly string[] };
  readonly xmp: { readonly packets: number; readonly bytes: number };
  /** Hash of the canonical content: the file without its token container. */
  readonly content_hash: string;
  /** Hash of the complete file. */
  readonly file_hash: string;
  readonly phash: string | null;
  /** What is damaged or not readable, one sentence each. */
  readonly notes: readonly string[];
}

export async function inspectContent(content: Uint8Array): Promise<ContentFindings> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const format = detectFormat(bytes);
  const notes: string[] = [];
  async function read<Value>(look: () => Value | Promise<Value>, what: string): Promise<Value | null> {
    try {
      return await look();
    } catch (problem) {
      if (!isUnreadable(problem)) throw problem;
      notes.push(`${what}: ${problem.message}`);
      return null;
    }
  }
  const fileHash = await hashBytes(bytes);
  return {
    format: format?.name ?? null,
    kind: format?.kind ?? null,
    mime_type: format?.mimeType ?? null,
    bytes: bytes.length,
    token: format && (await read(() => format.readToken(bytes), 'token')),
    watermark_id: (await read(() => format?.watermark?.read(bytes), 'mark')) ?? null,
    c2pa: findManifests(bytes),
    xmp: findPackets(bytes),
    content_hash: contentHashOf(bytes),
    file_hash: fileHash,
    phash: (await read(() => format?.perceptualHash?.(bytes), 'perceptual hash')) ?? null,
    notes,
  };
}

function findPackets(bytes: Buffer): ContentFindings['xmp'] {
  let packets = 0;
  let size = 0;
  for (let at = bytes.indexOf('<x:xmpmeta'); at >= 0; at = bytes.indexOf('<x:xmpmeta', at + 1)) {
    const end = bytes.indexOf('</x:xmpmeta>', at);
    if (end < 0) break;
    packets += 1;
    size += end + '</x:xmpmeta>'.length - at;
    at = end;
  }
  return { packets, bytes: size };
}
