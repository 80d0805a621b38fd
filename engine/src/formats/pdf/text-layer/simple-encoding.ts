// What the codes of a simple font mean (ISO 32000-2 §9.6.5, Annex D): a base encoding and the
// differences from it, or the encoding in a Type 1 font program.
import type { PdfDictionary } from '../pdf-syntax.ts';
import { textOfGlyph } from './glyph-names.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** One string for each code. An empty one has no known character. */
export type SimpleEncoding = readonly string[];

const bytes = Uint8Array.from({ length: 256 }, (_, code) => code);
const decoded = (encoding: string) =>
  [...new TextDecoder(encoding).decode(bytes)].map((character, code) => (code < 32 ? '' : character));

// From 0xa1 (Annex D.2). A dot is a code without a character.
const upperStandard = "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ.–†‡·.¶•‚„”»…‰.¿.`´ˆ˜¯˘˙¨.˚¸.˝˛ˇ—................Æ.ª....ŁØŒº.....æ...ı..łøœß....";
const standard = bytes.reduce<string[]>((all, code) => {
  const upper = code > 0xa0 ? upperStandard[code - 0xa1]! : '';
  all.push(code >= 32 && code < 127 ? String.fromCharCode(code) : upper === '.' ? '' : upper.normalize('NFKC'));
  return all;
}, []);
standard[0x27] = '’';
standard[0x60] = '‘';
// NFKC takes accents apart.
for (const character of '´¯˘˙¨˚¸˝ªº…') standard[0xa1 + upperStandard.indexOf(character)] = character;

const encodings: Readonly<Record<string, SimpleEncoding>> = {
  WinAnsiEncoding: decoded('windows-1252'),
  MacRomanEncoding: decoded('macintosh'),
  StandardEncoding: standard,
};

const mostDifferences = 4_096;
/** The part of a font program before its encrypted part. */
const programReach = 65_536;

export function readSimpleEncoding(objects: PdfObjects, font: PdfDictionary): SimpleEncoding {
  const encoding = objects.entry(font, 'Encoding');
  if (encoding?.type === 'name') return encodings[encoding.name] ?? baseOf(objects, font);
  if (encoding?.type !== 'dictionary') return baseOf(objects, font);
  const texts = [...(encodings[objects.name(encoding, 'BaseEncoding') ?? ''] ?? baseOf(objects, font))];
  const differences = objects.entry(encoding, 'Differences');
  if (differences?.type !== 'array') return texts;
  let code = 0;
  for (const item of differences.items.slice(0, mostDifferences)) {
    if (item.type === 'number') code = item.value;
    if (item.type !== 'name') continue;
    if (Number.isInteger(code) && code >= 0 && code < 256) texts[code] = textOfGlyph(item.name);
    code += 1;
  }
  return texts;
}

function baseOf(objects: PdfObjects, font: PdfDictionary): SimpleEncoding {
  const descriptor = objects.dictionary(font.entries.get('FontDescriptor')?.value);
  const subtype = objects.name(font, 'Subtype');
  if (subtype === 'TrueType') return encodings.WinAnsiEncoding!;
  if (subtype === 'Type3') return standard.map(() => '');
  const program = objects.stream(descriptor?.entries.get('FontFile')?.value);
  return (program && encodingOfProgram(program)) || standard;
}

function encodingOfProgram(program: string): SimpleEncoding | null {
  const texts = standard.map(() => '');
  let count = 0;
  for (const [, code, name] of program.slice(0, programReach).matchAll(/\bdup (\d{1,3}) ?\/([\w.]{1,40}) put\b/g)) {
    if (Number(code) < 256) texts[Number(code)] = textOfGlyph(name!);
    count += 1;
  }
  return count > 0 ? texts : null;
}
