// Proves content by its bundle, without any request (docs/decisions/0014). The file is canonical
// JSON, so that it has one spelling. The service signed all of it, the generator's key signed the
// payload, and the content has the signed hash.
import type { Answer } from '../operation.ts';
import { equalBytes, fromBase64, toHex } from './bytes.ts';
import { canonicalBytes, canonicalJson } from './canonical-bytes.ts';
import { type Certificate, chainHolds, isIssuedBy, readCertificate, readPemCertificates } from './certificate.ts';
import { sha3Digest } from './content-hash.ts';
import type { LogEvidence, LogFindings, LogReason, TrustedLogs } from './log-evidence.ts';
import { verifySignature } from './ml-dsa.ts';

export interface BundleStatement {
  readonly type: 'content-provenance-bundle/1';
  /** Statements about key and generator are true at this time. */
  readonly issued_at: string;
  readonly service: { readonly url: string; readonly environment: 'live' | 'sandbox' };
  readonly token: string;
  readonly record: Answer<'GET /v1/records/{record_id}'>;
  readonly public_key: Answer<'GET /v1/keys/{generator_id}'>['keys'][number];
  readonly certificates: readonly string[];
  /** `sha256:` of the files that were delivered with a C2PA manifest. Absent: none was. */
  readonly deliveries?: readonly string[];
  /** The entry in the transparency log. Absent: the record is older than the log. */
  readonly log?: LogEvidence;
}

export type BundleReason =
  /** The bundle is not as the service wrote it. */
  | 'bundle_altered'
  /** The bundle is valid, but was signed under a different root than the given ones. */
  | 'root_unknown'
  | 'signature_invalid'
  | 'generator_revoked'
  | 'content_tampered'
  | LogReason;

export interface BundleFindings {
  readonly authentic: boolean;
  /** Present if `authentic` is false. */
  readonly reason?: BundleReason;
  /** Whether the root is one of the given ones. Null if none was given. */
  readonly root_known: boolean | null;
  /** `sha3-256:` of the root certificate, to compare with one that you trust. */
  readonly root?: string;
  readonly statement?: BundleStatement;
  /**
   * The entry in the transparency log. Null: the bundle has none that is valid. Without `logPolicy`
   * and `logKeys`, `key_known` is null: only the service that signed the bundle says which key the
   * log has. Then it proves no more than `root_known` does.
   */
  readonly log: LogFindings | null;
}

export interface BundleProof {
  /** The unchanged file. */
  readonly bundle: string;
  /**
   * The hash of the complete file. For media files, spread `readCanonical` of
   * `@content-provenance/client/node` here instead.
   */
  readonly contentHash: string;
  /** The token in the content. It must be the record's. */
  readonly token?: string | null | undefined;
  /**
   * From `readCanonical`: whether the file is exactly one that the service delivers for a record.
   */
  readonly isDelivered?: ((record: DeliveredRecord, checks: DeliveryChecks) => Promise<boolean>) | undefined;
  /**
   * PEM, as in `/.well-known/c2pa-roots.pem`. Without any, the bundle's own root is trusted and
   * named.
   */
  readonly roots?: string | undefined;
  /**
   * The text of a C2SP tlog-policy: the logs and witnesses that you trust. With it, a bundle must
   * prove an entry that meets it.
   */
  readonly logPolicy?: string | undefined;
  /**
   * Verifier keys, one in each line, as in `/log/keys`. With them, an entry must be in one of these
   * logs. A bundle without an entry is still accepted. A policy counts before them.
   */
  readonly logKeys?: string | undefined;
}

/** The arguments of `isDelivered`. */
export interface DeliveredRecord {
  readonly recordId: string;
  readonly generatorId: string;
  readonly contentHash: string;
  readonly exactFormat: NonNullable<BundleStatement['record']['exact_format']> | null;
  readonly mode: 'server' | 'client';
}

/** What the bundle knows and the file cannot prove on its own. */
export interface DeliveryChecks {
  isTokenOf(token: string, recordId: string): Promise<boolean>;
  isManifestSignature(signature: {
    readonly generatorId: string;
    readonly certificates: readonly Uint8Array[];
    readonly message: Uint8Array;
    readonly signature: Uint8Array;
  }): Promise<boolean>;
  isManifestDelivery(recordId: string, fileHash: string): Promise<boolean>;
}

const altered: BundleFindings = { authentic: false, reason: 'bundle_altered', root_known: null, log: null };

export async function verifyBundle(proof: BundleProof): Promise<BundleFindings> {
  const { bundle, roots } = proof;
  const opened = await openBundle(bundle);
  if (!opened) return altered;
  const { statement, root } = opened;
  const known = roots === undefined ? null : readPemCertificates(roots).some((each) => equalBytes(each, root.der));
  const log = await findEntry(statement, proof);
  const findings = { root_known: known, root: `sha3-256:${toHex(sha3Digest(root.der))}`, statement, log: log.findings };
  const fault = known === false ? 'root_unknown' : await findFault(statement, root, proof);
  const reason = fault ?? log.reason;
  return reason ? { authentic: false, reason, ...findings } : { authentic: true, ...findings };
}

/**
 * The statement and its root, if the service's signature over all of it is valid. Null for anything
 * else.
 */
async function openBundle(text: string): Promise<{ statement: BundleStatement; root: Certificate } | null> {
  try {
    const { statement, signature, ...others } = JSON.parse(text) as {
      statement: BundleStatement;
      signature: string;
    };
    if (Object.keys(others).length > 0 || canonicalJson({ statement, signature }) !== text) return null;
    if (statement.type !== 'content-provenance-bundle/1' || statement.certificates.length !== 2) return null;
    const [leaf, root] = statement.certificates.map((each) => readCertificate(fromBase64(each)!)) as [
      Certificate,
      Certificate,
    ];
    const bytes = fromBase64(signature);
    // The cheapest check first: any changed byte ends here.
    if (!bytes || !(await verifySignature(leaf.publicKey, canonicalBytes(statement), bytes))) return null;
    return (await chainHolds(leaf, root, new Date(statement.issued_at))) ? { statement, root } : null;
  } catch {
    return null;
  }
}

async function findFault(
  statement: BundleStatement,
  root: Certificate,
  proof: BundleProof,
): Promise<BundleReason | undefined> {
  const { record, public_key } = statement;
  const { signed_payload: payload } = record;
  const key = fromBase64(public_key.key);
  const signature = fromBase64(record.signature);
  const agrees =
    public_key.kid === record.kid &&
    (['content_hash', 'generator_id', 'model', 'watermark_id'] as const).every(
      (name) => payload[name] === record[name],
    );
  if (!agrees || !key || !signature || !(await verifySignature(key, canonicalBytes(payload), signature))) {
    return 'signature_invalid';
  }
  if (record.generator_status === 'revoked') return 'generator_revoked';
  return (await isContentOf(statement, root, proof)) ? undefined : 'content_tampered';
}

async function findEntry(
  { record, log }: BundleStatement,
  trusted: TrustedLogs,
): Promise<{ findings: LogFindings | null; reason?: LogReason }> {
  if (log === undefined) {
    return trusted.logPolicy === undefined ? { findings: null } : { findings: null, reason: 'log_key_unknown' };
  }
  const { checkLog } = await import('./verify-log.ts');
  const { record_id, content_hash, generator_id, kid, signed_at } = record;
  return checkLog(log, { record_id, content_hash, generator_id, kid, signed_at }, trusted, 'bundle');
}

async function isContentOf(statement: BundleStatement, root: Certificate, proof: BundleProof): Promise<boolean> {
  const { record, token } = statement;
  if (!proof.isDelivered) return record.content_hash === proof.contentHash && (proof.token ?? token) === token;
  const delivered: DeliveredRecord = {
    recordId: record.record_id,
    generatorId: record.generator_id,
    contentHash: record.content_hash,
    exactFormat: record.exact_format ?? null,
    mode: record.mode,
  };
  return proof.isDelivered(delivered, {
    isTokenOf: async (carried, recordId) => carried === token && recordId === record.record_id,
    isManifestSignature: ({ generatorId, certificates, message, signature }) =>
      isSignedUnder(root, generatorId, certificates[0], message, signature),
    isManifestDelivery: async (recordId, fileHash) =>
      recordId === record.record_id && (statement.deliveries ?? []).includes(fileHash),
  });
}

/**
 * Whether the service certified the key for claims of this generator, and the key made the
 * signature.
 */
async function isSignedUnder(
  root: Certificate,
  generatorId: string,
  der: Uint8Array | undefined,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  try {
    const leaf = readCertificate(der!);
    if (!leaf.signsClaims || leaf.commonName !== generatorId || !(await isIssuedBy(leaf, root))) return false;
    return await verifySignature(leaf.publicKey, message, signature);
  } catch {
    return false;
  }
}
