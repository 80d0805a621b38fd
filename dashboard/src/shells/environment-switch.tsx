// Shows the current environment and changes to the other, on the same page and still logged in.
// Each has its own address, keys and records.
import { useLocation } from '@tanstack/react-router';
import { pageSetting } from '../page-setting.ts';
import { otherAddress } from '../session/other-address.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';

export function EnvironmentSwitch() {
  const { pathname } = useLocation();
  const isLoggedIn = useSession() !== undefined;
  return (
    <nav className="environment" aria-label={shellTexts.environment.label}>
      {(['live', 'sandbox'] as const).map((name) =>
        name === pageSetting.environment ? (
          <span key={name} data-environment={name} aria-current="true">
            {shellTexts.environment[name]}
          </span>
        ) : (
          <a key={name} href={otherAddress(pathname, isLoggedIn)}>
            {shellTexts.environment[name]}
          </a>
        ),
      )}
    </nav>
  );
}

export function SandboxStrip() {
  return pageSetting.environment === 'sandbox' ? (
    <aside className="sandbox-strip" aria-label={shellTexts.environment.sandbox}>
      <strong>{shellTexts.environment.sandbox}</strong> {shellTexts.environment.strip}
    </aside>
  ) : null;
}
