// The names of pages in the navigation, and their titles. Apart from the other words of a page, which load with the page.
export const navigationTexts = {
  content: 'Content',
  overview: 'Overview',
  sign: 'Sign',
  records: 'Records',
  generators: 'Generators',
  organization: 'Organization',
  apiKeys: 'API keys',
  billing: 'Billing and plans',
};
