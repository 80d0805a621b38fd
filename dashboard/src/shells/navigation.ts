// The navigation of the dashboard, in order. Add one line here for a new page.
import { pagePaths } from '../page-paths.ts';
import { navigationTexts } from '../texts/navigation.ts';

export const navigation = [
  {
    title: navigationTexts.content,
    pages: [
      { to: pagePaths.overview, label: navigationTexts.overview },
      { to: pagePaths.sign, label: navigationTexts.sign },
      { to: pagePaths.records, label: navigationTexts.records },
      { to: pagePaths.generators, label: navigationTexts.generators },
    ],
  },
  {
    title: navigationTexts.reports,
    pages: [
      { to: pagePaths.analytics, label: navigationTexts.analytics },
      { to: pagePaths.auditLog, label: navigationTexts.auditLog },
      { to: pagePaths.attestation, label: navigationTexts.attestation },
    ],
  },
  {
    title: navigationTexts.organization,
    pages: [
      { to: pagePaths.team, label: navigationTexts.team },
      { to: pagePaths.apiKeys, label: navigationTexts.apiKeys },
      { to: pagePaths.webhooks, label: navigationTexts.webhooks },
      { to: pagePaths.domains, label: navigationTexts.domains },
      { to: pagePaths.certificates, label: navigationTexts.certificates },
      { to: pagePaths.branding, label: navigationTexts.branding },
      { to: pagePaths.billing, label: navigationTexts.billing },
    ],
  },
  { title: navigationTexts.you, pages: [{ to: pagePaths.account, label: navigationTexts.account }] },
] as const;
