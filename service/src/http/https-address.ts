// An https address that a page may show: a picture it loads, a page it links to. Its host has
// nothing in it that means something in a Content-Security-Policy; URLs let hosts contain `;`, `,`
// and `*`.
export function isShownAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return /^[a-z0-9._-]+$/.test(url.hostname);
}
