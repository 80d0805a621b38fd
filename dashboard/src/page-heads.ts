// What search engines and chats show of the public pages. The build passes it to the service, which
// writes it into the page, because such programs run no scripts.
import { pagePaths } from './page-paths.ts';

const service = 'Content Provenance Service';

export const otherHead = {
  title: service,
  description: 'Proves where AI-generated content comes from. Verification is free and needs no account.',
};

export const pageHeads: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  [pagePaths.verify]: {
    title: `Verify content · ${service}`,
    description:
      'Find out whether a file was signed as AI-generated content, by whom and when, and whether it changed since. Reads Content Credentials too. Free, without an account.',
  },
  [pagePaths.receipt]: {
    title: `Detection receipt · ${service}`,
    description: 'Check a receipt of a verification in your browser. The receipt and the file stay on your device.',
  },
};
