// What the service signed, with a code that leads back to the check, and what it does and does not
// prove.
import type { ReceiptStatement as Statement } from '@content-provenance/client/receipts';
import {
  describeVerdict,
  nameSigner,
  timeInWords,
  type VerdictName,
  verdictTable,
} from '@content-provenance/engine/verdicts';
import type { ReactNode } from 'react';
import { QrCode } from '../../components/qr-code.tsx';
import { receiptTexts as texts } from '../../texts/receipt.ts';
import { Signer } from '../verify/results/signer.tsx';

interface ReceiptStatementProps {
  readonly statement: Statement;
  readonly fingerprint: string;
}

export function ReceiptStatement({ statement, fingerprint }: ReceiptStatementProps) {
  const { examined, verdict, signals, provenance, checked_at, service, detector, log_checkpoint } = statement;
  const signer = provenance && nameSigner(provenance);
  const seen = Object.entries(signals).flatMap(([name, found]) => (found ? [name] : []));
  const link = `${service.url}/receipt#${fingerprint}`;
  const result = describeResult(statement);
  const words = result.isSource ? texts.facts : texts.facts.ofRecord;
  return (
    <>
      <section className={`receipt-result tone-${result.tone}`}>
        <h3>
          {texts.facts.found}: {result.headline}
        </h3>
        <p>{result.sentence}</p>
      </section>
      <div className="receipt-columns">
        <dl className="facts">
          {provenance && signer && (
            <>
              <Fact name={words.signer}>
                <Signer signer={signer} />
                {signer.warning && <p className="problem">{signer.warning}</p>}
              </Fact>
              <Fact name={words.model}>{provenance.model}</Fact>
              <Fact name={words.signedAt}>{timeInWords(provenance.signed_at, 'UTC')}</Fact>
              <Fact name={texts.facts.record}>
                <code>{provenance.record_id}</code>
              </Fact>
            </>
          )}
          <Fact name={texts.facts.verdict}>
            <code>{verdict}</code>
          </Fact>
          <Fact name={texts.facts.signals}>
            <code>{seen.join(', ') || texts.facts.noSignals}</code>
          </Fact>
          <Fact name={texts.facts.content}>
            <code>{examined.content_hash.replace('sha3-256:', '')}</code>
          </Fact>
          <Fact name={texts.facts.size}>{texts.facts.bytes(examined.bytes)}</Fact>
          <Fact name={texts.facts.format}>{examined.format ?? texts.facts.unknown}</Fact>
          <Fact name={texts.facts.checked}>
            <time dateTime={checked_at}>{timeInWords(checked_at, 'UTC')}</time>
          </Fact>
          <Fact name={texts.facts.service}>{service.url}</Fact>
          <Fact name={texts.facts.detector}>
            {detector.name} {detector.version}
          </Fact>
          <Fact name={texts.facts.checkpoint}>
            {log_checkpoint === null ? texts.facts.noCheckpoint : <pre>{log_checkpoint.split('\n\n')[0]}</pre>}
          </Fact>
          <Fact name={texts.facts.key}>
            <code>{fingerprint.replace('sha3-256:', '')}</code>
          </Fact>
        </dl>
        <figure className="receipt-code">
          <QrCode text={link} label={texts.qr} />
          <figcaption className="quiet">{texts.qrNote}</figcaption>
        </figure>
      </div>
      <div className="receipt-claims">
        {(service.environment === 'live' ? [texts.proves, texts.provesNot] : [texts.provesNot]).map(
          ({ title, points }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </section>
          ),
        )}
      </div>
    </>
  );
}

/** A later release can have verdicts that this page does not know. */
function describeResult(statement: Statement) {
  const { verdict } = statement;
  if (!Object.hasOwn(verdictTable, verdict)) return { tone: 'none', headline: verdict, sentence: '', isSource: false };
  const { tone, headline, sentence, shows } = describeVerdict(
    { ...statement, ...statement.examined, verdict: verdict as VerdictName } as Parameters<typeof describeVerdict>[0],
    'UTC',
  );
  // Their sentences name a signer, who is not in a receipt.
  const isAboutCredentials = verdict.startsWith('other_credentials_');
  return {
    ...{ tone, headline, isSource: shows.includes('source') },
    sentence: isAboutCredentials ? texts.facts.credentials : sentence,
  };
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
