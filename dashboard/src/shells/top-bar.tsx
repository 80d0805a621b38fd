// The bar at the top of both frames.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Seal } from '../components/marks.tsx';
import { pagePaths } from '../page-paths.ts';
import { shellTexts } from '../texts/shell.ts';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';

export function TopBar({ start, children }: { readonly start?: ReactNode; readonly children: ReactNode }) {
  return (
    <header className="top-bar">
      {start}
      <Link to={pagePaths.home} className="brand">
        <Seal />
        {shellTexts.service}
      </Link>
      <EnvironmentSwitch />
      <div className="top-bar-end">{children}</div>
      <ColorSchemeSwitch />
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
