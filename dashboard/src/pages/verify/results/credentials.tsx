// What Content Credentials in a file state: who signed them, with which program, when, what was
// done, and what the file was made of, as a chain.
import type { VerificationResult } from '@content-provenance/client';
import { actionInWords } from '@content-provenance/engine/verdicts';
import { resultTexts } from '../../../texts/verify.ts';
import { Time } from './time.tsx';

const texts = resultTexts.credentials;
type C2pa = NonNullable<VerificationResult['c2pa']>;
type Ingredient = { readonly title: string; readonly issuer?: string; readonly ingredients?: readonly Ingredient[] };

export function Credentials({ c2pa }: { readonly c2pa: C2pa }) {
  const { signature_issuer, tool, signed_at, actions, ingredients, is_service } = c2pa;
  // Nothing is known about a manifest that cannot be parsed.
  if (!signature_issuer && !tool && !actions) return null;
  return (
    <section>
      <h3>{texts.title}</h3>
      <p className="quiet">{is_service ? texts.ours : texts.note}</p>
      <dl className="facts">
        <dt>{texts.issuer}</dt>
        <dd>{signature_issuer || texts.unnamed}</dd>
        {tool && (
          <>
            <dt>{texts.tool}</dt>
            <dd>{tool}</dd>
          </>
        )}
        {signed_at && (
          <>
            <dt>{texts.signedAt}</dt>
            <dd>
              <Time at={signed_at} />
            </dd>
          </>
        )}
        {actions && (
          <>
            <dt>{texts.actions}</dt>
            <dd>{[...new Set(actions.map(actionInWords))].join(', ')}</dd>
          </>
        )}
        {ingredients && (
          <>
            <dt>{texts.ingredients}</dt>
            <dd>
              <Chain ingredients={ingredients} />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Chain({ ingredients }: { readonly ingredients: readonly Ingredient[] }) {
  return (
    <ul className="chain">
      {ingredients.map(({ title, issuer, ingredients: inner }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and the list never changes
        <li key={place}>
          {title || texts.unnamed}
          {issuer && <span className="quiet"> ({issuer})</span>}
          {inner && <Chain ingredients={inner} />}
        </li>
      ))}
    </ul>
  );
}
