// The record whose content resembles a file, closed by default. It names nobody as the source of
// the file.
import type { VerificationResult } from '@content-provenance/client';
import type { SignerName } from '@content-provenance/engine/verdicts';
import { resultTexts as texts } from '../../../texts/verify.ts';
import { Signer } from './signer.tsx';
import { CertificateLink } from './take-along.tsx';
import { Time } from './time.tsx';

interface FoldedRecordProps {
  readonly title: string;
  readonly provenance: NonNullable<VerificationResult['provenance']>;
  readonly signer: SignerName;
}

export function FoldedRecord({ title, provenance: { model, signed_at, record_id }, signer }: FoldedRecordProps) {
  return (
    <details className="fold">
      <summary>{title}</summary>
      <dl className="facts">
        <dt>{texts.recordOf}</dt>
        <dd>
          <Signer signer={signer} />
        </dd>
        <dt>{texts.model}</dt>
        <dd>{model}</dd>
        <dt>{texts.recordedAt}</dt>
        <dd>
          <Time at={signed_at} />
        </dd>
      </dl>
      {signer.warning && <p className="problem">{signer.warning}</p>}
      <CertificateLink recordId={record_id} />
    </details>
  );
}
