// What the service signed, with a code that leads back to the check, and what it does and does not
// prove.
import type { ReceiptStatement as Statement } from '@content-provenance/client/receipts';
import { nameSigner, timeInWords, verdictTable } from '@content-provenance/engine/verdicts';
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
  return (
    <>
      <div className="receipt-columns">
        <dl className="facts">
          <Fact name={texts.facts.found}>
            <strong>
              {verdict in verdictTable ? verdictTable[verdict as keyof typeof verdictTable].headline : verdict}
            </strong>{' '}
            <code>{verdict}</code>
          </Fact>
          {provenance && signer && (
            <>
              <Fact name={texts.facts.signer}>
                <Signer signer={signer} />
                {signer.warning && <p className="problem">{signer.warning}</p>}
              </Fact>
              <Fact name={texts.facts.model}>{provenance.model}</Fact>
              <Fact name={texts.facts.signedAt}>{timeInWords(provenance.signed_at, 'UTC')}</Fact>
              <Fact name={texts.facts.record}>
                <code>{provenance.record_id}</code>
              </Fact>
            </>
          )}
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
        {[texts.proves, texts.provesNot].map(({ title, points }) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
