// What the service says about itself in the page it serves.
const { environment, otherUrl = '', base = '' } = document.documentElement.dataset;

export const pageSetting = {
  environment: environment === 'sandbox' ? 'sandbox' : 'live',
  otherUrl,
  /** The path before the service's own, '' for none. */
  base,
  /** For styles that components make while they run (Content-Security-Policy). */
  nonce: document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '',
} as const;
