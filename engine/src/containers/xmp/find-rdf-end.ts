// Where the outermost rdf:RDF element of a packet ends: the place for one more child. A strict scan
// of markup (XML 1.0 §2.4–2.8, 3.1) in one pass. Null for markup that is not clearly well nested,
// and for any document type declaration.

const deepestNesting = 200;
const nameForm = /[A-Za-z_:][\w:.-]{0,255}/y;

/** text: the packet, one character a byte. */
export function findRdfEnd(text: string): number | null {
  const open: string[] = [];
  let rdfDepth = -1;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<![CDATA[', at)) at = after(text, ']]>', at + 9);
    else if (text.startsWith('</', at)) {
      const name = nameAt(text, at + 2);
      if (name === null || open.pop() !== name) return null;
      if (open.length === rdfDepth) return at;
      at = after(text, '>', at + 2 + name.length);
    } else {
      const name = nameAt(text, at + 1);
      const end = name === null ? null : endOfStartTag(text, at + 1 + name.length);
      if (name === null || end === null || open.length === deepestNesting) return null;
      if (text[end - 2] !== '/') {
        if (rdfDepth < 0 && isRdf(name)) rdfDepth = open.length;
        open.push(name);
      }
      at = end;
    }
    if (at < 0) return null;
  }
  return null;
}

function isRdf(name: string): boolean {
  return name.endsWith(':RDF') || name === 'RDF';
}

function nameAt(text: string, at: number): string | null {
  nameForm.lastIndex = at;
  return nameForm.exec(text)?.[0] ?? null;
}

// A `>` within a quoted value does not end the tag.
function endOfStartTag(text: string, from: number): number | null {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '>') return at + 1;
    if (character === '<') return null;
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1);
      if (at < 0) return null;
    }
  }
  return null;
}

// −1 if the mark is missing.
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}
