// What the navigation of the dashboard lists, in order. A new page adds one line here.
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
    title: navigationTexts.organization,
    pages: [
      { to: pagePaths.apiKeys, label: navigationTexts.apiKeys },
      { to: pagePaths.billing, label: navigationTexts.billing },
    ],
  },
] as const;
