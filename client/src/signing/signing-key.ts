// A key of the caller's own. The private half stays inside: only `toPem` gives it out, and no request ever holds it.
import type { Body } from '../operation.ts';
import { toBase64, toHex } from './bytes.ts';
import { canonicalBytes } from './canonical-bytes.ts';
import { sha3Digest } from './content-hash.ts';
import { type OpenedKey, openSeed } from './ml-dsa.ts';
import { readPrivateKey, seededWith, seedSize, writePrivateKey } from './private-key-file.ts';

export interface RecordFields {
  readonly generatorId: string;
  readonly model: string;
  /** `sha3-256:` and 64 lowercase hex characters. */
  readonly contentHash: string;
  /** Unique in the service; left out: 64 random bits. */
  readonly watermarkId?: string | undefined;
  readonly phash?: string | undefined;
  readonly format?: 'image' | 'audio' | 'text' | 'video' | undefined;
  /**
   * Of the signed bytes, e.g. `jpeg`. State it if the file carries the token in its metadata: without it, only a file whose whole
   * bytes have the signed hash is authentic.
   */
  readonly exactFormat?: Body<'POST /v1/records'>['exact_format'];
}

export class SigningKey {
  readonly #seed: Uint8Array;
  readonly #opened: OpenedKey;
  /** Raw: 1952 bytes. */
  readonly publicKey: Uint8Array;
  /** A name that follows from the public key; another may be registered. */
  readonly kid: string;

  private constructor(seed: Uint8Array, opened: OpenedKey) {
    this.#seed = seed;
    this.#opened = opened;
    this.publicKey = opened.publicKey;
    this.kid = `key-${toHex(sha3Digest(opened.publicKey)).slice(0, 16)}`;
  }

  static async generate(): Promise<SigningKey> {
    const seed = crypto.getRandomValues(new Uint8Array(seedSize));
    return new SigningKey(seed, await openSeed(seed));
  }

  static async fromPem(pem: string): Promise<SigningKey> {
    const seed = readPrivateKey(pem);
    return new SigningKey(seed, await openSeed(seed));
  }

  /** PKCS #8. Anyone who has it can sign in your name. */
  toPem(): string {
    return writePrivateKey(this.#seed);
  }

  /** As `generators.create` takes it. */
  toPublicKey(kid: string = this.kid) {
    return { kid, algorithm: 'ml-dsa-65' as const, key: toBase64(this.publicKey) };
  }

  sign(message: Uint8Array): Promise<Uint8Array> {
    return this.#opened.sign(message);
  }

  /** A record, signed and ready for `records.submit`. */
  async signRecord({ phash, format, exactFormat, ...fields }: RecordFields): Promise<Body<'POST /v1/records'>> {
    const payload = {
      content_hash: fields.contentHash,
      generator_id: fields.generatorId,
      model: fields.model,
      watermark_id: fields.watermarkId ?? toHex(crypto.getRandomValues(new Uint8Array(8))),
    };
    const signature = toBase64(await this.sign(canonicalBytes(payload)));
    return {
      ...payload,
      signed_payload: payload,
      signature,
      ...(phash !== undefined && { phash }),
      ...(format !== undefined && { format }),
      ...(exactFormat !== undefined && { exact_format: exactFormat }),
    };
  }

  /** 64 bits as hex that only this key can foretell: the same purpose gives the same id, so that work done twice is one record. */
  deriveId(purpose: string): string {
    return toHex(sha3Digest(seededWith(this.#seed, purpose)).subarray(0, 8));
  }
}
