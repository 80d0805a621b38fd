// Prepares content to be signed with your own key: adds the mark if the medium and this machine
// support it, and hashes the content like the service. After the record is stored, it adds the
// token to the container. It uses the same format code as the service.
import {
  chooseWatermark,
  contentHashOf,
  detectFormat,
  isProgramName as isNameOfProgram,
  LARGEST_DELIVERED,
  type MediaFormat,
  packText,
  textFingerprintOf,
  unmarkedForPrograms,
  withoutTokens,
} from '@content-provenance/engine';
import type { Body } from '../operation.ts';
import { isUnreadable } from './unreadable.ts';

export interface PreparedContent {
  /** The content to sign, without its token. */
  readonly bytes: Uint8Array;
  readonly kind: 'image' | 'audio' | 'text' | 'video';
  readonly exactFormat: NonNullable<Body<'POST /v1/records'>['exact_format']>;
  readonly contentHash: string;
  readonly phash: string | null;
  /** For a text with at least 20 words, in base64. */
  readonly textFingerprint: string | null;
  readonly notes: readonly string[];
  /** The file to publish. */
  withToken(token: string): Uint8Array;
}

/**
 * Whether files with that name are code, data or settings. Such texts get no watermark. Typed here,
 * because the package contains no types of the engine.
 */
export const isProgramName: (path: string) => boolean = isNameOfProgram;

export interface PreparationOptions {
  /** Decides the default watermark: code, data and settings have none. */
  readonly fileName?: string | undefined;
  /** Default: `none` for texts that programs read, `balanced` for everything else. */
  readonly watermark?: 'balanced' | 'none' | undefined;
}

const notHere =
  'The image has no watermark, because it could not be decoded. To decode images, install the package sharp.';

const tooLarge =
  'The file is larger than the 51 MB that the service verifies. Verify it with its token, or offline with its proof bundle.';

/** Throws UnsupportedContent if the format cannot carry a token. */
export async function prepareContent(
  content: Uint8Array,
  watermarkId: string,
  options: PreparationOptions = {},
): Promise<PreparedContent> {
  const format = detectFormat(content);
  if (!format)
    throw new UnsupportedContent(
      'This format cannot carry a token. Use a supported format, such as JPEG, PNG, WebP, PDF or plain text.',
    );
  try {
    const original = withoutTokens(format, content);
    const { watermark, isForPrograms } = chooseWatermark(format, original, options);
    const marking = watermark === 'none' ? { bytes: original } : await mark(format, original, watermarkId);
    const bytes = 'bytes' in marking ? marking.bytes : original;
    const phash = ('bytes' in marking ? marking.perceptualHash : null) ?? (await hashPerception(format, bytes));
    const text = textFingerprintOf(bytes);
    return {
      bytes,
      kind: format.kind,
      exactFormat: format.name,
      contentHash: contentHashOf(bytes),
      phash,
      textFingerprint: text && Buffer.from(packText(text)).toString('base64'),
      notes: [
        ...('omitted' in marking ? [marking.omitted] : []),
        ...(isForPrograms ? [unmarkedForPrograms(text !== null)] : []),
        ...(bytes.length > LARGEST_DELIVERED ? [tooLarge] : []),
      ],
      withToken: (token) => Buffer.concat(format.writeToken(bytes, token)),
    };
  } catch (problem) {
    throw isUnreadable(problem) ? new UnsupportedContent(problem.message, { cause: problem }) : problem;
  }
}

/**
 * The token in the content's metadata, or the id of the mark in a text, which has no metadata.
 * Null: it carries neither.
 */
export async function findOwnMark(content: Uint8Array): Promise<string | null> {
  const format = detectFormat(content);
  try {
    if (!format) return null;
    return format.readToken(content) ?? (format.kind === 'text' ? await readMark(format, content) : null);
  } catch (problem) {
    if (isUnreadable(problem)) return null;
    throw problem;
  }
}

export class UnsupportedContent extends Error {
  override readonly name = 'UnsupportedContent';
  /** The same as in the service. */
  readonly code = 'unsupported_media';
}

async function readMark(format: MediaFormat, content: Uint8Array): Promise<string | null> {
  return (await format.watermark?.read(content)) ?? null;
}

// A picture that cannot be decoded here can still be intact: it is signed without a mark, with a
// note.
async function mark(format: MediaFormat, content: Uint8Array, id: string) {
  try {
    return (await format.watermark?.mark(content, id)) ?? { bytes: content };
  } catch (problem) {
    if (isUnreadable(problem) && format.kind === 'image') return { omitted: notHere };
    throw problem;
  }
}

async function hashPerception(format: MediaFormat, bytes: Uint8Array): Promise<string | null> {
  try {
    return (await format.perceptualHash?.(bytes)) ?? null;
  } catch (problem) {
    if (isUnreadable(problem)) return null;
    throw problem;
  }
}
