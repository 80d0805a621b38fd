// Texts of the page about large files.
import { navigationTexts } from './navigation.ts';

export const largeFilesTexts = {
  title: navigationTexts.largeFiles,
  lead: 'Sign and verify files of up to 5 GB, and videos of up to two hours. You upload the file, and the service works on it while you do something else.',
  guide: 'How to do this from a program',
  newJob: 'New job',
  closeJob: 'Close',
  form: {
    title: 'New job',
    kind: 'What to do',
    kinds: { sign: 'Sign', verify: 'Verify' },
    kindNotes: {
      sign: 'You get the file back with a token and watermarks. It counts as one signature.',
      verify: 'Find out whether the file was signed, by whom, and whether it changed. Free.',
    },
    notes: {
      sign: 'MP4, MOV, MKV and WebM up to 5 GB. Other formats up to 50 MB.',
      verify: 'Images, audio, video, PDF, HTML or plain text. Up to 5 GB.',
    },
    dropAnywhere: 'Drop files for a job',
    submits: { sign: 'Upload and sign', verify: 'Upload and verify' },
    objectSubmits: { sign: 'Sign the object', verify: 'Verify the object' },
    keep: 'Keep this tab open until the upload is done. After that, you can close it.',
  },
  object: {
    place: 'Where the file is',
    places: { device: 'On this device', store: 'In a connected store' },
    connect: 'Connect a store',
    connectLead: 'Is the file in an S3-compatible store?',
    store: 'Store',
    storeNote: (place: string) => `The bucket and its prefix: ${place}.`,
    object: 'Object',
    objectNote: 'Its key below the prefix, such as in/film.mp4.',
    result: 'Signed file',
    resultNote: 'You can download it in any case.',
    onlyDownload: 'Only for download',
    resultObject: 'Object for the signed file',
    resultObjectNote: 'An object with this key is replaced.',
  },
  summary: (count: number) => (count === 1 ? '1 job is not finished.' : `${count} jobs are not finished.`),
  list: 'Jobs',
  emptyTitle: 'No jobs yet',
  emptyLead: 'Your jobs appear here with their progress and their result.',
  jobKinds: { sign: 'Sign', verify: 'Verify' },
  columns: { file: 'File', state: 'State', size: 'Size', times: 'Times', actions: 'Actions' },
  started: 'Created',
  finished: 'Finished',
  kept: 'Kept until',
  size: (bytes: number) =>
    bytes < 1e6
      ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
      : bytes < 1e9
        ? `${(bytes / 1e6).toFixed(1)} MB`
        : `${(bytes / 1e9).toFixed(2)} GB`,
  states: {
    uploading: 'Uploading',
    unfinished: 'Upload not finished',
    waiting: 'Waiting',
    running: { sign: 'Signing', verify: 'Verifying' },
    succeeded: { sign: 'Signed', verify: 'Finished' },
    failed: 'Failed',
    canceled: 'Canceled',
  },
  notes: {
    queued: 'The upload starts when the one before is done.',
    unfinished: 'Choose the same file to continue. It could also be uploading in another tab, or from a colleague.',
    waiting: 'Starts when the service is free.',
    percent: (fraction: number) => `${Math.floor(100 * fraction)}%`,
    starting: 'Starting …',
  },
  upload: {
    continue: 'Continue upload',
    continueOf: (name: string) => `Continue upload of ${name}`,
    otherFile: (name: string, size: string) => `This is not the file of the job. Choose ${name} with ${size}.`,
    fileChanged: 'The file changed or was removed during the upload. Create a job for the new file.',
    notReached: 'The upload did not reach the service. Try again.',
    empty: 'The file is empty. Choose another one.',
    tooLarge: 'The file was not uploaded because it is larger than 5 GB.',
    pauses: {
      lost: 'The connection broke off. We try again, and continue where it stopped.',
      busy: 'The service is busy. We continue automatically.',
      limit: 'Your organization has reached the rate limit of its plan. We continue automatically.',
    },
  },
  download: {
    button: 'Download',
    of: (name: string) => `Download ${name}`,
    running: (fraction: number) => `Downloading, ${Math.floor(100 * fraction)}%`,
    paused: 'The connection broke off. The download continues automatically.',
    stop: 'Stop download',
    noSpace:
      'Your browser has no space for this file. Free some space, or download it with the command: provenance jobs sign --resume.',
  },
  show: 'Show result',
  showOf: (name: string) => `Show result of ${name}`,
  cancelOf: (name: string) => `Cancel the job for ${name}`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete the job for ${name}`,
  retryOf: (name: string) => `Try again: ${name}`,
  clear: 'Remove',
  clearOf: (name: string) => `Remove ${name}`,
  ends: {
    cancel: {
      title: 'Cancel this job?',
      words: (name: string) => `The service stops and deletes the files of the job for ${name}. It creates no record.`,
      confirm: 'Cancel the job',
      dismiss: 'Let it continue',
    },
    remove: {
      title: 'Delete this job?',
      words: (name: string) =>
        `The service deletes the job for ${name} with its files. Download the signed file first. Its record stays.`,
      confirm: 'Delete the job',
      dismiss: 'Keep it',
    },
  },
  result: {
    titles: { sign: 'Signed file', verify: 'Verification' },
    name: 'File',
    size: 'Size',
    sha256: 'SHA-256',
    written: 'Written to',
    close: 'Close',
    failed: 'The job failed',
    failedSigned: 'The file was signed before the job failed, so its record exists and you can download it.',
  },
};
