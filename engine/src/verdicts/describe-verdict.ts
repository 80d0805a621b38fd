// Describes a verdict from a response of the service: the row of the table with its sentence.
import { nameSigner, type Signer, type SignerName, signerInWords } from './signer-name.ts';
import { timeInWords } from './time-words.ts';
import type { VerdictName } from './verdict-name.ts';
import { type VerdictRow, verdictTable } from './verdict-table.ts';

export interface DescribedVerdict extends Pick<VerdictRow, 'tone' | 'headline' | 'shows'> {
  readonly sentence: string;
  /** Null without a record. */
  readonly signer: SignerName | null;
}

/** The parts of a response that the texts need. */
interface Answer {
  readonly verdict: VerdictName | 'signed_record';
  readonly token_source?: string | null;
  readonly likeness?: 'near' | 'far' | 'unknown';
  readonly format?: string | null;
  readonly reason?: string | undefined;
  readonly provenance: {
    readonly org: string;
    readonly revoked_at?: string | null | undefined;
    readonly signer?: Signer | null;
  } | null;
  readonly c2pa?: { readonly signature_issuer: string; readonly trust?: { readonly list: string } } | undefined;
}

export function describeVerdict(answer: Answer, timeZone?: string): DescribedVerdict {
  const { provenance, c2pa } = answer;
  const { tone, headline, shows, sentence } = verdictTable[answer.verdict];
  const signer = provenance && nameSigner(provenance);
  const revokedAt = provenance?.revoked_at;
  return {
    tone,
    headline,
    shows,
    signer,
    sentence: sentence({
      who: signer ? signerInWords(signer) : '',
      token_source: answer.token_source ?? null,
      likeness: answer.likeness ?? 'unknown',
      format: answer.format ?? null,
      reason: answer.reason,
      revokedAt: revokedAt ? timeInWords(revokedAt, timeZone) : null,
      issuer: c2pa?.signature_issuer ?? '',
      trustList: c2pa?.trust?.list ?? null,
    }),
  };
}

/** "6 files: 4 authentic, 2 changed", in the order of the table. */
export function summarize(verdicts: readonly VerdictName[]): string {
  const names = (Object.keys(verdictTable) as VerdictName[]).filter((name) => verdicts.includes(name));
  const counts = names.map(
    (name) => `${verdicts.filter((each) => each === name).length} ${verdictTable[name].counted}`,
  );
  return `${verdicts.length} ${verdicts.length === 1 ? 'file' : 'files'}: ${counts.join(', ')}`;
}
