// Files with manifests to mutate, of several writers and signers, all on the reader's trust lists,
// and an organization that imports certificates over HTTP. Keys differ from run to run: a case that
// is run again has the same mutations at the same places, but not the same bytes.
import { X509Certificate } from 'node:crypto';
import sharp from 'sharp';
import type { ManifestFindings } from '../../engine/src/c2pa/reader/manifest-findings.ts';
import type { ServiceCertificates } from '../../engine/src/c2pa/reader/ml-dsa-manifest.ts';
import { readManifest } from '../../engine/src/c2pa/reader/read-manifest.ts';
import { readTrustList, type TrustList } from '../../engine/src/c2pa/reader/trust-lists.ts';
import { contentHashOf } from '../../engine/src/canonical-content.ts';
import { writeManifestWith } from '../../engine/test-support/identity-manifest.ts';
import { ManifestMaker } from '../../engine/test-support/manifest-maker.ts';
import { makeP256Leaf } from '../../engine/test-support/p256-authority.ts';
import { drawPixels } from '../../engine/test-support/sample-pictures.ts';
import { samplesOf } from '../../engine/test-support/samples.ts';
import { EmbeddingAccount } from '../../service/test-support/embedding-account.ts';
import { keyKinds, OpensslAuthority } from '../../service/test-support/openssl-authority.ts';
import { startRunningService } from '../../service/test-support/running-service.ts';

export interface ManifestSamples {
  readonly files: readonly { readonly name: string; readonly bytes: Buffer; readonly findings: ManifestFindings }[];
  readonly service: ServiceCertificates;
  readonly chain: { readonly key: string; readonly certificates: readonly Buffer[] };
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response, success or error.
  importPair(key: string, chain: string): Promise<{ status: number; body: any }>;
  close(): Promise<void>;
}

export async function makeManifestSamples(): Promise<ManifestSamples> {
  const [maker, leaf] = [await ManifestMaker.open(), await makeP256Leaf()];
  const trustLists = [maker.root, leaf.root].map(
    (der, place) => readTrustList(`list ${place}`, new X509Certificate(der).toString()) as TrustList,
  );
  const service = { ...maker.service, trustLists };
  const picture = sharp(drawPixels(48, 32, 3), { raw: { width: 48, height: 32, channels: 3 } });
  const [jpeg, png] = [await picture.clone().jpeg().toBuffer(), await picture.clone().png().toBuffer()];
  const mp3 = (await samplesOf('mp3')).get('with ID3v2.4')!;
  const made = {
    'JPEG, ML-DSA': await maker.embed(jpeg),
    'PNG, ML-DSA, twice': await maker.embed(await maker.embed(png), { contentHash: contentHashOf(png) }),
    'PNG, classical': await maker.embed(png, { classical: leaf }),
    'PNG with an identity': await writeManifestWith(png, leaf, { identity: { issuer: 'did:web:nobody.example' } }),
    'MP3, classical': await maker.embed(mp3, { classical: leaf }),
    'MP3, ML-DSA': await maker.embed(mp3),
  };
  const files = [];
  for (const [name, bytes] of Object.entries(made))
    files.push({ name, bytes, findings: (await readManifest(bytes, service))! });

  const authority = new OpensslAuthority();
  const key = authority.makeKey(keyKinds.ES256);
  const certificates = [authority.issue(key), authority.root].map((pem) => Buffer.from(new X509Certificate(pem).raw));
  const running = await startRunningService({ settings: { NEURAL_WATERMARK: 'false' } });
  const account = await EmbeddingAccount.make(running);
  return {
    files,
    service,
    chain: { key, certificates },
    importPair: (private_key, chain) => account.call('POST', '/certificates/import', { private_key, chain }),
    async close() {
      await running.stop();
      authority.remove();
    },
  };
}
