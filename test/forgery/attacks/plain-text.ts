// Attacks on signed text, which has no container: its invisible payload repeated, moved and cut,
// and bytes that make readers take it for another encoding or another kind of text.
import type { Forgery, Target } from '../forgery.ts';
import { encodeLike, insertText, markSize } from '../text-encoding.ts';

const prefixes: ReadonlyMap<string, string> = new Map([
  ['an XML declaration', '<?xml version="1.0"?>'],
  ['a doctype', '<!DOCTYPE html>'],
  ['an opening comment', '<!--'],
  ['a zero-width space', '\u200b'],
  ['a space', ' '],
  ['an override of direction', '\u202e'],
]);

export function* plainTextAttacks(target: Target): Generator<Forgery> {
  if (target.format !== 'plain-text') return;
  const { delivered } = target;
  const wide = encodeLike(delivered, 'a').length === 2;
  const text = wide ? delivered.toString('utf16le') : delivered.toString('utf8');
  const payload = /\p{Default_Ignorable_Code_Point}{8,}/u.exec(text.slice(1))?.[0] ?? '';
  const encode = (changed: string) => (wide ? Buffer.from(changed, 'utf16le') : Buffer.from(changed, 'utf8'));
  for (const [name, prefix] of prefixes) {
    const start = markSize(delivered) / (wide ? 2 : 3);
    yield { name: `puts ${name} in front`, bytes: encode(text.slice(0, start) + prefix + text.slice(start)) };
  }
  yield { name: 'puts a byte order mark in front', bytes: encode(`\ufeff${text}`) };
  yield {
    name: 'spells it in UTF-16',
    bytes: wide ? Buffer.from(text, 'utf8') : Buffer.from(`\ufeff${text}`, 'utf16le'),
  };
  yield { name: 'ends its lines with CR LF', bytes: encode(text.replaceAll('\n', '\r\n')) };
  if (payload) {
    yield { name: 'cuts its payloads', bytes: encode(text.replaceAll(payload, '')) };
    yield { name: 'repeats its payload', bytes: encode(text.replace(payload, payload + payload)) };
    yield { name: 'moves its payload to the end', bytes: encode(text.replace(payload, '') + payload) };
    yield { name: 'puts its payload into other words', bytes: encode(`Forged ${payload}words.\n`) };
  }
  yield { name: 'changes a word', bytes: encode(text.replace(/e/, 'é')) };
  yield { name: 'puts a script in front', bytes: insertText(delivered, '<script>document.title = "Forged"</script>')! };
}
