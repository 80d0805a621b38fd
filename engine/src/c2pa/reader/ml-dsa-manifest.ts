// Checks a manifest that is signed with ML-DSA, which c2pa-rs does not support: certificate,
// signature of the claim, hashes of the assertions, binding to the file. A manifest under a
// certificate of this service must also have the exact form that the service writes.
import { verify } from 'node:crypto';
import { hasCode, isRefusal } from '../../engine-error.ts';
import { detectFormat } from '../../formats/all-formats.ts';
import { leadsToRoot, readSigningCertificate, type SigningCertificate } from '../certificate/certificate-chain.ts';
import { isValidAt } from '../certificate/validity.ts';
import { bytesToSign, type CoseSignature, mlDsaKeys, readCoseSign1 } from '../manifest/cose-sign1.ts';
import {
  cborContent,
  readStore,
  readStoredManifest,
  type StoredManifest,
  withoutInstance,
} from '../manifest/read-store.ts';
import { checkAssertions, checkDataHash, checkIngredients, namesItsSignature } from './check-hashes.ts';
import type { ManifestFindings } from './manifest-findings.ts';
import { judgeMlDsa } from './ml-dsa-facts.ts';
import { statementsInStore } from './own-statements.ts';
import { mostAssertions, plainText } from './plain-text.ts';
import { hasServiceForm } from './service-form.ts';
import type { TrustList } from './trust-lists.ts';

/** How to recognize certificates and manifests of this service. */
export interface ServiceCertificates {
  /** DER. */
  readonly roots: readonly Uint8Array[];
  /** generatorId: the common name in the certificate. null: no such generator. */
  generatorStatus(generatorId: string): Promise<'active' | 'revoked' | null>;
  /**
   * The record for which the service made this store. storeHash: SHA-256 in hex. Left out: no store
   * counts as made by the service.
   */
  findManifestRecordId?(storeHash: string): Promise<string | null>;
  /** Left out: no signer is trusted. */
  readonly trustLists?: readonly TrustList[];
}

export interface MlDsaReading {
  readonly findings: ManifestFindings;
  /** Status codes (C2PA 2.2 §15.2) of the checks that passed and of those that failed. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

const passing = /\.(validated|insideValidity|match)$/;
/** Data hashes, ingredients and thumbnails: c2patool does not list them as assertions. */
const scaffold = /^c2pa\.(hash|ingredient|thumbnail)\b/;

/** null: there is no manifest, or it is signed with another algorithm, or it cannot be parsed. */
export async function readMlDsaManifest(
  content: Uint8Array,
  service: ServiceCertificates,
): Promise<MlDsaReading | null> {
  try {
    return await read(content, service);
  } catch (problem) {
    if (isRefusal(problem) || hasCode(problem, 'broken_cbor')) return null;
    throw problem;
  }
}

async function read(content: Uint8Array, service: ServiceCertificates): Promise<MlDsaReading | null> {
  const place = detectFormat(content)?.manifest?.find(content);
  if (!place?.store) return null;
  const store = readStore(place.store);
  const manifest = readStoredManifest(store.at(-1)!);
  const cose = readCoseSign1(cborContent(manifest.signature));
  if (!cose || !mlDsaKeys[cose.algorithm]) return null;
  const certificate = readSigningCertificate(cose.certificates[0] ?? new Uint8Array());
  const signed = certificate !== null && isSignedBy(certificate, manifest, cose);
  const now = new Date();
  const isService = signed && leadsToRoot(certificate, service.roots, now);
  const codes = [
    signed ? 'claimSignature.validated' : 'claimSignature.mismatch',
    !certificate?.fit
      ? 'signingCredential.invalid'
      : isValidAt(certificate.certificate, now)
        ? 'claimSignature.insideValidity'
        : 'signingCredential.expired',
    ...checkAssertions(manifest),
    ...checkIngredients(manifest, store),
    checkDataHash(manifest, content.length, place),
  ];
  if (isService) {
    if (!place.wellPlaced || !hasServiceForm(place.store, manifest, cose)) codes.push('general.error');
    if ((await service.generatorStatus(certificate.commonName)) !== 'active') codes.push('signingCredential.revoked');
  }
  const failed = [...new Set(codes.filter((code) => !passing.test(code)))];
  return {
    passed: codes.filter((code) => passing.test(code)),
    failed,
    findings: {
      found: true,
      validation_status: failed.length === 0 ? 'valid' : 'invalid',
      assertions: manifest.assertions
        .slice(0, mostAssertions)
        .map(({ label }) => plainText(withoutInstance(label)))
        .filter((label) => !scaffold.test(label)),
      manifest_count: store.length,
      signature_issuer: plainText(certificate?.organization),
      is_service: isService,
      ...(failed.length > 0 && { validation_errors: failed }),
      ...judgeMlDsa(certificate, failed.length === 0, service.trustLists),
      ...statementsInStore(store),
    },
  };
}

function isSignedBy({ publicKey }: SigningCertificate, manifest: StoredManifest, cose: CoseSignature): boolean {
  if (publicKey.asymmetricKeyType !== mlDsaKeys[cose.algorithm] || !namesItsSignature(manifest)) return false;
  return verify(null, bytesToSign(cose.protectedHeader, manifest.claim), publicKey, cose.signature);
}
