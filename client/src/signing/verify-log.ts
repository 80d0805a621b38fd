// Checks the entry of a record in the transparency log, without any request. This file is loaded
// only when there is something to check, because it needs Ed25519 and ML-DSA-44.
import {
  opensEntry,
  type Policy,
  readEntry,
  readLogProof,
  readPolicy,
  readVerifierKey,
  type VerifierKey,
  verifyLogProof,
} from '@content-provenance/engine/transparency';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeText, fromBase64 } from './bytes.ts';
import type { LogEvidence, LogFindings, LoggedRecord, LogReason, StatedTime, TrustedLogs } from './log-evidence.ts';
import { timeOfToken } from './timestamp-token.ts';

export type LogCheck =
  | { readonly findings: LogFindings; readonly reason?: 'log_key_unknown' }
  | { readonly findings: null; readonly reason: LogReason };

const invalid: LogCheck = { findings: null, reason: 'log_proof_invalid' };

/**
 * `source` is what names the key of the log if the reader gave none. Throws only for a policy or
 * keys that cannot be read.
 */
export function checkLog(
  evidence: LogEvidence,
  record: Partial<LoggedRecord>,
  trusted: TrustedLogs,
  source: 'bundle' | 'proof',
): LogCheck {
  const policy = readTrusted(trusted);
  const given = trusted.logPolicy === undefined ? 'keys' : 'policy';
  try {
    return checkAll(evidence, record, policy, policy ? given : source);
  } catch {
    return invalid;
  }
}

function readTrusted({ logPolicy, logKeys }: TrustedLogs): Policy | undefined {
  if (logPolicy !== undefined) return readPolicy(logPolicy);
  if (logKeys === undefined) return undefined;
  const lines = logKeys.split('\n').filter((line) => line.trim() !== '');
  const logs = lines.map((line) => {
    const key = readVerifierKey(line.trim());
    if (!key) throw new TypeError('The keys of the log are malformed. Use one verifier key in each line.');
    return { key, url: null };
  });
  return { logs, witnesses: [], groups: [], quorum: null };
}

function checkAll(
  evidence: LogEvidence,
  record: Partial<LoggedRecord>,
  policy: Policy | undefined,
  keyFrom: LogFindings['key_from'],
): LogCheck {
  const { index, log, opening, proof, timestamp } = evidence;
  const entry = fromBase64(evidence.entry);
  const keys = log.verifier_keys.map((each) => readVerifierKey(each));
  if (!entry || keys.length === 0 || keys.some((key) => key?.name !== log.origin)) return invalid;
  const isAboutRecord = Object.entries(record).every(([name, value]) => opening[name as keyof LoggedRecord] === value);
  if (readEntry(entry)?.kind !== 'record' || !opensEntry(entry, opening) || !isAboutRecord) return invalid;
  const ownKeys = keys as VerifierKey[];
  if (!isLogged(proof, entry, index, ownKeys)) return invalid;
  let stated: StatedTime | null = null;
  if (timestamp !== null) {
    const time = isLogged(timestamp.proof, entry, index, ownKeys) ? readTime(timestamp) : null;
    if (!time) return invalid;
    stated = { states: time.toISOString(), signer_checked: false };
  }
  const known = policy && checkPolicy(policy, evidence, entry);
  // The keys above are those that the evidence names, so anyone can sign a checkpoint with them.
  if (timestamp && known?.isMet && !isInTrustedLog(policy!, evidence, timestamp.proof, entry)) return invalid;
  const findings: LogFindings = {
    index,
    logged: known?.isMet === true,
    key_known: known ? known.isMet : null,
    key_from: keyFrom,
    witnesses: known?.witnesses ?? [],
    timestamp: known?.isMet ? stated : null,
  };
  return known && !known.isMet ? { findings, reason: 'log_key_unknown' } : { findings };
}

/** Each of the keys must have signed, so that no byte of a signature can change unnoticed. */
function isLogged(proof: string, entry: Uint8Array, index: number, keys: readonly VerifierKey[]): boolean {
  const found = verifyLogProof({ proof, entry, logKeys: keys });
  return found.valid && found.index === index && found.signedBy.length === keys.length;
}

/** The policy alone decides which keys count. Those in the evidence do not. */
function checkPolicy(policy: Policy, { proof, log }: LogEvidence, entry: Uint8Array) {
  const listed = listedKeys(policy, log);
  const found = verifyLogProof({ proof, entry, logKeys: listed, policy });
  return { isMet: found.valid && listed.length > 0, witnesses: found.cosignedBy.map(({ key }) => key.name) };
}

/** Without the quorum of witnesses: a checkpoint can have a time stamp and no cosignature. */
function isInTrustedLog(policy: Policy, { log }: LogEvidence, proof: string, entry: Uint8Array): boolean {
  return verifyLogProof({ proof, entry, logKeys: listedKeys(policy, log) }).valid;
}

function listedKeys(policy: Policy, { origin }: LogEvidence['log']) {
  return policy.logs.map(({ key }) => key).filter(({ name }) => name === origin);
}

function readTime({ proof, token }: NonNullable<LogEvidence['timestamp']>): Date | null {
  const bytes = fromBase64(token);
  const note = readLogProof(proof)?.checkpoint;
  const body = note?.slice(0, note.lastIndexOf('\n\n') + 1);
  return bytes && body ? timeOfToken(bytes, sha256(encodeText(body))) : null;
}
