// An https address that a page may show: a picture it loads, a page it links to. Its host has nothing in it that means
// something in a Content-Security-Policy; WHATWG URLs let hosts hold `;`, `,` and `*`.

/** What is wrong with the address, in words that follow its name; undefined: nothing. */
export function findAddressFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password';
  if (!/^[a-z0-9._-]+$/.test(url.hostname)) return 'must name a host of letters, digits, dots and hyphens';
  return undefined;
}

/** The address, where it may be shown. */
export function shownAddress(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && findAddressFault(text) === undefined ? text : undefined;
}
