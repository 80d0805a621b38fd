// Words of the page about domains.
import { navigationTexts } from './navigation.ts';

export const domainsTexts = {
  title: navigationTexts.domains,
  lead: 'Prove that a domain is yours. People who verify your content then see it next to your name.',
  seen: {
    title: 'What people see',
    unverified: 'Name stated by you, not verified',
    verified: 'verified domain',
    unverifiedLead: 'Anyone can choose any name. Prove a domain so that people know it is you.',
    verifiedLead: 'If you prove several domains, people see the one that you proved first.',
    resembles: (domain: string) =>
      `Your name looks like ${domain}, which another organization has proven. People are warned that you are not ${domain}. Rename your organization, or prove a domain with exactly this name.`,
  },
  states: { pending: 'Not proven yet', verified: 'Verified', failing: 'Proof missing', expired: 'Expired' },
  facts: { verified: 'Verified since', method: 'Proven by', checked: 'Last check', expires: 'Shown until' },
  methods: { dns: 'TXT record', file: 'File' } as Readonly<Record<string, string>>,
  never: 'Never',
  failing: (until: string) =>
    `The last check did not find the proof. People see the domain until ${until}. Publish the proof again before then.`,
  expired: 'People no longer see this domain. Publish the proof again, then check it.',
  publish: {
    published: 'What to keep published',
    keep: 'Keep one of the two in place. It is checked every day.',
    lead: 'Publish one of the two, then check. DNS changes can take up to an hour to be seen.',
    dns: 'TXT record in your DNS',
    name: 'Name',
    value: 'Value',
    file: 'Or a file on your web server',
    address: 'Address',
    content: 'Content',
    copyName: 'Copy the name',
    copyValue: 'Copy the value',
    copyAddress: 'Copy the address',
    copyContent: 'Copy the content',
  },
  check: 'Check now',
  checkOf: (domain: string) => `Check now: ${domain}`,
  found: 'The proof is there.',
  remove: {
    action: 'Remove',
    actionOf: (domain: string) => `Remove ${domain}`,
    title: (domain: string) => `Remove ${domain}?`,
    shown:
      'People no longer see it next to your name. Status pages that others have kept can show it for another hour.',
    pending: 'What you published for it stops counting. If you add it again, you get a new proof to publish.',
    confirm: 'Remove the domain',
  },
  add: {
    title: 'Add a domain',
    label: 'Domain',
    note: 'For example lumen.example, without https:// and without a path. At most 10 domains.',
    submit: 'Add the domain',
  },
  notYours: 'Owners and admins add, check and remove domains.',
};
