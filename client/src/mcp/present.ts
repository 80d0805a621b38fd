// Results for an agent. The sentences are ours alone: text from signers, files and records appears
// only in separate fields, as printable text of limited length, so that it cannot speak for us.
import { type DescribedVerdict, describeVerdict, nameSigner, type Signer } from '@content-provenance/engine/verdicts';
import { asPrintable } from '../cli/terminal.ts';
import type { Fields } from './json-rpc.ts';

type Verdict = Parameters<typeof describeVerdict>[0];

/** Text from others. */
export function asData(text: string, mostCharacters = 200): string {
  const line = asPrintable(text).trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters).toWellFormed()}…` : line;
}

/** The verdict in our words, which refer to the field for each name. */
export function describeForAgent(verdict: Verdict): DescribedVerdict {
  const { provenance, c2pa } = verdict;
  const name = 'the organization in "signer"';
  const issuer = c2pa?.signature_issuer ? 'the signer in "content_credentials"' : '';
  const signer = provenance?.signer ? { ...provenance.signer, name } : null;
  const unnamed = {
    ...verdict,
    provenance: provenance && { ...provenance, org: name, signer },
    ...(c2pa && { c2pa: { ...c2pa, signature_issuer: issuer } }),
  };
  return describeVerdict(unnamed, 'UTC');
}

export function signerForAgent(given: { readonly org: string; readonly signer?: Signer | null }): Fields {
  const { name, remark, warning } = nameSigner(given);
  return {
    stated_name: asData(name),
    proven_domain: given.signer?.domain ?? null,
    remark,
    warning: warning === null ? null : asData(warning),
  };
}

/** The public page about a record. Never with credentials from the configured URL. */
export function certificateUrl(serviceUrl: string, recordId: string): string {
  const url = new URL(`certificate/${encodeURIComponent(recordId)}`, `${serviceUrl.replace(/\/+$/, '')}/`);
  url.username = '';
  url.password = '';
  return url.href;
}
