// Test support: a picture whose manifest also states who made it, in a CAWG identity assertion by
// `did:web`. Only its issuer's web server could say whether the identity is true. Further
// assertions can be added.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { CborTag, type CborValue, cborMap } from '../src/c2pa/cbor/cbor-value.ts';
import { encodeCbor } from '../src/c2pa/cbor/encode-cbor.ts';
import { openClaimSigner } from '../src/c2pa/claim-signer.ts';
import { bytesToSign } from '../src/c2pa/manifest/cose-sign1.ts';
import { readStore, readStoredManifest } from '../src/c2pa/manifest/read-store.ts';
import type { Assertion } from '../src/c2pa/manifest/write-manifest.ts';
import { writeStoreInPlace } from '../src/c2pa/write-own-store.ts';
import { detectFormat } from '../src/formats/all-formats.ts';
import type { P256Leaf } from './p256-authority.ts';

const binding = 'c2pa.hash.data';
const header = { algorithm: 1, contentType: 3 } as const;
const edDsa = -8;
const created = cborMap({
  actions: [cborMap({ action: 'c2pa.created', digitalSourceType: 'http://c2pa.org/digitalsourcetype/empty' })],
});

export interface StatedIdentity {
  /** `did:web:example.org` */
  readonly issuer: string;
  /** Left out: as the issuer wrote them. */
  readonly changeStatement?: (statement: string) => string;
}

/** picture: a JPEG or PNG without a manifest. */
export async function writeManifestWith(
  picture: Uint8Array,
  leaf: P256Leaf,
  { assertions = [], identity }: { assertions?: readonly Assertion[]; identity?: StatedIdentity } = {},
): Promise<Buffer> {
  const { manifest } = detectFormat(picture)!;
  const place = manifest!.find(picture);
  const claim = {
    manifest: `urn:c2pa:${randomUUID()}`,
    instanceId: `xmp:iid:${randomUUID()}`,
    generator: { name: 'somebody', version: '1' },
  };
  const signing = { algorithm: 'ES256', certificates: [leaf.leaf], timestamp: false } as const;
  const signer = openClaimSigner(signing, { sign: leaf.sign, stampTime: async () => null });
  const write = (bindingHash: Uint8Array) => {
    const all = [
      { label: 'c2pa.actions.v2', value: created },
      ...assertions,
      ...(identity ? [{ label: 'cawg.identity', value: stateIdentity(identity, bindingHash) }] : []),
    ];
    return writeStoreInPlace(place, manifest!.wrap, { claim, assertions: all, ingredient: null }, signer);
  };
  // The identity names the hash of the binding, and the binding the length of the whole: written
  // twice, with a hash of the same length.
  const draft = readStoredManifest(readStore((await write(new Uint8Array(32))).store).at(-1)!);
  const bound = draft.assertions.find(({ label }) => label === binding)!;
  const { wrapped } = await write(createHash('sha256').update(bound.content).digest());
  return Buffer.concat([...place.before, wrapped, ...place.after]);
}

function stateIdentity({ issuer, changeStatement = (text) => text }: StatedIdentity, hash: Uint8Array): CborValue {
  const url = `self#jumbf=c2pa.assertions/${binding}`;
  const type = 'cawg.identity_claims_aggregation';
  // c2pa-rs writes the hash as the letters of its base64, one number each. Numbers differ in
  // length, so the statement is padded.
  const letters = [...Buffer.from(Buffer.from(hash).toString('base64'))];
  const statement = JSON.stringify({
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://cawg.io/identity/1.1/ica/context/'],
    type: ['VerifiableCredential', 'IdentityClaimsAggregationCredential'],
    credentialSubject: {
      verifiedIdentities: [
        {
          type: 'cawg.social_media',
          name: 'Somebody',
          username: 'somebody',
          uri: 'https://social.example/somebody',
          verifiedAt: '2026-01-01T00:00:00Z',
          provider: { id: 'https://social.example', name: 'Social Example' },
        },
      ],
      c2paAsset: { referenced_assertions: [{ url, hash: letters }], sig_type: type },
    },
    issuer,
    validFrom: '2026-01-01T00:00:00Z',
  }).padEnd(2_000);
  const protectedHeader = encodeCbor(
    new Map<number, CborValue>([
      [header.algorithm, edDsa],
      [header.contentType, 'application/vc'],
    ]),
  );
  const payload = Buffer.from(changeStatement(statement));
  const { privateKey } = generateKeyPairSync('ed25519');
  const signature = sign(null, bytesToSign(protectedHeader, payload), privateKey);
  return cborMap({
    signer_payload: cborMap({ referenced_assertions: [cborMap({ url, hash })], sig_type: type }),
    signature: encodeCbor(new CborTag(18, [protectedHeader, new Map(), payload, signature])),
    pad1: new Uint8Array(),
  });
}
