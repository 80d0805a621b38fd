// The most important parts of an attestation with made-up figures, for the plan gate.
import { DataTable } from '../../components/data-table.tsx';
import { Figure } from '../../components/figure.tsx';
import { attestationTexts as texts } from '../../texts/attestation.ts';
import { sampleTexts } from '../../texts/gates.ts';
import { mappingColumns } from './attestation-preview.tsx';

const summary = { records_signed: 18_204, content_verified: 52_630, tamper_events: 311, generators_active: 6 };
const { paragraph, obligation, mechanism } = sampleTexts.attestation;
const rows = [{ paragraph, obligation, service_mechanism: mechanism, records_covered: summary.records_signed }];

export function SampleAttestation() {
  return (
    <div className="stack">
      <div className="figures">
        {(Object.keys(texts.summary) as (keyof typeof texts.summary)[]).map((name) => (
          <Figure key={name} title={texts.summary[name]} value={summary[name].toLocaleString('en')} />
        ))}
      </div>
      <DataTable label={texts.mapping} columns={mappingColumns} rows={rows} keyOf={(row) => row.paragraph} />
    </div>
  );
}
