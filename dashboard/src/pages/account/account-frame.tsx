// The narrow frame of the pages about accounts, and the token of a link in an email. The token is
// after the #, which browsers do not send. Opening a link does not use the token, because mail
// scanners open links too. Only the button does.
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';

interface AccountFrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Below the panel. */
  readonly aside?: ReactNode;
}

export function AccountFrame({ title, lead, children, aside }: AccountFrameProps) {
  return (
    <div className="account">
      <PageHeading title={title} lead={lead} />
      {children && <div className="panel">{children}</div>}
      {aside && <p className="aside">{aside}</p>}
    </div>
  );
}

/** The token of the link. A second link in the same tab changes only the part after the #. */
export function useLinkToken(): string {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
    () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '',
  );
}
