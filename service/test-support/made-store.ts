// Manifest stores as an organization makes them elsewhere: built by c2pa-rs and signed with ES256
// under a certificate of openssl's, with any label and any soft bindings. The engine under test has
// no part in it.
import { createPrivateKey, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto';
import { WasmBuilder } from '@contentauth/c2pa-wasm';
import sharp from 'sharp';
import { openPeer } from './c2pa-reader.ts';
import { keyKinds, OpensslAuthority } from './openssl-authority.ts';

export interface StoreOptions {
  readonly label?: string;
  /** One assertion each; values in base64. */
  readonly softBindings?: readonly { readonly alg: string; readonly value: string }[];
}

export interface MadeStore {
  readonly label: string;
  readonly bytes: Buffer;
}

/** The builder reads its input through Blob and FileReaderSync, which Node has not in this form. */
class MemoryBlob {
  readonly bytes: Uint8Array;
  readonly type = '';

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  slice(start: number, end: number): MemoryBlob {
    return new MemoryBlob(this.bytes.subarray(start, end));
  }
}

class MemoryReader {
  readAsArrayBuffer({ bytes }: MemoryBlob): ArrayBuffer {
    return new Uint8Array(bytes).buffer;
  }
}

const settings = JSON.stringify({
  verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
  builder: { thumbnail: { enabled: false } },
});
const created = {
  action: 'c2pa.created',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
};
const signatureBytes = 64;

export class StoreMaker {
  readonly #authority = new OpensslAuthority();
  readonly #key: KeyObject;
  readonly #certificate: Uint8Array;
  readonly #file = sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

  constructor() {
    openPeer();
    Object.assign(globalThis, { FileReaderSync: MemoryReader });
    const key = this.#authority.makeKey(keyKinds.ES256);
    this.#key = createPrivateKey(key);
    this.#certificate = new X509Certificate(this.#authority.issue(key)).raw;
  }

  async make({ label = `urn:c2pa:${randomUUID()}`, softBindings = [] }: StoreOptions = {}): Promise<MadeStore> {
    const bindings = softBindings.map(({ alg, value }) => ({
      label: 'c2pa.soft-binding',
      data: { alg, blocks: [{ scope: {}, value }] },
      created: true,
    }));
    const definition = {
      claim_version: 2,
      label,
      instance_id: `xmp:iid:${randomUUID()}`,
      claim_generator_info: [{ name: 'Another program', version: '1.0' }],
      assertions: [
        { label: 'c2pa.actions.v2', data: { actions: [created], allActionsIncluded: true }, created: true },
        ...bindings,
      ],
    };
    using builder = WasmBuilder.fromJson(JSON.stringify(definition), settings);
    builder.setNoEmbed(true);
    const signer = {
      alg: 'es256',
      reserveSize: this.#cose(Buffer.alloc(signatureBytes)).length,
      sign: async (claim: Uint8Array) => new Uint8Array(this.#sign(claim)),
    };
    const file = new MemoryBlob(await this.#file) as unknown as Blob;
    const { manifest } = await builder.signAndGetManifestBytes(signer, [], 'image/png', file);
    return { label, bytes: Buffer.from(manifest) };
  }

  remove(): void {
    this.#authority.remove();
  }

  /** COSE_Sign1 over a claim (RFC 9052 §4.4). */
  #sign(claim: Uint8Array): Buffer {
    const message = Buffer.concat([
      Buffer.from([0x84]),
      cborHead(3, 10),
      Buffer.from('Signature1'),
      cborBytes(this.#protectedHeader()),
      cborBytes(Buffer.alloc(0)),
      cborBytes(claim),
    ]);
    return this.#cose(sign('sha256', message, { key: this.#key, dsaEncoding: 'ieee-p1363' }));
  }

  #cose(signature: Uint8Array): Buffer {
    const [tagged, noFields, noPayload] = [[0xd2, 0x84], [0xa0], [0xf6]].map((bytes) => Buffer.from(bytes));
    return Buffer.concat([tagged!, cborBytes(this.#protectedHeader()), noFields!, noPayload!, cborBytes(signature)]);
  }

  /** `{1: -7, 33: certificate}` */
  #protectedHeader(): Buffer {
    return Buffer.concat([Buffer.from([0xa2, 0x01, 0x26, 0x18, 0x21]), cborBytes(this.#certificate)]);
  }
}

function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  const head = Buffer.alloc(3);
  head[0] = (type << 5) | 25;
  head.writeUInt16BE(length, 1);
  return head;
}
