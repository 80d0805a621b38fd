// Character references of a page as the characters that they mean: all numeric ones, and the named
// ones of HTML 4 that occur in texts. Others stay as they are.

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));?/g;
/** U+0080 to U+009F mean what they mean in Windows-1252 (HTML Living Standard §13.2.5.80). */
const windows1252 = new TextDecoder('windows-1252');

/** What follows the letter in names such as `eacute`. */
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};
const accented = new RegExp(`^([A-Za-z])(${Object.keys(accents).join('|')})$`);
const named = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    shy: '\u00ad',
    zwnj: '\u200c',
    zwj: '\u200d',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    laquo: '«',
    raquo: '»',
    lsaquo: '‹',
    rsaquo: '›',
    bull: '•',
    middot: '·',
    copy: '©',
    reg: '®',
    trade: '™',
    sect: '§',
    para: '¶',
    deg: '°',
    plusmn: '±',
    times: '×',
    divide: '÷',
    micro: 'µ',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
    iexcl: '¡',
    iquest: '¿',
    szlig: 'ß',
    aelig: 'æ',
    AElig: 'Æ',
    oelig: 'œ',
    OElig: 'Œ',
    oslash: 'ø',
    Oslash: 'Ø',
    aring: 'å',
    Aring: 'Å',
    eth: 'ð',
    ETH: 'Ð',
    thorn: 'þ',
    THORN: 'Þ',
    ordf: 'ª',
    ordm: 'º',
  }),
);

/** Characters. What follows has no words that are compared, and keeps its references. */
const MOST_DECODED = 4_000_000;

export function decodeReferences(text: string): string {
  if (text.length > MOST_DECODED) return decodeReferences(text.slice(0, MOST_DECODED)) + text.slice(MOST_DECODED);
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return decodeName(name) ?? whole;
    return decodeNumber(decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16)) ?? whole;
  });
}

function decodeName(name: string): string | undefined {
  const [, letter, accent] = accented.exec(name) ?? [];
  return named.get(name) ?? (letter && (letter + accents[accent!]!).normalize('NFC'));
}

function decodeNumber(code: number): string | undefined {
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}
