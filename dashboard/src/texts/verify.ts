// Words of the verify page, beside those of the table of verdicts. They say what the service proves and nothing beyond it.
export const verifyTexts = {
  title: 'Verify content',
  lead: 'Find out whether a file was signed as AI-generated content, by whom, and whether it is exactly what was signed. Files are examined and not kept.',
  dropHere: 'Drop files to verify them',
  choose: 'Choose files',
  chooseFolder: 'Choose a folder',
  photo: 'Take a photo',
  dropNote: (megabytes: number) =>
    `Drop or paste anywhere on this page. Pictures, audio, video, PDF, HTML or plain text, up to ${megabytes} MB each.`,
  ways: { label: 'Other ways', text: 'Text', address: 'Web address', token: 'Token' },
  pasteLabel: 'Text to verify',
  pasteNote: 'Pasting can lose invisible marks and line ends. If you have the file, choose the file.',
  pasteName: 'Pasted text',
  pastedPicture: 'Pasted picture',
  pasteSubmit: 'Verify this text',
  addressLabel: 'Web address of a file',
  addressNote: 'Your browser gets the file, and only then sends it to this service. Begins with https://.',
  addressSubmit: 'Get and verify',
  addressForm: 'Enter a complete address that begins with https://.',
  addressRefused:
    'Your browser could not read this file. The other site may not allow other pages to read its files, or it cannot be reached. Download the file and drop it here.',
  addressStatus: (status: number) =>
    `The other site answered with status ${status}. Check the address, or drop the file here.`,
  addressTooLarge: (megabytes: number) => `The file at this address is larger than ${megabytes} MB.`,
  tokenLabel: 'Token',
  tokenNote: 'Begins with svc_. A token tells what was signed; it says nothing about any particular file.',
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
    failed: 'The sample could not be loaded. Try again in a moment.',
  },
  limits: {
    title: 'What a result means',
    points: [
      {
        title: 'Found and valid',
        words:
          'You learn who signed the content and that it has not changed. Whether what it shows is true is another question.',
      },
      {
        title: 'Nothing found',
        words:
          'It does not mean that a person made it. Much AI-generated content was never signed, or has lost its marks.',
      },
      {
        title: 'Only the signature proves',
        words:
          'A token, a watermark or a likeness can lead to a record, but anyone can copy a token or a mark onto another file. Only a file that is exactly what was signed is proven.',
      },
    ],
  },
};

export const resultTexts = {
  checking: (files: number) => (files === 1 ? 'Checking 1 file …' : `Checking ${files} files …`),
  failed: (files: number) => `${files} not checked`,
  clear: 'Clear results',
  paused: (seconds: number) => `The limit for your network is used up. The rest follows in ${seconds} s.`,
  examining: 'Looking for signatures, marks and Content Credentials …',
  preview: 'Preview',
  source: 'Where it comes from',
  record: 'The record that was found',
  folded: 'The record with similar content',
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
      mark_on_other_content: 'Mark or token found on this file',
    } as Readonly<Record<string, string>>,
    unknownTime: 'time not known',
    revoked: 'Revoked by the signer',
    verified: 'Verified now',
  },
  checks: 'What was checked',
  technical: 'Technical details',
  take: 'Take it with you',
  certificate: 'Open the certificate',
  share: 'Copy the link',
  shared: 'Link copied',
  shareFailed: 'Copying is not possible here',
  bundle: 'Download the proof bundle',
  print: 'Print this report',
  credentials: {
    title: 'What the Content Credentials state',
    note: 'These are statements of their signer. Whether that signer can be trusted is not judged here.',
    ours: 'This service wrote these Content Credentials.',
    issuer: 'Signed by',
    unnamed: 'not named',
    tool: 'Program',
    signedAt: 'Signed',
    actions: 'What was done',
    ingredients: 'Made of',
  },
  tokenName: 'Token',
};

export const changedPartsTexts = {
  title: 'Where it changed',
  picture: (regions: number) =>
    regions > 0
      ? 'The red areas do not carry the watermark of the record. Something was probably painted over, pasted in or moved there.'
      : 'No area lacks the watermark of the record.',
  drawn: (regions: number) =>
    regions > 0 ? 'Areas of the picture without the watermark, in red' : 'No area without the watermark',
  legend: {
    changed: 'Does not carry the watermark',
    unknown: 'Too flat to tell',
    marked: 'Carries the watermark',
  },
  range: (start: string, end: string) => `${start} to ${end} does not carry the watermark of the record.`,
  noRange: 'No stretch lacks the watermark of the record.',
  paragraph: {
    missing: (paragraph: number, line: number) =>
      `Paragraph ${paragraph} (line ${line}) does not carry the watermark of the record.`,
    moved: (paragraph: number, line: number) =>
      `Paragraph ${paragraph} (line ${line}) has the watermark in another place than it was put.`,
  },
  noParagraph: 'No paragraph lacks the watermark of the record.',
  cannotShow: {
    image:
      'This does not show parts that were cut off, changes in flat areas such as a clear sky, very small changes, or light edits such as brightness. An area that carries the watermark can still have been edited lightly.',
    audio:
      'This does not show parts that were cut out, changes in silence, changes shorter than half a second, or light edits such as volume.',
    video:
      'This looks at keyframes only. It does not show parts that were cut out, changes between two keyframes, changes of a part of the picture, or changes of the sound.',
    text: 'This does not show paragraphs that were removed, or words that were changed behind the start of a paragraph.',
  },
};
