// What a name looks like, and how it is spelled. Two names with the same skeleton cannot be told
// apart at a glance; two with the same spelling are the same word. Neither depends on case, spaces,
// punctuation or characters that nobody sees.
import { confusableGroups, confusables } from './confusables.ts';

const accents = /[\u0300-\u036f]/g;
/** Without these before NFKC, which would make letters of them. */
const marksOfTrade = /[™℠®©]/g;
const unspelled = /[\p{P}\p{S}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu;

export function skeletonOf(name: string): string {
  const plain = lookedAt(name.replaceAll(marksOfTrade, '')).normalize('NFKD').replaceAll(accents, '').normalize('NFKC');
  // Again and again: a capital may look like another letter than its small form, and a letter
  // without its accent.
  const letters = lookedAt(lookedAt(plain).toLowerCase()).replaceAll(unspelled, '');
  return confusableGroups.reduce((text, [group, single]) => text.replaceAll(group, single), letters);
}

export function spellingOf(name: string): string {
  return name.replaceAll(marksOfTrade, '').normalize('NFKC').toLowerCase().replaceAll(unspelled, '');
}

function lookedAt(text: string): string {
  return Array.from(text, (character) => confusables.get(character) ?? character).join('');
}
