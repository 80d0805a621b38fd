// Attacks on signed pages: pages masked inside the head, our element in other spellings, in other
// places, and more than once.
import type { Forgery, Target } from '../forgery.ts';
import { encodeLike, insertText } from '../text-encoding.ts';
import { exactMeta, maskedPages, respelledMetas } from './forged-metas.ts';

/** Possible places for text in a page. */
const spots = [
  '<html',
  '<head',
  '<meta charset',
  '<title',
  '</title',
  '</head',
  '<body',
  '<h1',
  '<p',
  '</p',
  '</body',
  '</html',
];

export function* htmlAttacks(target: Target): Generator<Forgery> {
  if (target.format !== 'html') return;
  const { delivered, canonical, token, stranger, thorough } = target;
  const own = encodeLike(delivered, exactMeta(token));
  for (const spot of spots) {
    for (const { name, text, row } of [
      ...maskedPages(token, thorough),
      { name: 'puts our element', text: exactMeta(token), row: undefined },
    ]) {
      const bytes = insertText(canonical, text, spot);
      if (bytes) yield { name: `${name} before ${spot} of the canonical page`, bytes, row };
    }
    const strangers = insertText(delivered, exactMeta(stranger.token), spot);
    if (strangers) yield { name: `adds the token of another record before ${spot}`, bytes: strangers };
    const again = insertText(delivered, exactMeta(token), spot);
    if (again) yield { name: `repeats our element before ${spot}`, bytes: again };
  }
  const at = delivered.indexOf(own);
  for (const { name, text, row } of [...maskedPages(token, thorough), ...respelledMetas(token, thorough)]) {
    const bytes = Buffer.concat([
      delivered.subarray(0, at),
      encodeLike(delivered, text),
      delivered.subarray(at + own.length),
    ]);
    yield { name: `${name} in the place of our element`, bytes, row };
  }
}
