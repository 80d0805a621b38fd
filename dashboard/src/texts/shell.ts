// Texts of the page frame, the states and the errors.
export const shellTexts = {
  service: 'Content Provenance',
  serviceLong: 'Content Provenance Service',
  skip: 'Skip to content',
  nonClaims: [
    'Absence of provenance data does not imply human origin. The service does not detect all AI-generated content.',
    'Provenance is established by the signature, never by a watermark alone. Nothing here is a certification or a legal opinion.',
  ],
  docs: 'API documentation',
  verify: 'Verify',
  logIn: 'Log in',
  register: 'Create account',
  logOut: 'Log out',
  dashboard: 'Dashboard',
  menu: 'Menu',
  mainNavigation: 'Main',
  environment: {
    label: 'Environment',
    live: 'Live',
    sandbox: 'Sandbox',
    strip: 'Keys and records are separate from the live environment. Nothing here is billed.',
  },
  find: 'Find',
  accountMenu: {
    label: (email = '') => ` ${email}: account and organization`,
    roles: { owner: 'Owner', admin: 'Admin', user: 'Member' },
    plan: (name: string) => `${name} plan`,
  },
  colorScheme: { label: 'Color theme', auto: 'System', light: 'Light', dark: 'Dark' },
};

export const stateTexts = {
  loading: 'Loading …',
  retry: 'Try again',
  problemTitle: 'Something went wrong',
  unreachable: 'We cannot reach the service. Check your connection and try again.',
  requestId: (id: string) => `Request ${id}`,
  retryAfter: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
};

export const notFoundTexts = {
  title: 'Page not found',
  lead: 'Check the address. The page could also have moved.',
  home: 'Go to the home page',
};

export const homeTexts = {
  pageTitle: 'Home',
  title: 'Where does this content come from?',
  lead: 'Organizations sign what their AI models make. Anyone can check a file against these signed records, for free and without an account.',
  verify: 'Verify a file',
  register: 'Sign your own content',
  points: [
    {
      title: 'Signed records',
      words:
        'Each signature creates a public record with a SHA3-256 hash and a post-quantum ML-DSA-65 signature. Anyone can check it.',
    },
    {
      title: 'Watermarks and tokens',
      words:
        'A token in the file and a watermark in the content help to find the record. Only the signature proves it.',
    },
    {
      title: 'Honest results',
      words: 'If we find nothing, we say so. It never means that a person made the content.',
    },
  ],
};
