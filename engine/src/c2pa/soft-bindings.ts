// Names of our algorithms in C2PA soft bindings: a reverse domain name and a version, as the list
// of soft binding algorithms requires (docs/reference/soft-binding-algorithms.json has the
// entries). Also reads the soft bindings in an assertion.
import type { MediaKind } from '../formats/media-format.ts';
import type { CborKey, CborValue } from './cbor/cbor-value.ts';

const prefix = 'org.content-provenance';

export interface SoftBindingAlgorithm {
  readonly alg: string;
  readonly type: 'watermark' | 'fingerprint';
  /** The kinds of content to which the algorithm applies. */
  readonly kinds: readonly MediaKind[];
}

export const softBindingAlgorithms: readonly SoftBindingAlgorithm[] = [
  { alg: `${prefix}.dct-image.1`, type: 'watermark', kinds: ['image'] },
  { alg: `${prefix}.neural-image.1`, type: 'watermark', kinds: ['image', 'video'] },
  { alg: `${prefix}.dct-audio.1`, type: 'watermark', kinds: ['audio'] },
  { alg: `${prefix}.neural-audio.1`, type: 'watermark', kinds: ['audio'] },
  { alg: `${prefix}.dct-video.1`, type: 'watermark', kinds: ['video'] },
  { alg: `${prefix}.zero-width.1`, type: 'watermark', kinds: ['text'] },
  { alg: `${prefix}.perceptual-hash.1`, type: 'fingerprint', kinds: ['image', 'video'] },
  { alg: `${prefix}.acoustic.1`, type: 'fingerprint', kinds: ['audio'] },
];

/** The watermark that signing puts into content of each kind. */
export const watermarkAlgorithms: Readonly<Record<MediaKind, string>> = {
  image: `${prefix}.dct-image.1`,
  audio: `${prefix}.dct-audio.1`,
  video: `${prefix}.dct-video.1`,
  text: `${prefix}.zero-width.1`,
};

export interface SoftBinding {
  readonly alg: string;
  /** Base64. */
  readonly value: string;
}

/**
 * One for each block of the assertion. A value that cannot be read becomes an empty string, which
 * matches nothing.
 */
export function softBindingsIn(assertion: ReadonlyMap<CborKey, CborValue>): SoftBinding[] {
  const alg = assertion.get('alg');
  const blocks = assertion.get('blocks');
  const values = Array.isArray(blocks) ? blocks.map((block) => (block instanceof Map ? block.get('value') : null)) : [];
  return (values.length > 0 ? values : [null]).map((value) => ({
    alg: typeof alg === 'string' ? alg : '',
    value: asBase64(value),
  }));
}

/** Writers that start from JSON store the value as base64 text; others store bytes. */
function asBase64(value: CborValue | undefined): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('base64') : '';
}
