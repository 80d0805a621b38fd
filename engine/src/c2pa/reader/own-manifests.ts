// Adds what c2pa-rs cannot know about a manifest: whether the service made it, and whether an
// ML-DSA signature, which c2pa-rs does not support, is valid. The rest of the report stays as
// c2pa-rs wrote it.
import { createHash, verify } from 'node:crypto';
import { absentIfRefused } from '../../containers/broken-media.ts';
import { CborError } from '../cbor/decode-cbor.ts';
import { leadsToRoot, readSigningCertificate, type SigningCertificate } from '../certificate/certificate-chain.ts';
import { isValidAt } from '../certificate/validity.ts';
import { bytesToSign, mlDsaKeys, readCoseSign1 } from '../manifest/cose-sign1.ts';
import { cborContent, readStore, readStoredManifest, type StoredManifest } from '../manifest/read-store.ts';
import { namesItsSignature } from './check-hashes.ts';
import { findStores } from './manifest-traces.ts';
import type { ServiceCertificates } from './ml-dsa-manifest.ts';
import type { ReportedStatus } from './reported-status.ts';

interface ActiveManifest {
  readonly store: Uint8Array;
  readonly manifest: StoredManifest;
}

/** Codes of c2pa-rs for a signature that it cannot check. */
const uncheckedSignature = ['algorithm.unsupported', 'claimSignature.mismatch'];

/**
 * null: the service did not make the active manifest, and it is not signed with ML-DSA.
 * isReadByUs: ml-dsa-manifest.ts reads such files itself. A store that it did not find, but c2pa-rs
 * did, is not where it belongs, so its ML-DSA signature proves nothing.
 */
export async function examineActive(
  content: Uint8Array,
  label: string,
  service: ServiceCertificates,
  isReadByUs: boolean,
): Promise<OwnFindings | null> {
  const active = findActive(content, label);
  if (!active) return null;
  const signed = isReadByUs ? null : await examineMlDsa(active.manifest, service);
  if (signed) return signed;
  const hash = createHash('sha256').update(active.store).digest('hex');
  const isService = ((await service.findManifestRecordId?.(hash)) ?? null) !== null;
  return isService ? { isService, correct: (statuses) => statuses } : null;
}

export interface OwnFindings {
  readonly isService: boolean;
  readonly issuer?: string;
  /** Only for a valid ML-DSA signature: c2pa-rs cannot read its certificate. */
  readonly signer?: SigningCertificate;
  /** Removes failures that do not apply, and adds those that c2pa-rs could not find. */
  correct(statuses: readonly ReportedStatus[]): readonly ReportedStatus[];
}

function findActive(content: Uint8Array, label: string): ActiveManifest | null {
  for (const store of findStores(content)) {
    const last = nullIfBroken(() => readStore(store).at(-1)!);
    const manifest = last?.label === label ? nullIfBroken(() => readStoredManifest(last)) : null;
    if (manifest) return { store, manifest };
  }
  return null;
}

async function examineMlDsa(manifest: StoredManifest, service: ServiceCertificates): Promise<OwnFindings | null> {
  const cose = nullIfBroken(() => readCoseSign1(cborContent(manifest.signature)));
  const keyType = cose && mlDsaKeys[cose.algorithm];
  if (!keyType) return null;
  const certificate = readSigningCertificate(cose.certificates[0] ?? new Uint8Array());
  const holds =
    certificate?.publicKey.asymmetricKeyType === keyType &&
    nullIfBroken(() => namesItsSignature(manifest)) === true &&
    verify(null, bytesToSign(cose.protectedHeader, manifest.claim), certificate.publicKey, cose.signature);
  if (!holds) return { isService: false, correct: (statuses) => statuses };
  const now = new Date();
  const isService = leadsToRoot(certificate, service.roots, now);
  const isRevoked = isService && (await service.generatorStatus(certificate.commonName)) !== 'active';
  const faults = [
    ...(certificate.fit ? [] : ['signingCredential.invalid']),
    ...(isValidAt(certificate.certificate, now) ? [] : ['signingCredential.expired']),
    ...(isRevoked ? ['signingCredential.revoked'] : []),
  ].map((code) => ({ code }));
  return {
    isService,
    issuer: certificate.organization,
    signer: certificate,
    correct: (statuses) => [...statuses.filter((each) => !isAboutSignature(each, manifest.label)), ...faults],
  };
}

function nullIfBroken<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (problem) {
    return problem instanceof CborError ? null : absentIfRefused(problem);
  }
}

function isAboutSignature({ code, url = '' }: ReportedStatus, label: string): boolean {
  return uncheckedSignature.includes(code) && (url === 'Cose_Sign1' || url.endsWith(`/${label}/c2pa.signature`));
}
