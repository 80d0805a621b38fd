// A link of an invite to copy. The service stores only its hash, so it is shown once.
import { CopyButton } from '../../components/copy-button.tsx';
import { teamTexts } from '../../texts/team.ts';

const texts = teamTexts.link;

export function InviteLink({ url, email }: { readonly url: string; readonly email: string }) {
  return (
    <div className="invite-link stack">
      <p>{texts.lead(email)}</p>
      <pre className="code">{url}</pre>
      <div>
        <CopyButton text={url} label={texts.copy} size="sm" />
      </div>
    </div>
  );
}
