// An https address that a page can show: a picture that it loads, a page that it links to. Its host
// contains nothing with a meaning in a Content-Security-Policy. URLs allow `;`, `,` and `*` in
// hosts.
export function isShownAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return /^[a-z0-9._-]+$/.test(url.hostname);
}
