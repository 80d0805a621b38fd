// Mutated manifest stores through the reader, and mutated keys and chains through the certificate
// routes. Every case must end with findings or a 4xx, soon, and with text that is bounded. The
// reader trusts the signers of the samples: a mutated file is trusted only if it still says what
// was signed.
import { isDeepStrictEqual } from 'node:util';
import type { ManifestFindings } from '../../engine/src/c2pa/reader/manifest-findings.ts';
import { findStores } from '../../engine/src/c2pa/reader/manifest-traces.ts';
import { readManifest } from '../../engine/src/c2pa/reader/read-manifest.ts';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { measured } from '../../engine/test-support/processor-time.ts';
import { randomOfCase } from './case-random.ts';
import { type ManifestSamples, makeManifestSamples } from './manifest-samples.ts';
import { mutate } from './mutate-bytes.ts';

export interface ManifestTally {
  cases: number;
  /** Stores by the state that the reader gave, and chains by the status of the response. */
  outcomes: Record<string, number>;
  slowestMilliseconds: number;
  mostResidentBytes: number;
  readonly findings: { readonly number: number; readonly fault: string }[];
}

interface FuzzOptions {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** Left out: as long as it takes. */
  readonly minutes?: number | undefined;
  readonly onProgress?: (tally: ManifestTally) => void;
}

/** Each time a chain is tried, so many stores are. */
const storesPerChain = 4;
const longestMilliseconds = 3_000;
const longestFindings = 300_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

export async function fuzzManifests(options: FuzzOptions): Promise<ManifestTally> {
  const { seed, first, count, minutes = Number.POSITIVE_INFINITY, onProgress } = options;
  const samples = await makeManifestSamples();
  const tally: ManifestTally = { cases: 0, outcomes: {}, slowestMilliseconds: 0, mostResidentBytes: 0, findings: [] };
  const endsAt = performance.now() + minutes * 60_000;
  try {
    for (let number = first; number < first + count && performance.now() < endsAt; number += 1) {
      const { value, milliseconds } = await measured(() =>
        number % (storesPerChain + 1) === storesPerChain
          ? tryChain(samples, seed, number)
          : tryStore(samples, seed, number),
      );
      const fault = value.fault ?? (milliseconds > longestMilliseconds ? `took ${Math.round(milliseconds)} ms` : null);
      if (fault !== null) tally.findings.push({ number, fault });
      tally.cases += 1;
      tally.outcomes[value.outcome] = (tally.outcomes[value.outcome] ?? 0) + 1;
      tally.slowestMilliseconds = Math.max(tally.slowestMilliseconds, milliseconds);
      tally.mostResidentBytes = Math.max(tally.mostResidentBytes, process.memoryUsage.rss());
      onProgress?.(tally);
    }
  } finally {
    await samples.close();
  }
  return tally;
}

interface Outcome {
  readonly outcome: string;
  readonly fault: string | null;
}

async function tryStore({ files, service }: ManifestSamples, seed: number, number: number): Promise<Outcome> {
  const random = randomOfCase(seed, number);
  const { name, bytes, findings: original } = random.pick(files);
  const other = random.pick(files).bytes;
  const altered = random.below(4) === 0 ? mutate(bytes, other, random) : alterStore(bytes, other, random);
  try {
    const read = await readManifest(altered, service);
    const fault = read && faultOf(read, original);
    return { outcome: `store ${read?.state ?? 'without findings'}`, fault: fault ? `${name}: ${fault}` : null };
  } catch (problem) {
    return { outcome: 'store failed', fault: `${name}: ${(problem as Error).stack}` };
  }
}

/** Only the store changes; in JPEG and PNG its container is written again around it. */
function alterStore(bytes: Buffer, other: Buffer, random: ReturnType<typeof randomOfCase>): Buffer {
  const [store] = findStores(bytes);
  const altered = mutate(Buffer.from(store!), other, random);
  const { manifest } = detectFormat(bytes) ?? {};
  if (manifest) {
    const { before, after } = manifest.find(bytes);
    return Buffer.concat([...before, manifest.wrap(altered), ...after]);
  }
  const at = bytes.indexOf(store!);
  return Buffer.concat([bytes.subarray(0, at), altered, bytes.subarray(at + store!.length)]);
}

function faultOf(read: ManifestFindings, original: ManifestFindings): string | null {
  const text = JSON.stringify(read);
  if (text.length > longestFindings) return `${text.length} characters`;
  if (listTexts(read).some((each) => unprintable.test(each))) return 'text that is not printable';
  if (read.state !== 'trusted') return read.trust ? 'trust without the state' : null;
  const stated = ({ actions, certificate, tool, digital_source_type, ai_training }: ManifestFindings) => [
    actions,
    certificate,
    tool,
    digital_source_type,
    ai_training,
  ];
  return isDeepStrictEqual(stated(read), stated(original)) ? null : 'trusted, and says something else';
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

async function tryChain({ chain, importPair }: ManifestSamples, seed: number, number: number): Promise<Outcome> {
  const random = randomOfCase(seed, number);
  const { key, certificates } = chain;
  const altered = certificates.map((der) =>
    random.below(2) === 0 ? mutate(der, random.pick(certificates), random) : der,
  );
  const pem = altered.map(
    (der) => `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  );
  const text =
    random.below(4) === 0 ? mutate(Buffer.from(pem.join('')), Buffer.from(key), random).toString() : pem.join('');
  const { status, body } = await importPair(
    random.below(8) === 0 ? mutate(Buffer.from(key), Buffer.from(text), random).toString() : key,
    text,
  );
  const isGood = status === 201 || (status >= 400 && status < 500 && typeof body.message === 'string');
  return { outcome: `chain ${status}`, fault: isGood ? null : `${status} ${JSON.stringify(body)} for ${text}` };
}
