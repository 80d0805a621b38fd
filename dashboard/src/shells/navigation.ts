// What the navigation of the dashboard lists, in order. A new page adds one line here.
import { pagePaths } from '../page-paths.ts';
import { apiKeysTexts } from '../texts/api-keys.ts';
import { billingTexts } from '../texts/billing.ts';
import { generatorsTexts } from '../texts/generators.ts';
import { overviewTexts } from '../texts/overview.ts';
import { recordsTexts } from '../texts/records.ts';
import { signTexts } from '../texts/sign.ts';

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
    title: 'Organization',
    pages: [
      { to: pagePaths.apiKeys, label: apiKeysTexts.title },
      { to: pagePaths.billing, label: billingTexts.title },
    ],
  },
] as const;
