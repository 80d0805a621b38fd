// Every signal of a result beside what it means, then what a C2PA manifest in the file says about itself.
import type { VerificationResult } from '@content-provenance/client';
import { Title } from '@mantine/core';
import {
  c2paTexts,
  confidenceTexts,
  findingTexts,
  likenessTexts,
  signalTexts,
  sourceTexts,
  verifyTexts,
} from '../../texts/verify.ts';
import { type C2paFindings, c2paOf } from './verdict.ts';

type Row = readonly [finding: string, meaning: string];

export function Findings({ result }: { readonly result: VerificationResult }) {
  const c2pa = c2paOf(result);
  const names = Object.keys(signalTexts) as (keyof typeof result.signals)[];
  const found = names.filter((name) => result.signals[name]);
  const absent = names.filter((name) => !result.signals[name]);
  const how: Row[] = result.token_source
    ? [
        [findingTexts.foundBy, sourceTexts[result.token_source] ?? result.token_source],
        [findingTexts.confidence, confidenceTexts[result.confidence] ?? result.confidence],
        ...likenessRows(result),
      ]
    : [];
  return (
    <section>
      <Title order={4} size="h3" mb="sm">
        {verifyTexts.found}
      </Title>
      {found.length > 0 && <FindingsTable rows={[...found.map((name) => rowOf(name, 'yes')), ...how]} />}
      {found.length === 0 ? (
        <FindingsTable rows={[...how, ...absent.map((name) => rowOf(name, 'no'))]} />
      ) : (
        absent.length > 0 && (
          <details className="absent">
            <summary>{verifyTexts.absent(absent.map((name) => signalTexts[name]!.name))}</summary>
            <FindingsTable rows={absent.map((name) => rowOf(name, 'no'))} />
          </details>
        )
      )}
      {c2pa && (
        <>
          <Title order={4} size="h3" mt="lg">
            {c2paTexts.title}
          </Title>
          <p className="quiet">{c2paTexts.note}</p>
          <FindingsTable rows={rowsOf(c2pa)} />
        </>
      )}
    </section>
  );
}

function likenessRows({ authentic, provenance, likeness }: VerificationResult): Row[] {
  return provenance && !authentic ? [[findingTexts.likeness, likenessTexts[likeness] ?? likeness]] : [];
}

function rowOf(signal: string, answer: 'yes' | 'no'): Row {
  const words = signalTexts[signal]!;
  return [answer === 'yes' ? words.name : `${words.name}: ${verifyTexts.no}`, words[answer]];
}

function rowsOf(c2pa: C2paFindings): Row[] {
  return [
    [c2paTexts.status, c2pa.validation_status === 'valid' ? c2paTexts.valid : c2paTexts.invalid],
    [c2paTexts.issuer, c2pa.signature_issuer || c2paTexts.issuerUnknown],
    [c2paTexts.ours, c2pa.is_service ? verifyTexts.yes : verifyTexts.no],
    [c2paTexts.count, String(c2pa.manifest_count)],
    [c2paTexts.assertions, c2pa.assertions.join(', ')],
  ];
}

function FindingsTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <table className="findings">
      <thead>
        <tr>
          <th scope="col">{verifyTexts.finding}</th>
          <th scope="col">{verifyTexts.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([finding, meaning]) => (
          <tr key={finding}>
            <th scope="row">{finding}</th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
