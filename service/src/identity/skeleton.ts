// What a name looks like, and how it is spelled. Two names with the same skeleton look the same at
// a glance. Two with the same spelling are the same word. Neither depends on case, spaces,
// punctuation or invisible characters.
import { confusableGroups, confusables } from './confusables.ts';

const accents = /[\u0300-\u036f]/g;
/** Removed before NFKC, which would turn them into letters. */
const marksOfTrade = /[™℠®©]/g;
const unspelled = /[\p{P}\p{S}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu;

export function skeletonOf(name: string): string {
  const plain = lookedAt(name.replaceAll(marksOfTrade, '')).normalize('NFKD').replaceAll(accents, '').normalize('NFKC');
  // Repeated, because a capital can look like another letter than its small form, and a letter
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
