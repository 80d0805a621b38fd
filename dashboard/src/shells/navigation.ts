// The navigation of the dashboard, in order. Add one line here for a new page. The command palette
// lists the same pages.
import type { IconName } from '../components/icons.tsx';
import { pagePaths } from '../page-paths.ts';
import { navigationTexts as texts } from '../texts/navigation.ts';

const groups = {
  content: ['overview', 'sign', 'largeFiles', 'records', 'generators'],
  reports: ['analytics', 'auditLog', 'attestation'],
  organization: ['team', 'apiKeys', 'webhooks', 'connectedStores', 'domains', 'certificates', 'branding', 'billing'],
  you: ['account'],
} as const satisfies Record<string, readonly IconName[]>;

export const navigation = (Object.keys(groups) as (keyof typeof groups)[]).map((group) => ({
  title: texts[group],
  pages: groups[group].map((name) => ({ to: pagePaths[name], label: texts[name], icon: name })),
}));
