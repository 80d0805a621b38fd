// Whether a text is JSON (RFC 8259) with an object or an array at the top, or several of them in a
// row (JSON Lines). Linear, and without building the value, which can take many times the memory of
// the text.

/** Deeper texts are not recognized. Most programs accept far less. */
const mostDepth = 10_000;

const [quote, backslash] = [0x22, 0x5c];
const escapes = /["\\/bfnrt]|u[\da-fA-F]{4}/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d{0,99})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,400})?)(?![\w.+-])/y;

const zero = 0x30;
const nine = 0x39;

type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'end' | 'fault';

/** units: code units, or the bytes of UTF-8 as one unit each. */
export function isJsonText(units: string, start = 0): boolean {
  const next = readTokens(units, start);
  const open: ('}' | ']')[] = [];
  let expects: 'top' | 'value' | 'item' | 'key' | 'name' | 'colon' | 'more' = 'top';
  for (;;) {
    const token = next();
    const closes = token === open.at(-1);
    if (expects === 'more' && open.length === 0) {
      if (token === 'end') return true;
      expects = 'top';
    }
    if (expects === 'top' && token !== '{' && token !== '[') return false;
    if (closes && (expects === 'item' || expects === 'name' || expects === 'more')) {
      open.pop();
      expects = 'more';
    } else if (expects === 'more' && token === ',') {
      expects = open.at(-1) === '}' ? 'key' : 'value';
    } else if ((expects === 'key' || expects === 'name') && token === 'string') {
      expects = 'colon';
    } else if (expects === 'colon' && token === ':') {
      expects = 'value';
    } else if (expects === 'top' || expects === 'value' || expects === 'item') {
      if (token === 'string' || token === 'scalar') expects = 'more';
      else if (token === '{' || token === '[') {
        open.push(token === '{' ? '}' : ']');
        expects = token === '{' ? 'name' : 'item';
        if (open.length > mostDepth) return false;
      } else return false;
    } else return false;
  }
}

const punctuation = new Map<number, Token>(
  (['{', '}', '[', ']', ',', ':'] as const).map((sign) => [sign.charCodeAt(0), sign]),
);

function readTokens(units: string, start: number): () => Token {
  let at = start;
  return () => {
    let code = units.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = units.charCodeAt(++at);
    if (Number.isNaN(code)) return 'end';
    const sign = punctuation.get(code);
    if (sign !== undefined) {
      at += 1;
      return sign;
    }
    const end = code === quote ? endOfString(units, at + 1) : endOfScalar(units, at);
    if (end < 0) return 'fault';
    at = end;
    return code === quote ? 'string' : 'scalar';
  };
}

/** After the quote that ends it. Negative: it does not end, or contains what JSON forbids. */
function endOfString(units: string, from: number): number {
  for (let at = from; at < units.length; at += 1) {
    const code = units.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 0x20) return -1;
    if (code !== backslash) continue;
    escapes.lastIndex = at + 1;
    if (!escapes.test(units)) return -1;
    at = escapes.lastIndex - 1;
  }
  return -1;
}

function endOfScalar(units: string, from: number): number {
  // Most numbers are a few digits, for which an expression takes far longer.
  let at = from;
  let code = units.charCodeAt(at);
  if (code > zero && code <= nine) {
    while (code >= zero && code <= nine && at - from < 100) code = units.charCodeAt(++at);
    if (code === 0x2c || code === 0x5d || code === 0x7d || code === 0x0a) return at;
  }
  scalar.lastIndex = from;
  return scalar.test(units) ? scalar.lastIndex : -1;
}
