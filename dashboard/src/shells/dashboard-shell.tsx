// The frame for users who are logged in. For others, router.tsx opens the login and then returns.
import { Button } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../components/icons.tsx';
import { PageLink } from '../components/page-link.tsx';
import { pagePaths } from '../page-paths.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { SandboxStrip } from './environment-switch.tsx';
import { useLogOut } from './log-out.tsx';
import { navigation } from './navigation.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { SkipLink, TopBar } from './top-bar.tsx';
import { WindowDrop } from './window-drop.tsx';

export function DashboardShell() {
  const isLoggedIn = useSession() !== undefined;
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { logOut, question } = useLogOut();
  // A chosen page closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it waits for
  useEffect(() => setOpen(false), [pathname]);
  // For the moment until the router has opened the login.
  if (!isLoggedIn) return null;
  return (
    <div className="dashboard-shell">
      <SkipLink />
      <SandboxStrip />
      <TopBar
        isCrowded
        menu={
          <Button
            className="menu-button"
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setOpen(!isOpen)}
          >
            {shellTexts.menu}
          </Button>
        }
      >
        <PaletteButton onLogOut={logOut} />
        <span className="verify-link">
          <PageLink to={pagePaths.verify}>{shellTexts.verify}</PageLink>
        </span>
        <AccountMenu onLogOut={logOut} />
      </TopBar>
      <nav id="navigation" className="side" data-open={isOpen} aria-label={shellTexts.mainNavigation}>
        {navigation.map(({ title, pages }) => (
          <div key={title}>
            <p className="side-title">{title}</p>
            <ul className="side-group">
              {pages.map(({ to, label, icon }) => (
                <li key={to}>
                  <Link to={to} className="side-link">
                    <Icon name={icon} /> {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="side-end">
          <PageLink to={pagePaths.verify}>{shellTexts.verify}</PageLink>
          <ColorSchemeSwitch />
        </div>
      </nav>
      <main id="main" className="page" tabIndex={-1}>
        <Outlet />
      </main>
      <WindowDrop />
      {question}
    </div>
  );
}
