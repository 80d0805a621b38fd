// The response of the service with its own names, for people who know them.
import { verdictTable } from '@content-provenance/engine/verdicts';
import { resultTexts as texts } from '../../../texts/verify.ts';
import type { CheckedResult } from '../verifications.ts';

export function TechnicalDetails({ result }: { readonly result: CheckedResult }) {
  return (
    <details className="fold technical">
      <summary>{texts.technical}</summary>
      <table className="findings">
        <tbody>
          {rowsOf(result).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function rowsOf(result: CheckedResult): [name: string, value: string][] {
  const { verdict, authentic, tampered, confidence, likeness, token_source, format, reason } = result;
  const { signals, provenance, c2pa } = result;
  const plain = { verdict, reason, authentic, tampered, confidence, likeness, token_source, format };
  // For a record that only resembles the file or shares words with it, the signature says nothing
  // about the file.
  const { signature_valid, ...otherSignals } = signals;
  const isFolded = verdictTable[verdict].shows.includes('folded_record');
  const shownSignals = isFolded ? otherSignals : { ...otherSignals, signature_valid };
  const groups = { signals: shownSignals, ...(provenance && { provenance }), ...(c2pa && { c2pa }) };
  const grouped = Object.entries(groups).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value] as const),
  );
  return [...Object.entries(plain), ...grouped]
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
}
