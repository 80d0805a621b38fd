// What a signed file carries, as the service says, and the names of its record.
import { CopyButton } from '../../components/copy-button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { carriedTexts, signTexts as texts } from '../../texts/sign.ts';
import type { SignedFile } from './sign-file.ts';

export function CarriedTags({ signed: { carries, notes } }: { readonly signed: SignedFile }) {
  return (
    <>
      <ul className="sign-row-tags" aria-label={texts.carries}>
        {carries.map((each) => (
          <li key={each}>
            <Tag>{carriedTexts[each]}</Tag>
          </li>
        ))}
      </ul>
      {notes && <small className="sign-row-state">{notes}</small>}
    </>
  );
}

export function SignedDetails({ signed: { recordId, token } }: { readonly signed: SignedFile }) {
  return (
    <dl className="facts sign-row-details">
      <dt>{texts.recordId}</dt>
      <dd>
        <PageLink to={pagePaths.record} params={{ recordId }}>
          <code>{recordId}</code>
        </PageLink>
      </dd>
      <dt>{texts.token}</dt>
      <dd className="with-copy">
        <code>{token}</code> <CopyButton text={token} />
      </dd>
    </dl>
  );
}
