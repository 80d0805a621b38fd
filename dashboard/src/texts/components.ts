// Texts of the shared components.
export const componentTexts = {
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count} set)`),
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser did not allow copying. Select the text and copy it.',
  pastedPicture: 'Pasted image',
  drop: 'Drop files here',
  dropOr: 'or',
  choose: 'Choose files',
  chooseMore: 'Add files',
  dropNote: (megabytes: number) => `Images, audio, video, PDF, HTML or plain text. Up to ${megabytes} MB each.`,
  waiting: 'Waiting',
  busy: 'The service is busy.',
  continues: (seconds: number) => `We continue in ${seconds} s.`,
  uploading: (sent: number, size: number) =>
    size < 1e6
      ? `Uploading, ${Math.round((100 * sent) / Math.max(1, size))}%`
      : `Uploading, ${(sent / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`,
  left: (seconds: number) =>
    seconds < 60 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`,
  slow: 'Still uploading. The speed depends on your connection. Keep this page open until it is done.',
  tooLarge: (megabytes: number) => `This file was not uploaded because it is larger than ${megabytes} MB.`,
  again: 'Try again',
  plans: 'View usage and plans',
  cancel: 'Cancel',
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
  paging: (table: string) => `Pages of ${table}`,
  previous: 'Previous page',
  next: 'Next page',
  pageNumber: (page: number) => `Page ${page}`,
  chartData: 'Show as table',
  day: 'Day',
};
