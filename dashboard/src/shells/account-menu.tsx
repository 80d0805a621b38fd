// Who you are and for which organization you act, with the pages about both. A plain disclosure:
// the button opens a list of links, Escape and a click elsewhere close it.
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { Icon } from '../components/icons.tsx';
import { pagePaths } from '../page-paths.ts';
import { plainName } from '../plain-name.ts';
import { navigationTexts } from '../texts/navigation.ts';
import { planNames } from '../texts/overview.ts';
import { shellTexts } from '../texts/shell.ts';

const texts = shellTexts.accountMenu;
const pages = ['account', 'team', 'apiKeys', 'billing'] as const;

export function AccountMenu({ onLogOut }: { readonly onLogOut: () => void }) {
  const { data: me } = useQuery(meQuery);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A chosen page closes the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it waits for
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => whole.current?.contains(event.target as Node) || setOpen(false);
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('pointerdown', leave);
    addEventListener('focusin', leave);
    addEventListener('keydown', press);
    return () => {
      removeEventListener('pointerdown', leave);
      removeEventListener('focusin', leave);
      removeEventListener('keydown', press);
    };
  }, [isOpen]);
  const name = me ? plainName(me.org.name) : '';
  return (
    <div className="account-menu" ref={whole}>
      <Button
        ref={button}
        size="xs"
        variant="default"
        className="account-button"
        aria-expanded={isOpen}
        aria-controls="account-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="account-initial" aria-hidden>
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className="account-name">{name}</span>
        <VisuallyHidden>{texts.label(me?.user.email)}</VisuallyHidden>
      </Button>
      <div id="account-menu" className="account-list" hidden={!isOpen}>
        {me && (
          <div className="account-who">
            <strong>{name}</strong>
            <span>{me.user.email}</span>
            <span className="quiet">
              {texts.roles[me.user.role]} · {texts.plan(planNames[me.org.plan])}
            </span>
          </div>
        )}
        <ul>
          {pages.map((page) => (
            <li key={page}>
              <Link to={pagePaths[page]} className="side-link">
                <Icon name={page} /> {navigationTexts[page]}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className="side-link" onClick={onLogOut}>
              <Icon name="logOut" /> {shellTexts.logOut}
            </button>
          </li>
        </ul>
      </div>
    </div>
  );
}
