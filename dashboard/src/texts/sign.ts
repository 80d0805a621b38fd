// Texts of the sign page.
export const signTexts = {
  heading: 'Sign files',
  lead: 'You get each file back signed. If its format allows, it carries a token and watermarks that lead to its record. Each file counts as one signature. The service does not keep your files.',
  dropAnywhere: 'Drop files to sign them',
  noneTitle: 'Create a generator first',
  noneLead: 'A generator signs on behalf of your organization. The service manages its key.',
  noneClient:
    'Your active generators use keys that you manage. To sign in the browser, create a generator with a key that the service manages.',
  createDefault: 'Create a default generator',
  create: 'Choose its name and formats',
  generator: 'Generator',
  generatorNote: (formats: string) => `Signs: ${formats}.`,
  model: 'AI model',
  modelNote: 'Everyone who verifies the content sees this name.',
  chosen: 'Selected files',
  chosenCount: (count: number) => (count === 1 ? '1 file selected' : `${count} files selected`),
  remove: (name: string) => `Remove ${name}`,
  removeShort: 'Remove',
  removeAll: 'Remove all',
  submit: (count: number) => (count === 1 ? 'Sign 1 file' : `Sign ${count === 0 ? '' : `${count} `}files`),
  more: 'Sign more files',
  change: 'Change settings',
  close: 'Close settings',
  keep: 'Download before you close this tab. The service does not keep your files.',
  signing: (count: number) => (count === 1 ? 'Signing 1 file' : `Signing ${count} files`),
  summary: (signed: number, failed: number) =>
    [
      ...(signed > 0 ? [signed === 1 ? '1 file signed' : `${signed} files signed`] : []),
      ...(failed > 0 ? [`${failed} not signed`] : []),
    ].join(', '),
  overall: (done: number, total: number) => `${done} of ${total} signed`,
  limit: 'Your organization has reached the rate limit of its plan.',
  cancelWaiting: (count: number) => (count === 1 ? 'Cancel the file that waits' : `Cancel the ${count} that wait`),
  cancel: (name: string) => `Cancel ${name}`,
  clear: 'Clear results',
  working: 'The service is signing …',
  signed: 'Signed',
  failed: 'Not signed',
  download: 'Download',
  downloadAgain: 'Download again',
  downloadAll: (count: number) => `Download all ${count} as ZIP`,
  archive: 'signed-files.zip',
  verify: 'Verify',
  verifyOf: (name: string) => `Verify ${name}`,
  certificate: 'Certificate',
  certificateOf: (name: string) => `Certificate of ${name}`,
  copyToken: 'Copy token',
  details: 'Details',
  record: 'Record',
  recordOf: (name: string) => `Record of ${name}`,
  token: 'Token',
  recordId: 'Record ID',
  notes: 'Note',
  carries: 'This file carries',
  signedName: (name: string) => name.replace(/(\.[^.]*)?$/, '-signed$1'),
  withoutManifest: (reason: string) => `The file is signed, but it has no C2PA manifest. ${reason}`,
};

/** What a file carries. */
export const carriedTexts = {
  token: 'Token',
  watermark: 'Watermark',
  in_band: 'Watermark in frames and audio',
  neural: 'Neural watermark',
  'ml-dsa-65': 'C2PA, ML-DSA-65',
  classical: 'C2PA, classical signature',
};

export const signOptionTexts = {
  title: 'Options',
  usual: 'Defaults',
  changed: (count: number) => (count === 1 ? '1 changed' : `${count} changed`),
  watermark: {
    label: 'Watermark strength',
    note: 'Stronger watermarks survive more editing of an image, but can become visible. Automatic: balanced, but none for code, data and settings, because programs can reject invisible characters.',
    choices: {
      default: 'Automatic (default)',
      balanced: 'Balanced',
      strong: 'Strong',
      faint: 'Faint',
      none: 'None, only the token',
    },
  },
  neural: {
    label: 'Neural watermark',
    note: 'A second watermark that survives strong resizing. Automatic: images, WAV and in-band video.',
    choices: {
      default: 'Automatic (default)',
      always: 'Also MP3 and FLAC, encoded again',
      never: 'None',
    },
  },
  inBand: {
    label: 'In-band watermark for video',
    note: 'Adds the watermark to every frame and to the audio. The service encodes the video again.',
  },
  manifest: {
    label: 'C2PA manifest',
    note: 'Adds provenance data that other programs can read. They can check classical signatures, but not ML-DSA-65 yet.',
    choices: {
      none: 'None (default)',
      keep: 'Keep the one in a JPEG or PNG',
      'ml-dsa-65': 'Embed, signed with ML-DSA-65',
      classical: 'Embed, with a classical signature',
    },
    unverified: 'Verify your email address to embed C2PA manifests.',
  },
};

export const unsavedTexts = {
  words: (count: number) =>
    count === 1
      ? '1 signed file is not downloaded yet. The service does not keep it, so you would lose it.'
      : `${count} files are not downloaded or not finished yet. The service does not keep them, so you would lose them.`,
  actions: {
    clear: { title: 'Clear the results?', confirm: 'Clear without downloading' },
    logOut: { title: 'Log out and lose signed files?', confirm: 'Log out without downloading' },
  },
};

export const fromCodeTexts = {
  title: 'Now from your code',
  lead: 'Sign picture.jpg with the same generator and model.',
  keyBefore: 'Set',
  keyAfter: 'to an API key first.',
  createKey: 'Create an API key',
  tabs: 'Languages',
  names: { curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: 'Command line' },
  install: { typescript: 'Install the SDK', cli: 'Install the command line' },
  copy: 'Copy code',
};

/** A file above the limit of a request. */
export const tooLargeTexts = {
  title: 'Files that are too large for this page',
  sign: 'Sign as a large file',
  signOf: (name: string) => `Sign as a large file: ${name}`,
  note: (name: string, megabytes: number) =>
    `${name} is larger than ${megabytes} MB. This page cannot sign it, but a job can.`,
  noteWithout: (name: string, megabytes: number) => `${name} is larger than ${megabytes} MB.`,
  onlyVideo: 'Above this size, the service signs only MP4, MOV, MKV and WebM.',
};
