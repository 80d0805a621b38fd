// What Content Credentials in a file state: whether they are valid and trusted, who signed them,
// with which program, when, what was done, and what the file was made of. All names are text from
// the file; React escapes them, and addresses are never links.
import type { VerificationResult } from '@content-provenance/client';
import { actionInWords, stateInWords, trainingInWords, uncheckedInWords } from '@content-provenance/engine/verdicts';
import type { ReactNode } from 'react';
import { resultTexts } from '../../../texts/verify.ts';
import { Ingredients } from './ingredients.tsx';
import { Time } from './time.tsx';

const texts = resultTexts.credentials;
type C2pa = NonNullable<VerificationResult['c2pa']>;

export function Credentials({ c2pa }: { readonly c2pa: C2pa }) {
  const { signature_issuer, tool, certificate, actions = [], ai_training = [], unchecked = [], ingredients } = c2pa;
  const isRead = c2pa.found && c2pa.state !== 'unreadable';
  return (
    <section>
      <h3>{texts.title}</h3>
      {isRead && <p className="quiet">{c2pa.is_service ? texts.ours : texts.note}</p>}
      <dl className="facts">
        <Fact name={texts.state}>{stateInWords(c2pa)}</Fact>
        {isRead && <Fact name={texts.issuer}>{signature_issuer || texts.unnamed}</Fact>}
        {certificate && (
          <Fact name={texts.certificate}>
            {texts.issuedBy(certificate.issuer)} <Time at={certificate.not_before} /> {texts.until}{' '}
            <Time at={certificate.not_after} />
          </Fact>
        )}
        {tool && <Fact name={texts.tool}>{tool}</Fact>}
        <SigningTime c2pa={c2pa} />
        {actions.length > 0 && (
          <Fact name={texts.actions}>
            <Lines lines={inSteps(actions.map(actionInWords))} />
          </Fact>
        )}
        {ai_training.length > 0 && (
          <Fact name={texts.training}>
            <Lines lines={trainingInWords(ai_training)} />
          </Fact>
        )}
        {ingredients && (
          <Fact name={texts.ingredients}>
            <Ingredients ingredients={ingredients} />
          </Fact>
        )}
        {c2pa.remote_url && (
          <Fact name={texts.address}>
            {c2pa.remote_url} <span className="quiet">{texts.notFetched}</span>
          </Fact>
        )}
        {unchecked.length > 0 && (
          <Fact name={texts.unchecked}>
            <Lines lines={uncheckedInWords(unchecked)} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function SigningTime({ c2pa: { timestamp, signed_at } }: { readonly c2pa: C2pa }) {
  const at = timestamp?.time ?? signed_at;
  if (!at) return null;
  return (
    <Fact name={texts.signedAt}>
      <Time at={at} />
      {timestamp && (
        <span className="quiet">
          {' '}
          {timestamp.trusted ? texts.stampedBy(timestamp.authority) : texts.stampedByAnyone(timestamp.authority)}
        </span>
      )}
    </Fact>
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

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const [only, ...others] = lines;
  if (others.length === 0) return only;
  return (
    <ol className="chain">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and the list never changes
        <li key={place}>{line}</li>
      ))}
    </ol>
  );
}

/** In order. The same action several times in a row is one step. */
function inSteps(actions: readonly string[]): string[] {
  return actions.filter((action, place) => action !== actions[place - 1]);
}
