// The record that a token names, without any file.
import type { TokenStatus } from '@content-provenance/client';
import { describeVerdict } from '@content-provenance/engine/verdicts';
import { Mark } from '../../../components/marks.tsx';
import { resultTexts as texts } from '../../../texts/verify.ts';
import { Signer } from './signer.tsx';
import { TakeAlong } from './take-along.tsx';
import { Time } from './time.tsx';
import { Step } from './timeline.tsx';

export function TokenRow({ token, status }: { readonly token: string; readonly status: TokenStatus }) {
  const isRevoked = status.generator_status === 'revoked';
  const verdict = isRevoked ? 'revoked' : 'signed_record';
  const provenance = { ...status, org: status.org_name };
  const { tone, headline, sentence, signer } = describeVerdict({ verdict, provenance });
  return (
    <article className={`panel result tone-${tone}`} aria-label={`${texts.tokenName}: ${headline}`}>
      <details open>
        <summary className="result-row">
          <span className="result-verdict">
            <Mark name={tone} className="result-mark" />
            <strong>{headline}</strong>
          </span>
          <span className="result-name">{token}</span>
        </summary>
        <div className="result-body">
          <p className="result-sentence">{sentence}</p>
          {signer?.warning && <p className="problem">{signer.warning}</p>}
          <ol className="timeline">
            <Step tone="good" title={texts.timeline.signed}>
              <Time at={status.signed_at} />
              <p>
                {texts.timeline.by} <Signer signer={signer!} />
              </p>
              <p>
                {texts.timeline.model}: {status.model}
              </p>
            </Step>
            {status.revoked_at && (
              <Step tone="bad" title={texts.timeline.revoked}>
                <Time at={status.revoked_at} />
              </Step>
            )}
          </ol>
          <TakeAlong recordId={status.record_id} token={token} />
        </div>
      </details>
    </article>
  );
}
