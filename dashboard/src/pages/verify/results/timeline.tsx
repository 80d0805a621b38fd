// What happened to the content, according to the service: signed, changed or revoked, verified now.
import type { VerificationResult } from '@content-provenance/client';
import { describeVerdict, type SignerName, type Tone } from '@content-provenance/engine/verdicts';
import type { ReactNode } from 'react';
import { resultTexts } from '../../../texts/verify.ts';
import type { CheckedResult } from '../verifications.ts';
import { Signer } from './signer.tsx';
import { Time } from './time.tsx';

const texts = resultTexts.timeline;

interface TimelineProps {
  readonly result: CheckedResult;
  readonly provenance: NonNullable<VerificationResult['provenance']>;
  readonly signer: SignerName;
}

export function Timeline({ result, provenance, signer }: TimelineProps) {
  const { model, signed_at, kid, revoked_at } = provenance;
  const { verdict, authentic, verifiedAt } = result;
  const { tone, headline } = describeVerdict(result);
  const event = texts.events[verdict];
  const isStated = verdict === 'invalid_record';
  const signedTitle = authentic ? texts.signed : isStated ? texts.recordStated : texts.recordSigned;
  return (
    <ol className="timeline">
      {verdict === 'original' && (
        <Step tone={tone} title={texts.before}>
          <span className="quiet">{texts.unknownTime}</span>
        </Step>
      )}
      <Step tone={isStated ? 'bad' : 'good'} title={signedTitle}>
        <Time at={signed_at} />
        <p>
          {texts.by} <Signer signer={signer} />
        </p>
        <dl className="facts">
          <dt>{texts.model}</dt>
          <dd>{model}</dd>
          <dt>{texts.key}</dt>
          <dd>
            <code>{kid}</code>
          </dd>
        </dl>
      </Step>
      {event && (
        <Step tone={tone} title={event}>
          <span className="quiet">{texts.unknownTime}</span>
        </Step>
      )}
      {revoked_at && (
        <Step tone="bad" title={texts.revoked}>
          <Time at={revoked_at} />
        </Step>
      )}
      <Step tone={tone} title={`${texts.verified}: ${headline}`}>
        <Time at={verifiedAt} />
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children: ReactNode;
}

export function Step({ tone, title, children }: StepProps) {
  return (
    <li className={`tone-${tone}`}>
      <strong>{title}</strong> {children}
    </li>
  );
}
