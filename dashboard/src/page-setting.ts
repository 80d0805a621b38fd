// The service's own data in the page that it serves.
const { environment, otherUrl = '', base = '' } = document.documentElement.dataset;

export const pageSetting = {
  environment: environment === 'sandbox' ? 'sandbox' : 'live',
  otherUrl,
  /** The path before the service's own. '' for none. */
  base,
  /** For styles that components create at run time (Content-Security-Policy). */
  nonce: document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '',
} as const;
