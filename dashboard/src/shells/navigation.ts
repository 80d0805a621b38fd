// What the navigation of the dashboard lists, in order. A new page adds one line here.
import { pagePaths } from '../page-paths.ts';
import { overviewTexts } from '../texts/overview.ts';

export const navigation = [
  { title: 'Content', pages: [{ to: pagePaths.overview, label: overviewTexts.title }] },
] as const;
