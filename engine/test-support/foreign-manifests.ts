// Test support: foreign manifests, written by c2pa-rs itself, in every container that it supports.
// Signed with Ed25519 under a certificate of an invented authority.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm';
import { CborTag, type CborValue } from '../src/c2pa/cbor/cbor-value.ts';
import { encodeCbor } from '../src/c2pa/cbor/encode-cbor.ts';
import {
  bitString,
  boolean,
  contextTag,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from '../src/c2pa/certificate/der.ts';
import { bytesToSign } from '../src/c2pa/manifest/cose-sign1.ts';

export const foreignIssuer = 'Somebody Else';
const reserved = 4_000;
/** RFC 9864: Ed25519, as EdDSA. */
const edDsa = -8;
const ed25519 = sequence(objectIdentifier('1.3.101.112'));

export class ForeignSigner {
  readonly #key: KeyObject;
  readonly #header: Uint8Array;

  constructor() {
    initSync({ module: readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
    const [authority, signer] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    const certificate = issue(rawKey(signer.publicKey), rawKey(authority.publicKey), authority.privateKey);
    this.#key = signer.privateKey;
    this.#header = encodeCbor(
      new Map<number, CborValue>([
        [1, edDsa],
        [33, certificate],
      ]),
    );
  }

  /**
   * type: c2pa-rs's name for it. parent: an asset, with or without a manifest, from which the new
   * one was made.
   */
  async embed(type: string, bytes: Uint8Array, parent?: { type: string; bytes: Uint8Array }): Promise<Buffer> {
    const action = parent ? 'c2pa.opened' : 'c2pa.created';
    const actions = { actions: [{ action, digitalSourceType: 'http://c2pa.org/digitalsourcetype/empty' }] };
    const builder = WasmBuilder.fromJson(
      JSON.stringify({
        claim_generator_info: [{ name: 'somebody', version: '1' }],
        assertions: [
          ...(parent ? [] : [{ label: 'c2pa.actions.v2', data: actions }]),
          { label: 'org.example.note', data: { text: 'Hello' } },
        ],
      }),
    );
    if (parent) {
      builder.setIntent('edit');
      const ingredient = JSON.stringify({ title: 'parent', relationship: 'parentOf' });
      await builder.addIngredientFromBlob(ingredient, parent.type, new SyncBlob(parent.bytes));
    }
    const signer = { alg: 'ed25519', reserveSize: reserved, sign: async (claim: Uint8Array) => this.#sign(claim) };
    return Buffer.from(await builder.sign(signer as never, [], type, new SyncBlob(bytes)));
  }

  #sign(claim: Uint8Array): Uint8Array {
    const signature = sign(null, bytesToSign(this.#header, claim), this.#key);
    const cose = (padding: number) =>
      encodeCbor(new CborTag(18, [this.#header, new Map([['pad', new Uint8Array(padding)]]), null, signature]));
    return cose(reserved - cose(300).length + 300);
  }
}

/** c2pa-rs reads in pieces, synchronously, as workers in browsers can. */
class SyncBlob extends Blob {
  readonly content: Uint8Array;

  constructor(content: Uint8Array) {
    super([content as never]);
    this.content = content;
  }

  override slice(start = 0, end = this.size): SyncBlob {
    return new SyncBlob(this.content.subarray(start, end));
  }
}

Object.defineProperty(globalThis, 'FileReaderSync', {
  value: class {
    readAsArrayBuffer({ content }: SyncBlob): ArrayBuffer {
      return Uint8Array.from(content).buffer;
    }
  },
});

function rawKey(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(-32);
}

function issue(publicKey: Buffer, authorityKey: Buffer, authority: KeyObject): Uint8Array {
  const now = Date.now();
  const keyIdentifier = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, 20);
  const toBeSigned = sequence(
    contextTag(0, true, integer(Buffer.from([2]))),
    integer(Buffer.from([7])),
    ed25519,
    name('Made-up Authority'),
    sequence(time(new Date(now - 60_000)), time(new Date(now + 86_400_000))),
    name(foreignIssuer),
    sequence(ed25519, bitString(publicKey)),
    contextTag(
      3,
      true,
      sequence(
        extension('2.5.29.19', true, sequence()),
        extension('2.5.29.15', true, bitString(Buffer.from([0x80]), 7)),
        extension('2.5.29.37', false, sequence(objectIdentifier('1.3.6.1.5.5.7.3.4'))),
        extension('2.5.29.14', false, octetString(keyIdentifier(publicKey))),
        extension('2.5.29.35', false, sequence(contextTag(0, false, keyIdentifier(authorityKey)))),
      ),
    ),
  );
  return sequence(toBeSigned, ed25519, bitString(sign(null, toBeSigned, authority)));
}

function name(organization: string): Buffer {
  return sequence(set(sequence(objectIdentifier('2.5.4.10'), utf8String(organization))));
}

function extension(identifier: string, critical: boolean, value: Uint8Array): Buffer {
  return sequence(objectIdentifier(identifier), ...(critical ? [boolean(true)] : []), octetString(value));
}
