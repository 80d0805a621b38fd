// Reads an email in its transport form (RFC 5322, MIME): address, subject, its text and HTML parts
// decoded, and the link or code that a person would look for.

export interface ReceivedMail {
  /** The names of its headers, in lowercase, in order. */
  readonly headers: readonly string[];
  readonly messageId: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first link of the text, whole. */
  readonly link: string | undefined;
  /** The text after `#token=` in the link. */
  readonly token: string | undefined;
  /** Six digits on a separate line. */
  readonly code: string | undefined;
}

export function readMail(bytes: Buffer): ReceivedMail {
  const { headers, parts } = readPart(bytes.toString('latin1'));
  const text = parts.find(({ type }) => type.startsWith('text/plain'))?.content ?? '';
  const html = parts.find(({ type }) => type.startsWith('text/html'))?.content ?? '';
  // A full stop after it belongs to the sentence.
  const link = /https?:\/\/\S*[^\s.]/.exec(text)?.[0];
  return {
    headers: [...headers.keys()],
    messageId: headers.get('message-id') ?? '',
    to: headers.get('to') ?? '',
    from: headers.get('from') ?? '',
    subject: decodeWords(headers.get('subject') ?? ''),
    text,
    html,
    link,
    token: link && new URLSearchParams(new URL(link).hash.slice(1)).get('token')?.toString(),
    code: /^\s*(\d{6})\s*$/m.exec(text)?.[1],
  };
}

interface Part {
  readonly type: string;
  readonly content: string;
}

function readPart(text: string): { headers: Map<string, string>; parts: Part[] } {
  const end = text.indexOf('\r\n\r\n');
  const headers = readHeaders(text.slice(0, end));
  const body = text.slice(end + 4);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) {
    return { headers, parts: [{ type, content: decode(body, headers.get('content-transfer-encoding') ?? '7bit') }] };
  }
  // Each part is between two delimiters. The line end before a delimiter belongs to the delimiter
  // (RFC 2046, 5.1.1).
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return { headers, parts: parts.flatMap((part) => readPart(part.replace(/^[ \t]*\r\n/, '')).parts) };
}

function readHeaders(text: string): Map<string, string> {
  const unfolded = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    unfolded.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function decode(body: string, encoding: string): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    case 'quoted-printable':
      return decodeQuotedPrintable(body.replaceAll(/=[ \t]*\r\n/g, ''));
    default:
      return Buffer.from(body, 'latin1').toString();
  }
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Encoded words of a header (RFC 2047); white space between two of them does not count. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );
}
