// Words of the components that every page uses.
export const componentTexts = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not possible here. Select the text and copy it by hand.',
  cancel: 'Cancel',
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
  paging: (table: string) => `Pages of ${table}`,
  previous: 'Previous page',
  next: 'Next page',
  pageNumber: (page: number) => `Page ${page}`,
  chartData: 'The figures as a table',
  day: 'Day',
};
