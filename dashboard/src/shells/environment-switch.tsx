// Shows the current environment and links to the other. Each has its own address, accounts and
// records.
import { pageSetting } from '../page-setting.ts';
import { shellTexts } from '../texts/shell.ts';

export function EnvironmentSwitch() {
  return (
    <nav className="environment" aria-label={shellTexts.environment.label}>
      {(['live', 'sandbox'] as const).map((name) =>
        name === pageSetting.environment ? (
          <span key={name} data-environment={name} aria-current="true">
            {shellTexts.environment[name]}
          </span>
        ) : (
          <a key={name} href={pageSetting.otherUrl}>
            {shellTexts.environment[name]}
          </a>
        ),
      )}
    </nav>
  );
}

export function SandboxStrip() {
  return pageSetting.environment === 'sandbox' ? (
    <div className="sandbox-strip" role="note">
      {shellTexts.environment.strip}
    </div>
  ) : null;
}
