// The public frame: verify, log in, register, and in the footer what the service does not claim.
import { Anchor } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { PageButton, PageLink } from '../components/page-link.tsx';
import { pagePaths } from '../page-paths.ts';
import { pageSetting } from '../page-setting.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { EnvironmentSwitch, SandboxStrip } from './environment-switch.tsx';
import { SkipLink, TopBar } from './top-bar.tsx';

export function PublicShell() {
  const isLoggedIn = useSession() !== undefined;
  return (
    <div className="public-shell">
      <SkipLink />
      <SandboxStrip />
      <TopBar isCrowded={isLoggedIn}>
        <PageLink to={pagePaths.verify}>{shellTexts.verify}</PageLink>
        {isLoggedIn ? (
          <PageButton to={pagePaths.overview} size="xs">
            {shellTexts.dashboard}
          </PageButton>
        ) : (
          <PageLink to={pagePaths.login}>{shellTexts.logIn}</PageLink>
        )}
      </TopBar>
      <main id="main" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="foot">
        {shellTexts.nonClaims.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          <Anchor href={`${pageSetting.base}/docs`} size="sm">
            {shellTexts.docs}
          </Anchor>
        </p>
        <div className="foot-end">
          <EnvironmentSwitch />
          <ColorSchemeSwitch />
        </div>
      </footer>
    </div>
  );
}
