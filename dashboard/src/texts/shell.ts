// Words of the frames, of states and of errors.
export const shellTexts = {
  service: 'Content Provenance',
  serviceLong: 'Content Provenance Service',
  skip: 'Skip to the content',
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
    strip: 'Sandbox: accounts, keys and records here are apart from the live service, and nothing is billed.',
  },
  colorScheme: { label: 'Colours', auto: 'System', light: 'Light', dark: 'Dark' },
};

export const stateTexts = {
  loading: 'Loading …',
  retry: 'Try again',
  problemTitle: 'This did not work',
  unreachable: 'The service cannot be reached. Check your connection and try again.',
  requestId: (id: string) => `Request ${id}`,
  retryAfter: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
};

export const notFoundTexts = {
  title: 'There is no such page',
  lead: 'The address may have been mistyped, or the page may have moved.',
  home: 'Go to the start page',
};

export const homeTexts = {
  pageTitle: 'Start',
  title: 'Where does this content come from?',
  lead: 'Organizations sign what their AI models make. Anyone can check a file against those signed records, free and without an account.',
  verify: 'Verify a file',
  register: 'Sign your own content',
  points: [
    {
      title: 'Signed records',
      words:
        'Each signature becomes a record: a SHA3-256 hash and a post-quantum ML-DSA-65 signature, stored and open to checks.',
    },
    {
      title: 'Marks that travel along',
      words:
        'A token in the file and a watermark in the content lead back to the record. They find it; only the signature proves it.',
    },
    {
      title: 'Honest answers',
      words: 'When nothing is found, that is what the answer says. It never means that a person made the content.',
    },
  ],
};
