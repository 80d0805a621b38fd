// Texts of the command palette.
export const paletteTexts = {
  title: 'Go anywhere',
  field: 'Page, action or record',
  placeholder: 'Type a page, an action, or a label, ID or token of a record',
  none: 'Nothing matches. Try another word, or paste a complete record ID, token or hash.',
  keys: '↑ ↓ to choose · Enter to open · Esc to close',
  page: 'Page',
  action: 'Action',
  verify: 'Verify content',
  newGenerator: 'Create a generator',
  newKey: 'Create an API key',
  switchTo: (environment: string) => `Switch to ${environment}`,
  record: (model: string) => `Record, ${model}`,
};
