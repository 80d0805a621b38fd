// Texts of the domains page.
import { navigationTexts } from './navigation.ts';

export const domainsTexts = {
  title: navigationTexts.domains,
  lead: 'Prove that you control a domain. People who verify your content then see the domain next to your name.',
  seen: {
    title: 'What people see',
    unverified: 'Name chosen by you, not verified',
    verified: 'verified domain',
    unverifiedLead: 'Anyone can choose any name. Prove a domain so that people know who you are.',
    verifiedLead: 'If you prove several domains, people see the one that you proved first.',
    resembles: (domain: string) =>
      `Your name looks like ${domain}, a domain that another organization has proven. We warn people that you are not ${domain}. Rename your organization, or prove a domain with exactly this name.`,
  },
  states: { pending: 'Not proven yet', verified: 'Verified', failing: 'Proof not found', expired: 'Expired' },
  facts: { verified: 'Verified since', method: 'Proven by', checked: 'Last check', expires: 'Visible until' },
  methods: { dns: 'TXT record', file: 'File' } as Readonly<Record<string, string>>,
  never: 'Never',
  failing: (until: string) =>
    `The last check did not find the proof. People see the domain until ${until}. Publish the proof again before then.`,
  expired: 'People no longer see this domain. Publish the proof again, then check it.',
  publish: {
    published: 'Keep this published',
    keep: 'Keep the record or the file in place. We check it every day.',
    lead: 'Publish the record or the file, then check the domain. DNS changes can take up to one hour.',
    dns: 'TXT record in your DNS',
    name: 'Name',
    value: 'Value',
    file: 'Or a file on your web server',
    address: 'URL',
    content: 'Content',
    copyName: 'Copy name',
    copyValue: 'Copy value',
    copyAddress: 'Copy URL',
    copyContent: 'Copy content',
  },
  check: 'Check now',
  checkOf: (domain: string) => `Check now: ${domain}`,
  found: 'The proof was found.',
  remove: {
    action: 'Remove',
    actionOf: (domain: string) => `Remove ${domain}`,
    title: (domain: string) => `Remove ${domain}?`,
    shown: 'People no longer see it next to your name. Cached token lookups can show it for up to one more hour.',
    pending:
      'The proof that you published for it becomes invalid. If you add the domain again, you get a new proof to publish.',
    confirm: 'Remove domain',
  },
  add: {
    title: 'Add a domain',
    label: 'Domain',
    note: 'For example, lumen.example, without https:// or a path. You can add up to 10 domains.',
    submit: 'Add domain',
  },
  notYours: 'Only owners and admins can add, check and remove domains.',
};
