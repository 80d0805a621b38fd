// Which record a piece of content belongs to: the lookup order of the specification (Verification)
// and settled point 6, one function per step. A step that leads to a record ends the search. A step
// that leads to a token without a record does not: the token is kept, and reported if the later
// steps find nothing better.
import type { KnownRecord, RecordIndex, TextMatch } from './ports.ts';
import type { Specimen } from './specimen.ts';
import type { TokenSource } from './verdict.ts';

export type Identification =
  | {
      readonly source: TokenSource;
      readonly lookup: 'record';
      readonly record: KnownRecord;
      /** If the text led to the record: all matches, that of the record first. */
      readonly texts?: readonly TextMatch[];
    }
  | { readonly source: TokenSource; readonly lookup: 'invalid_token' | 'no_record'; readonly record: null }
  | { readonly source: null; readonly lookup: 'nothing'; readonly record: null };

/**
 * How the content relates to a record: a file delivered for it, the upload before marking, or
 * neither.
 */
export type Compare = (record: KnownRecord) => Promise<'signed' | 'original' | 'other'>;

type Step = (specimen: Specimen, ports: RecordIndex, compare: Compare) => Promise<Identification>;

const nothing = { source: null, lookup: 'nothing', record: null } as const;

const lookupOrder: readonly Step[] = [byContainer, byWatermark, byNeuralWatermark, byText, byPerceptualHash, bySound];

export async function identify(
  specimen: Specimen,
  token: string | undefined,
  compare: Compare,
  ports: RecordIndex,
): Promise<Identification> {
  if (token !== undefined) return byToken('provided', token, ports);
  let best: Identification = nothing;
  for (const step of lookupOrder) {
    const found = await step(specimen, ports, compare);
    if (found.lookup === 'record') return found;
    if (best.lookup === 'nothing') best = found;
  }
  return best;
}

async function byContainer(specimen: Specimen, ports: RecordIndex): Promise<Identification> {
  const token = specimen.readToken();
  return token === null ? nothing : byToken('xmp', token, ports);
}

async function byWatermark(specimen: Specimen, ports: RecordIndex): Promise<Identification> {
  const id = await specimen.readMark();
  return id === null ? nothing : known('watermark', await ports.findByWatermarkId(id));
}

async function byNeuralWatermark(specimen: Specimen, ports: RecordIndex): Promise<Identification> {
  const id = await specimen.readNeuralMark();
  return id === null ? nothing : known('neural_watermark', await ports.findByWatermarkId(id));
}

async function byText(specimen: Specimen, ports: RecordIndex, compare: Compare): Promise<Identification> {
  const text = specimen.text();
  if (!text) return nothing;
  const matches = await ports.findByText({ pairs: text.pairs, whole: text.whole });
  const record = await mostAlike(
    matches.map((match) => match.record),
    compare,
  );
  if (!record) return nothing;
  const texts = [...matches].sort((left, right) => Number(right.record === record) - Number(left.record === record));
  return { source: 'text_fingerprint', lookup: 'record', record, texts };
}

async function byPerceptualHash(specimen: Specimen, ports: RecordIndex, compare: Compare): Promise<Identification> {
  const hash = await specimen.perceptualHash();
  if (hash === null || specimen.kind === null) return nothing;
  const similar = await ports.findSimilar(hash, specimen.kind);
  const record = await mostAlike(similar, compare);
  return record ? known('phash', record) : nothing;
}

async function bySound(specimen: Specimen, ports: RecordIndex, compare: Compare): Promise<Identification> {
  for (const excerpt of await specimen.excerpts()) {
    await specimen.beginSearch();
    specimen.ran.add('sound');
    const record = await mostAlike(await ports.findBySound(excerpt), compare);
    if (record) return known('fingerprint', record);
  }
  return nothing;
}

// Among similar records, the one that this exact file belongs to, after or before signing.
// Otherwise the nearest.
async function mostAlike(records: readonly KnownRecord[], compare: Compare): Promise<KnownRecord | undefined> {
  const outcomes = await Promise.all(records.map(compare));
  const nearest = records.length > 0 ? 0 : -1;
  return records[[outcomes.indexOf('signed'), outcomes.indexOf('original'), nearest].find((place) => place >= 0) ?? -1];
}

async function byToken(source: 'provided' | 'xmp', token: string, ports: RecordIndex): Promise<Identification> {
  const record = await ports.findByToken(token);
  return record === 'invalid' ? { source, lookup: 'invalid_token', record: null } : known(source, record);
}

function known(source: TokenSource, record: KnownRecord | null): Identification {
  return record ? { source, lookup: 'record', record } : { source, lookup: 'no_record', record: null };
}
