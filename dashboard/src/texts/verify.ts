// Texts of the verify page. The texts of the verdicts are in the engine. Never claim more than the
// service proves.
export const verifyTexts = {
  title: 'Verify content',
  lead: 'Check whether a file was signed as AI-generated content, who signed it, and whether it is still exactly the same. We check your files and do not keep them.',
  dropHere: 'Drop files to verify them',
  choose: 'Choose files',
  chooseFolder: 'Choose a folder',
  photo: 'Take a photo',
  dropNote: (megabytes: number) =>
    `Drop or paste anywhere on this page. Images, audio, video, PDF, HTML or plain text. Up to ${megabytes} MB each.`,
  ways: { label: 'Other ways', text: 'Text', address: 'Web address', token: 'Token' },
  pasteLabel: 'Text to verify',
  pasteNote:
    'Pasting can remove invisible watermarks and line breaks. The service then looks for the words. If you have the file, verify the file instead.',
  pasteName: 'Pasted text',
  pasteSubmit: 'Verify text',
  addressLabel: 'Web address of a file',
  addressNote: 'Starts with https://. Your browser downloads the file and then sends it to this service.',
  addressSubmit: 'Get and verify',
  addressForm: 'Enter a complete address that starts with https://.',
  addressRefused:
    'Your browser could not read this file. The other site does not allow it or is not reachable. Download the file and drop it here.',
  addressStatus: (status: number) =>
    `The other site returned status ${status}. Check the address, or drop the file here.`,
  addressTooLarge: (megabytes: number) => `The file at this address is larger than ${megabytes} MB.`,
  tokenLabel: 'Token',
  tokenNote: 'Starts with svc_. A token shows what was signed. It says nothing about any particular file.',
  tokenSubmit: 'Look up',
  samples: {
    label: 'No file at hand? Try a sample:',
    names: { authentic: 'Authentic', changed: 'Changed', copy: 'Copy', credentials: 'Content Credentials' },
    fileNames: {
      authentic: 'sample.png',
      changed: 'sample-changed.png',
      copy: 'sample-copy.png',
      credentials: 'sample-content-credentials.jpg',
    },
    failed: 'The sample did not load. Try again in a moment.',
  },
  limits: {
    title: 'What a result means',
    points: [
      {
        title: 'Found and valid',
        words:
          'You know who signed the content and that it has not changed. It does not mean that what the content shows is true.',
      },
      {
        title: 'Nothing found',
        words:
          'It does not mean that a person made the content. A lot of AI-generated content was never signed or has lost its watermarks.',
      },
      {
        title: 'Only the signature is proof',
        words:
          'A token, a watermark, a similar look or matching words can lead to a record. But anyone can copy a token or a watermark onto another file. Only a file that is exactly what was signed is proven.',
      },
    ],
  },
};

export const resultTexts = {
  checking: (files: number) => (files === 1 ? 'Checking 1 file …' : `Checking ${files} files …`),
  failed: (files: number) => `${files} not checked`,
  clear: 'Clear results',
  limit: 'Your network has reached the rate limit.',
  examining: 'Looking for signatures, watermarks and Content Credentials …',
  preview: 'Preview',
  source: 'Where it comes from',
  record: 'Record found',
  folded: { content: 'Record with similar content', words: 'Record with matching words' },
  recordOf: 'Record of',
  model: 'AI model',
  recordedAt: 'Recorded',
  timeline: {
    signed: 'Signed',
    recordSigned: 'Record signed',
    recordStated: 'Stated, without a valid signature',
    before: 'This file, before signing',
    by: 'by',
    model: 'AI model',
    key: 'Key',
    events: {
      changed: 'Changed',
      copy: 'Saved again',
      mark_on_other_content: 'Watermark or token found on this file',
    } as Readonly<Record<string, string>>,
    unknownTime: 'unknown time',
    revoked: 'Revoked by the signer',
    verified: 'Verified now',
  },
  checks: 'What was checked',
  technical: 'Technical details',
  take: 'Save and share',
  certificate: 'Open certificate',
  share: 'Copy link',
  shared: 'Link copied',
  shareFailed: 'Copying failed',
  bundle: 'Download proof bundle',
  print: 'Print report',
  recovered: {
    title: 'Content Credentials of the record',
    note: 'This file has no Content Credentials. The record that it names has a manifest, which says nothing about the bytes of this file.',
    get: 'Get the manifest',
  },
  credentials: {
    title: 'Content Credentials',
    note: 'These are claims by the signer.',
    ours: 'This service wrote these Content Credentials.',
    state: 'State',
    issuer: 'Signed by',
    certificate: 'Certificate',
    issuedBy: (issuer: string) => `Issued by ${issuer || 'an unnamed authority'}, valid from`,
    until: 'to',
    unnamed: 'not named',
    tool: 'Program',
    signedAt: 'Signed',
    stampedBy: (authority: string) => `(time stamp by ${authority})`,
    stampedByAnyone: (authority: string) => `(time stamp by ${authority}, not verified)`,
    actions: 'What was done',
    training: 'AI training',
    ingredients: 'Made from',
    signedBy: (issuer: string, isBroken: boolean) =>
      isBroken ? `Content Credentials of ${issuer}, not valid` : issuer,
    address: 'Address',
    notFetched: '(The service did not open this address.)',
    unchecked: 'Not checked',
  },
  tokenName: 'Token',
};

export const changedPartsTexts = {
  title: 'Where it changed',
  picture: (regions: number) =>
    regions > 0
      ? 'The red areas do not carry the watermark of the record. They were probably painted over, pasted in or moved.'
      : 'We found no area without the watermark of the record.',
  drawn: (regions: number) =>
    regions > 0 ? 'Image areas without the watermark, in red' : 'No area without the watermark',
  legend: {
    changed: 'Does not carry the watermark',
    unknown: 'Too flat to check',
    marked: 'Carries the watermark',
  },
  range: (start: string, end: string) => `${start} to ${end} does not carry the watermark of the record.`,
  noRange: 'We found no part without the watermark of the record.',
  paragraph: {
    missing: (paragraph: number, line: number) =>
      `Paragraph ${paragraph} (line ${line}) does not carry the watermark of the record.`,
    moved: (paragraph: number, line: number) =>
      `Paragraph ${paragraph} (line ${line}) carries the watermark in a different place than when it was signed.`,
  },
  noParagraph: 'We found no paragraph without the watermark of the record.',
  cannotShow: {
    image:
      'This does not show parts that were cropped, changes in flat areas such as a clear sky, very small changes, or light edits such as brightness. An area that carries the watermark can still have light edits.',
    audio:
      'This does not show parts that were cut out, changes in silence, changes shorter than half a second, or light edits such as volume.',
    video:
      'This checks keyframes only. It does not show parts that were cut out, changes between keyframes, changes in part of a frame, or changes in the audio.',
    text: 'This does not show removed paragraphs, or words that changed after the start of a paragraph.',
  },
};
