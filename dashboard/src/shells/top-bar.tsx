// The bar at the top of both frames.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Seal } from '../components/marks.tsx';
import { pagePaths } from '../page-paths.ts';
import { shellTexts } from '../texts/shell.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';

interface TopBarProps {
  readonly children: ReactNode;
  /** Opens what does not fit into the bar on a phone. */
  readonly menu?: ReactNode;
  /** On a phone, the seal replaces the name. */
  readonly isCrowded: boolean;
}

export function TopBar({ children, menu, isCrowded }: TopBarProps) {
  return (
    <header className="top-bar" data-crowded={isCrowded}>
      <Link to={pagePaths.home} className="brand">
        <Seal />
        <span className="brand-name">{shellTexts.service}</span>
      </Link>
      <EnvironmentSwitch />
      <div className="top-bar-end">{children}</div>
      <ColorSchemeSwitch />
      {menu}
    </header>
  );
}

export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      {shellTexts.skip}
    </a>
  );
}
