// What the command palette offers: every page, a few actions, and the other environment.
import type { IconName } from '../../components/icons.tsx';
import { pagePaths } from '../../page-paths.ts';
import { pageSetting } from '../../page-setting.ts';
import { otherAddress } from '../../session/other-address.ts';
import { navigationTexts } from '../../texts/navigation.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import { shellTexts } from '../../texts/shell.ts';
import { navigation } from '../navigation.ts';

export interface Command {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  readonly run: () => void;
}

interface Ways {
  readonly open: (path: string) => void;
  readonly logOut: () => void;
}

export function commandsFor({ open, logOut }: Ways): readonly Command[] {
  const pages = navigation.flatMap(({ title, pages: listed }) =>
    listed.map(({ to, label, icon }) => ({ label, hint: title, icon, run: () => open(to) })),
  );
  const other = pageSetting.environment === 'live' ? 'sandbox' : 'live';
  return [
    ...pages,
    { label: texts.verify, hint: texts.page, icon: 'verify', run: () => open(pagePaths.verify) },
    { label: texts.newGenerator, hint: texts.action, icon: 'generators', run: () => open(pagePaths.newGenerator) },
    { label: texts.newKey, hint: navigationTexts.apiKeys, icon: 'apiKeys', run: () => open(pagePaths.apiKeys) },
    {
      label: texts.switchTo(shellTexts.environment[other]),
      hint: shellTexts.environment.label,
      icon: 'environment',
      run: () => location.assign(otherAddress(location.pathname.slice(pageSetting.base.length), true)),
    },
    { label: shellTexts.logOut, hint: texts.action, icon: 'logOut', run: logOut },
  ];
}

/** Those whose words all begin a word of the command, in any order. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, hint }) => {
    const words = `${label} ${hint}`.toLowerCase().split(/\s+/);
    return asked.every((part) => words.some((word) => word.startsWith(part)));
  });
}
