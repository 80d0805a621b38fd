// What an organization publishes to prove a domain, and whether it is there: a TXT record, or a
// file on the web server of the domain. The service looks for both. Names and addresses go through
// the same guard as webhooks.
import type { OutgoingHttps, RequestOutcome } from '../../adapters/outgoing-https/outgoing-https.ts';
import type { FindTexts } from '../../adapters/outgoing-https/resolve-host.ts';
import type { ProofMethod } from '../../database/schema.ts';

export interface ProofParts {
  readonly findTexts: FindTexts;
  readonly outgoing: OutgoingHttps;
}

/**
 * Absent: certainly no proof is published. Unknown: a server did not respond, but can do so later.
 */
export type ProofFinding =
  | { readonly outcome: 'proven'; readonly method: ProofMethod }
  | { readonly outcome: 'absent' | 'unknown'; readonly problem: string };

interface Sought {
  readonly domain: string;
  readonly challenge: string;
  /** The method of the earlier proof. It decides whether the proof is absent. */
  readonly method: ProofMethod | null;
}

type Look = { readonly outcome: 'proven' } | Extract<ProofFinding, { problem: string }>;

export function whatToPublish(domain: string, challenge: string) {
  const value = `content-provenance-verification=${challenge}`;
  return {
    dns: { type: 'TXT' as const, name: `_content-provenance.${domain}`, value },
    file: { url: `https://${domain}/.well-known/content-provenance.txt`, content: value },
  };
}

export async function findProof({ findTexts, outgoing }: ProofParts, sought: Sought): Promise<ProofFinding> {
  const { dns, file } = whatToPublish(sought.domain, sought.challenge);
  const [inDns, inFile] = await Promise.all([
    findTexts(dns.name).then(
      (texts) => lookAtTexts(texts, dns),
      (problem: NodeJS.ErrnoException) => unanswered(dns.name, problem),
    ),
    outgoing.get(file.url).then((outcome) => lookAtFile(outcome, file)),
  ]);
  if (inDns.outcome === 'proven') return { outcome: 'proven', method: 'dns' };
  if (inFile.outcome === 'proven') return { outcome: 'proven', method: 'file' };
  const decisive = { dns: [inDns], file: [inFile], any: [inDns, inFile] }[sought.method ?? 'any'];
  const outcome = decisive.some((look) => look.outcome === 'unknown') ? 'unknown' : 'absent';
  return { outcome, problem: `${inDns.problem} ${inFile.problem}` };
}

function lookAtTexts(texts: readonly string[], { name, value }: { name: string; value: string }): Look {
  if (texts.some((text) => text.trim() === value)) return { outcome: 'proven' };
  const found = texts.length === 0 ? 'We found no TXT record' : 'We did not find the value in a TXT record';
  return { outcome: 'absent', problem: `${found} at ${name}.` };
}

function unanswered(name: string, { code }: NodeJS.ErrnoException): Look {
  return { outcome: 'unknown', problem: `The DNS lookup of ${name} failed (${code ?? 'unknown'}).` };
}

function lookAtFile(outcome: RequestOutcome, { url, content }: { url: string; content: string }): Look {
  const { statusCode, responseBody, failure, unreachable } = outcome;
  if (statusCode === null)
    return { outcome: unreachable ? 'absent' : 'unknown', problem: `${url} did not respond. ${failure}` };
  if (statusCode === 200) {
    const lines = responseBody!.split('\n').map((line) => line.trim());
    if (lines.includes(content)) return { outcome: 'proven' };
    return { outcome: 'absent', problem: `${url} does not contain the line.` };
  }
  const hint = statusCode >= 300 && statusCode < 400 ? '. We do not follow redirects' : '';
  const mayPass = statusCode >= 500 || statusCode === 429;
  return { outcome: mayPass ? 'unknown' : 'absent', problem: `${url} returned ${statusCode}${hint}.` };
}
