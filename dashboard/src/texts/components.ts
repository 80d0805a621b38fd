// Words of the components that every page uses.
export const componentTexts = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not possible here. Select the text and copy it by hand.',
  drop: 'Drop files here',
  dropOr: 'or',
  choose: 'Choose files',
  dropNote: (megabytes: number) => `Pictures, audio, video, PDF, HTML or plain text, up to ${megabytes} MB each.`,
  waiting: 'Waiting for its turn',
  uploading: (sent: number, size: number) =>
    size < 1e6
      ? `Uploading, ${Math.round((100 * sent) / Math.max(1, size))} %`
      : `Uploading, ${(sent / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`,
  left: (seconds: number) =>
    seconds < 60 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`,
  slow: 'Your connection sets the pace: this is still going on. Leave this page open until it is done.',
  tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB and was not sent.`,
  again: 'Try again',
  plans: 'See usage and plans',
  cancel: 'Cancel',
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
  paging: (table: string) => `Pages of ${table}`,
  previous: 'Previous page',
  next: 'Next page',
  pageNumber: (page: number) => `Page ${page}`,
  chartData: 'The figures as a table',
  day: 'Day',
};
