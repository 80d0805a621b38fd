// Texts of receipts. A receipt says what the detector of this service found in certain bytes at a
// certain time. No text here must claim more.
export const receiptButtonTexts = {
  get: 'Get a receipt',
  note: 'To make a receipt, the service checks the file once more and signs what it finds. It stores nothing about the file for the receipt.',
  gone: 'The page no longer has this file. Verify the file again to get a receipt.',
  sending: (percent: number) => `Sending the file, ${percent}%`,
  checking: 'The service is checking the file …',
  again: 'Try again',
  fileName: 'receipt.jws',
};

export const receiptTexts = {
  title: 'Detection receipt',
  lead: 'A receipt says what the detector of this service found in exactly one file, and when. Your browser checks the receipt. Neither the receipt nor the file leaves your device.',
  expected:
    'You followed the code of a printed receipt. Open the file receipt.jws of that receipt, and the page says whether it is the same one.',
  choose: 'Choose receipt and file',
  dropNote: 'Drop or paste the file receipt.jws anywhere on this page. Add the file that it is about, to compare them.',
  pasteLabel: 'Text of a receipt',
  pasteNote: 'The text starts with eyJ.',
  pasteSubmit: 'Check receipt',
  dropHere: 'Drop a receipt, a file, or both',
  noReceipt: 'This is not a receipt. Choose the file receipt.jws first.',
  checking: 'Checking …',
  valid: 'Valid receipt',
  invalid: 'Not a valid receipt of this service',
  forOtherFile: 'Not a receipt for this file',
  reasons: {
    receipt_malformed: 'This is not the text of a receipt, or it was changed.',
    receipt_key_unknown: 'The receipt names a key that this service does not have. Ask the service that issued it.',
    receipt_signature_invalid:
      'The signature is not valid. The receipt is forged, was changed, or comes from another service or environment.',
    receipt_for_other_content: 'The signature is valid, but the receipt is about other content than this file.',
    receipt_from_other_service: 'The receipt comes from another service or environment.',
  } as Readonly<Record<string, string>>,
  signed:
    'This service signed the statement below, and your browser checked the signature. The result is what it found.',
  onPaper: {
    title: 'Detection receipt',
    note: (address: string) =>
      `Anyone can print a page like this one. To check it, open the file receipt.jws at ${address}.`,
  },
  code: {
    same: 'This is the receipt that the code names.',
    other: 'This is another receipt than the one that the code names.',
  },
  file: {
    same: (name: string) => `The receipt is for this file: ${name}`,
    other: (name: string) => `The receipt is not for this file: ${name}`,
    none: 'Not compared with a file yet. Drop the file here.',
  },
  sandbox: 'This receipt comes from the sandbox. It proves nothing.',
  facts: {
    found: 'Result',
    verdict: 'Verdict',
    content: 'SHA3-256 of the file',
    size: 'Size',
    bytes: (bytes: number) => `${bytes.toLocaleString('en')} bytes`,
    format: 'Format',
    unknown: 'unknown',
    checked: 'Checked',
    service: 'Service',
    detector: 'Detector',
    signals: 'Signals',
    noSignals: 'none',
    signer: 'Signer',
    model: 'AI model',
    signedAt: 'Content signed',
    record: 'Record',
    // The record that was found does not say who made this file.
    ofRecord: { signer: 'Signer of the record', model: 'AI model in the record', signedAt: 'Record signed' },
    credentials: 'The receipt does not contain what the Content Credentials in the file say.',
    checkpoint: 'Log checkpoint',
    noCheckpoint: 'none',
    key: 'Fingerprint of the receipt',
  },
  qr: 'Code that leads to the check of this receipt',
  qrNote:
    'The code opens this page and names the receipt by its hash. It does not contain the receipt. Keep receipt.jws.',
  proves: {
    title: 'What it proves',
    points: [
      'This service states that it examined a file with exactly these bytes, at this time by its clock.',
      'It states that its detector found what is written here. The signature shows any change of this statement.',
      'It promises that it stored and logged nothing about the file or its sender for the receipt.',
    ],
  },
  provesNot: {
    title: 'What it does not prove',
    points: [
      'That what the content shows or says is true.',
      'That a person made the content, if nothing was found. Much AI-generated content carries no mark, or has lost it.',
      'Who the signer is, if no domain is verified. Anyone can choose any name.',
      'That the result is the same today. A signature can be revoked, and a newer detector can find more.',
      'That the file or the receipt is in the transparency log. The checkpoint only says how the log was then.',
    ],
  },
  print: 'Print',
  save: 'Save receipt.jws',
  another: 'Check another receipt',
};
