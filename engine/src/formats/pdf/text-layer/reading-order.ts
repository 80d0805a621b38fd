// The order of reading within a line. Most programs write Arabic and Hebrew as it looks, from left
// to right. Others write it in the order of reading, each letter to the left of the one before it.

interface Placed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: { readonly directionX: number; readonly directionY: number };
}

export const rightToLeft = /[\u0590-\u08ff]/;
/** Letters and digits from left to right, including Arabic digits. */
const leftToRight = /[\p{L}\p{N}]/u;
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/;

type Kind = 'right-to-left' | 'left-to-right' | 'neutral';

export function inOrderOfReading<Item extends Placed>(pieces: readonly Item[]): readonly Item[] {
  if (!pieces.some(({ text }) => rightToLeft.test(text))) return pieces;
  const kinds = pieces.map(({ text }) => kindOf(text));
  const toLeft = count(kinds, 'right-to-left');
  if (toLeft === 0 || goesLeft(pieces, kinds)) return pieces;
  const base: Kind = toLeft >= count(kinds, 'left-to-right') ? 'right-to-left' : 'left-to-right';
  const runs = runsOf(pieces, kinds, base);
  return (base === 'right-to-left' ? runs.reverse() : runs).flatMap(({ kind, items }) =>
    kind === 'right-to-left' ? items.toReversed() : items,
  );
}

function kindOf(text: string): Kind {
  if (arabicDigit.test(text)) return 'left-to-right';
  if (rightToLeft.test(text)) return 'right-to-left';
  return leftToRight.test(text) ? 'left-to-right' : 'neutral';
}

function count(kinds: readonly Kind[], kind: Kind): number {
  return kinds.filter((each) => each === kind).length;
}

function goesLeft(pieces: readonly Placed[], kinds: readonly Kind[]): boolean {
  let balance = 0;
  for (let place = 1; place < pieces.length; place += 1) {
    if (kinds[place] !== 'right-to-left' || kinds[place - 1] !== 'right-to-left') continue;
    const [left, { x, y, style }] = [pieces[place - 1]!, pieces[place]!];
    balance += Math.sign((x - left.x) * style.directionX + (y - left.y) * style.directionY);
  }
  return balance < 0;
}

/** Neutral pieces belong to the runs around them if those agree, otherwise to the line. */
function runsOf<Item>(pieces: readonly Item[], kinds: readonly Kind[], base: Kind): { kind: Kind; items: Item[] }[] {
  const runs: { kind: Kind; items: Item[] }[] = [];
  let neutral: Item[] = [];
  const append = (kind: Kind, items: readonly Item[]) => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.items.push(...items);
    else if (items.length > 0) runs.push({ kind, items: [...items] });
  };
  for (const [place, piece] of pieces.entries()) {
    const kind = kinds[place]!;
    if (kind === 'neutral') neutral.push(piece);
    else {
      append(runs.at(-1)?.kind === kind ? kind : base, neutral);
      append(kind, [piece]);
      neutral = [];
    }
  }
  append(base, neutral);
  return runs;
}
