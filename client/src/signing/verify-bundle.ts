// Proves content by its bundle, with nothing asked of anyone (docs/decisions/0014): the file is canonical JSON, so that it has one
// spelling; the service signed the whole of it; the generator's key signed the payload; the content has the hash that was signed.
import type { Answer } from '../operation.ts';
import { equalBytes, fromBase64, toHex } from './bytes.ts';
import { canonicalBytes, canonicalJson } from './canonical-bytes.ts';
import { type Certificate, chainHolds, readCertificate, readPemCertificates } from './certificate.ts';
import { sha3Digest } from './content-hash.ts';
import { verifySignature } from './ml-dsa.ts';

export interface BundleStatement {
  readonly type: 'content-provenance-bundle/1';
  /** What is said of key and generator was so at this time. */
  readonly issued_at: string;
  readonly service: { readonly url: string; readonly environment: 'live' | 'sandbox' };
  readonly token: string;
  readonly record: Answer<'GET /v1/records/{record_id}'>;
  readonly public_key: Answer<'GET /v1/keys/{generator_id}'>['keys'][number];
  readonly certificates: readonly string[];
}

export type BundleReason =
  /** The bundle is not as the service wrote it. */
  | 'bundle_altered'
  /** The bundle holds, but was signed under another root than those given. */
  | 'root_unknown'
  | 'signature_invalid'
  | 'generator_revoked'
  | 'content_tampered';

export interface BundleFindings {
  readonly authentic: boolean;
  /** Present when `authentic` is false. */
  readonly reason?: BundleReason;
  /** Whether the root is one of those given; null when none was given. */
  readonly root_known: boolean | null;
  /** `sha3-256:` of the root certificate, to compare with one that is trusted. */
  readonly root?: string;
  readonly statement?: BundleStatement;
}

export interface BundleProof {
  /** The file as it is. */
  readonly bundle: string;
  /** The canonical hash of the content: `readCanonical` of `@content-provenance/client/node` makes it of a media file. */
  readonly contentHash: string;
  /** The token that the content carries, which its hash leaves out: it must be the record's. */
  readonly token?: string | null | undefined;
  /** PEM, as `/.well-known/c2pa-roots.pem` has them. Without any, the bundle's own root is believed, and named. */
  readonly roots?: string | undefined;
}

const altered: BundleFindings = { authentic: false, reason: 'bundle_altered', root_known: null };

export async function verifyBundle({ bundle, contentHash, token, roots }: BundleProof): Promise<BundleFindings> {
  const opened = await openBundle(bundle);
  if (!opened) return altered;
  const { statement, root } = opened;
  const known = roots === undefined ? null : readPemCertificates(roots).some((each) => equalBytes(each, root));
  const findings = { root_known: known, root: `sha3-256:${toHex(sha3Digest(root))}`, statement };
  const reason = known === false ? 'root_unknown' : await findFault(statement, contentHash, token ?? statement.token);
  return reason ? { authentic: false, reason, ...findings } : { authentic: true, ...findings };
}

/** The statement and its root, where the service's signature over all of it holds; null for anything else. */
async function openBundle(text: string): Promise<{ statement: BundleStatement; root: Uint8Array } | null> {
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
    // The cheapest question first: an altered byte anywhere ends here.
    if (!bytes || !(await verifySignature(leaf.publicKey, canonicalBytes(statement), bytes))) return null;
    return (await chainHolds(leaf, root, new Date(statement.issued_at))) ? { statement, root: root.der } : null;
  } catch {
    return null;
  }
}

async function findFault(
  { record, public_key, token }: BundleStatement,
  contentHash: string,
  carriedToken: string,
): Promise<BundleReason | undefined> {
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
  return payload.content_hash === contentHash && carriedToken === token ? undefined : 'content_tampered';
}
