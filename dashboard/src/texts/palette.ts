// Texts of the command palette.
export const paletteTexts = {
  title: 'Go anywhere',
  field: 'Page, action, record ID or token',
  placeholder: 'Type a page, an action, a record ID or a token',
  none: 'Nothing matches. Try another word, or paste a complete record ID or token.',
  keys: '↑ ↓ to choose · Enter to open · Esc to close',
  page: 'Page',
  action: 'Action',
  verify: 'Verify content',
  newGenerator: 'Create a generator',
  newKey: 'Create an API key',
  switchTo: (environment: string) => `Switch to ${environment}`,
  record: (model: string) => `Record, ${model}`,
};
