// Files that are read as a page, although they were signed as something else: our element, or a
// page that starts with one, before the bytes of every format.
import type { Forgery, Target } from '../forgery.ts';
import { insertText } from '../text-encoding.ts';
import { exactMeta, maskedPages, respelledMetas } from './forged-metas.ts';

export function* pageInFront(target: Target): Generator<Forgery> {
  const { token, clientToken, formatToken, format, thorough } = target;
  const isPage = format === 'html';
  for (const base of ['canonical', 'delivered'] as const) {
    const before = (text: string) => insertText(target[base], text)!;
    for (const { name, text, row } of maskedPages(token, thorough)) {
      yield { name: `${name} before the ${base} file`, bytes: before(text), row: isPage ? row : 'pageInFront' };
    }
    yield { name: `puts our element before the ${base} file`, bytes: before(exactMeta(token)), row: 'pageInFront' };
    yield {
      name: `puts our element many times before the ${base} file`,
      bytes: before(exactMeta(token).repeat(12)),
      row: 'pageInFront',
    };
  }
  for (const { name, text, row } of respelledMetas(token, thorough)) {
    yield {
      name: `${name} before the canonical file`,
      bytes: insertText(target.canonical, text)!,
      row: row ?? (isPage ? undefined : 'pageInFront'),
    };
  }
  const submitted = [
    ['client', clientToken, 'with only a hash'],
    ['format', formatToken, 'with its format'],
  ] as const;
  for (const [claims, own, how] of submitted) {
    for (const { name, text } of [{ name: 'puts our element', text: exactMeta(own) }, ...maskedPages(own, thorough)]) {
      const bytes = insertText(target.canonical, text)!;
      yield { name: `${name} before a file that was submitted ${how}`, bytes, row: 'pageInFront', claims };
    }
  }
}
