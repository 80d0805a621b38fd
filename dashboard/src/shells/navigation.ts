// What the navigation of the dashboard lists, in order. A new page adds one line here.
import { pagePaths } from '../page-paths.ts';
import { analyticsTexts } from '../texts/analytics.ts';
import { apiKeysTexts } from '../texts/api-keys.ts';
import { attestationTexts } from '../texts/attestation.ts';
import { auditTexts } from '../texts/audit.ts';
import { billingTexts } from '../texts/billing.ts';
import { brandingTexts } from '../texts/branding.ts';
import { generatorsTexts } from '../texts/generators.ts';
import { overviewTexts } from '../texts/overview.ts';
import { recordsTexts } from '../texts/records.ts';
import { securityTexts } from '../texts/security.ts';
import { signTexts } from '../texts/sign.ts';
import { teamTexts } from '../texts/team.ts';
import { webhooksTexts } from '../texts/webhooks.ts';

export const navigation = [
  {
    title: 'Content',
    pages: [
      { to: pagePaths.overview, label: overviewTexts.title },
      { to: pagePaths.sign, label: signTexts.title },
      { to: pagePaths.records, label: recordsTexts.title },
      { to: pagePaths.generators, label: generatorsTexts.title },
    ],
  },
  {
    title: 'Reports',
    pages: [
      { to: pagePaths.analytics, label: analyticsTexts.title },
      { to: pagePaths.auditLog, label: auditTexts.title },
      { to: pagePaths.attestation, label: attestationTexts.title },
    ],
  },
  {
    title: 'Organization',
    pages: [
      { to: pagePaths.team, label: teamTexts.title },
      { to: pagePaths.webhooks, label: webhooksTexts.title },
      { to: pagePaths.branding, label: brandingTexts.title },
      { to: pagePaths.apiKeys, label: apiKeysTexts.title },
      { to: pagePaths.billing, label: billingTexts.title },
    ],
  },
  { title: 'You', pages: [{ to: pagePaths.account, label: securityTexts.title }] },
] as const;
