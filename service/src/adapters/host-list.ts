// URLs that name several hosts, as libpq and Sentinel have them: postgres://user@one:5432,two/name.
// Node's own URL class reads only one host, so such a URL becomes one URL for each host.

const parts = /^(?<before>[a-z+]+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/s;

/** The URL once for each host. Throws a TypeError if one of them is not a URL or has no host. */
export function splitHosts(url: string): readonly string[] {
  const { before, hosts, after } = parts.exec(url)?.groups ?? {};
  if (!hosts?.includes(',')) return [new URL(url) && url];
  return hosts.split(',').map((host) => {
    const one = `${before}${host.trim()}${after}`;
    if (new URL(one).hostname === '') throw new TypeError('A host is missing.');
    return one;
  });
}
