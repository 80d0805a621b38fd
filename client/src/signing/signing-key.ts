// Your own signing key. Only `toPem` returns the private key, and no request contains it.
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
  /** Must be unique in the service. Default: 64 random bits. */
  readonly watermarkId?: string | undefined;
  readonly phash?: string | undefined;
  /**
   * From `prepareContent`, for a text. With it, verification finds the text without its watermark.
   */
  readonly textFingerprint?: string | undefined;
  readonly format?: 'image' | 'audio' | 'text' | 'video' | undefined;
  /**
   * Format of the signed bytes, such as `jpeg`. Set it if the file carries the token in its
   * metadata. Without it, only a file whose complete bytes have the signed hash is authentic.
   */
  readonly exactFormat?: Body<'POST /v1/records'>['exact_format'];
}

export class SigningKey {
  readonly #seed: Uint8Array;
  readonly #opened: OpenedKey;
  /** Raw public key, 1,952 bytes. */
  readonly publicKey: Uint8Array;
  /** A name derived from the public key. You can register the key with another name. */
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

  /** Private key as PKCS #8 in PEM. Anyone who has it can sign as you. */
  toPem(): string {
    return writePrivateKey(this.#seed);
  }

  /** The public key in the form for `generators.create`. */
  toPublicKey(kid: string = this.kid) {
    return { kid, algorithm: 'ml-dsa-65' as const, key: toBase64(this.publicKey) };
  }

  sign(message: Uint8Array): Promise<Uint8Array> {
    return this.#opened.sign(message);
  }

  /** Signs a record for `records.submit`. */
  async signRecord(given: RecordFields): Promise<Body<'POST /v1/records'>> {
    const { phash, textFingerprint, format, exactFormat, ...fields } = given;
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
      ...(textFingerprint !== undefined && { text_fingerprint: textFingerprint }),
      ...(format !== undefined && { format }),
      ...(exactFormat !== undefined && { exact_format: exactFormat }),
    };
  }

  /** 64 bits in hex that only this key can compute. The same purpose gives the same ID. */
  deriveId(purpose: string): string {
    return toHex(sha3Digest(seededWith(this.#seed, purpose)).subarray(0, 8));
  }
}
