// The same attacks on every container: stores and tokens inserted at every place, our own container
// repeated, moved and given to another record, and every piece of the file cut, repeated and
// swapped.
import type { Container, Piece } from '../containers/container.ts';
import { containerOf, type Forgery, type Row, type Target } from '../forgery.ts';
import { foreignStore, pageStore, stores } from '../stores.ts';

export function* structureAttacks(target: Target): Generator<Forgery> {
  const container = containerOf(target);
  if (!container) return;
  yield* storesAnywhere(target, container);
  yield* ownContainerElsewhere(target, container);
  if (target.thorough) yield* piecesMoved(target, container);
}

function* storesAnywhere(target: Target, container: Container): Generator<Forgery> {
  for (const base of ['delivered', 'canonical'] as const) {
    const pieces = container.split(target[base]);
    const put = (place: number, ...added: Buffer[]) =>
      container.join(pieces.toSpliced(place, 0, ...added.map(container.wrapStore)));
    for (const [place, where] of places(pieces)) {
      const row = rowOf(target.format, where);
      yield { name: `inserts a foreign store ${where} of the ${base} file`, bytes: put(place, foreignStore), row };
      if (base === 'canonical') continue;
      yield { name: `inserts a page as a store ${where}`, bytes: put(place, pageStore), row: row ?? 'polyglot' };
    }
    const place = Math.min(2, pieces.length - 1);
    for (const [name, store] of stores) {
      yield { name: `inserts ${name} before the third piece of the ${base} file`, bytes: put(place, store) };
    }
    yield { name: `inserts two stores into the ${base} file`, bytes: put(place, foreignStore, pageStore) };
  }
}

function* ownContainerElsewhere(target: Target, container: Container): Generator<Forgery> {
  const { delivered, token, stranger } = target;
  const pieces = container.split(delivered);
  const at = pieces.findIndex(({ bytes }) => bytes.includes(token));
  const own = pieces[at]!;
  const text = own.bytes.toString('latin1').replaceAll(token, stranger.token);
  const others: Piece = { name: own.name, bytes: Buffer.from(text, 'latin1') };
  const put = (place: number, ...added: Piece[]) => container.join(pieces.toSpliced(place, 0, ...added));
  for (const [place, where] of places(pieces)) {
    yield { name: `repeats our container ${where}`, bytes: put(place, own), row: rowOf(target.format, where) };
  }
  yield { name: 'adds another token before our container', bytes: put(at, others) };
  yield { name: 'adds another token behind our container', bytes: put(at + 1, others) };
  yield { name: 'repeats our container twice', bytes: put(at, own, own) };
  const rest = pieces.toSpliced(at, 1);
  for (const [place, where] of places(rest)) {
    const bytes = container.join(rest.toSpliced(place, 0, own));
    yield { name: `moves our container ${where}`, bytes, row: rowOf(target.format, where) };
  }
}

function* piecesMoved(target: Target, container: Container): Generator<Forgery> {
  const pieces = container.split(target.delivered);
  for (const [place, piece] of pieces.entries()) {
    const which = `${piece.name} (piece ${place})`;
    // Without its header, a RIFF file has no size to update.
    if (piece.name === 'RIFF') continue;
    yield { name: `cuts ${which}`, bytes: container.join(pieces.toSpliced(place, 1)) };
    const next = pieces[place + 1];
    if (next)
      yield { name: `swaps ${which} with the next`, bytes: container.join(pieces.toSpliced(place, 2, next, piece)) };
    else yield { name: `repeats ${which}`, bytes: container.join([...pieces, piece]) };
  }
}

/** Every place for one more piece, by its name. Among places between equal names, the first. */
function places(pieces: readonly Piece[]): [number, string][] {
  const all = Array.from({ length: pieces.length + 1 }, (_, place): [number, string] => {
    const [before, after] = [pieces[place - 1]?.name, pieces[place]?.name];
    if (before === undefined) return [place, 'at the start'];
    return [place, after === undefined ? 'at the end' : `between ${before} and ${after}`];
  });
  return [...Map.groupBy(all, ([, where]) => where).values()].map(([first]) => first!);
}

/** Where a piece separates what belongs together. */
const tornApart: Readonly<Record<string, { readonly where: RegExp; readonly row: Row }>> = {
  png: { where: /at the start|signature and IHDR|IDAT and (IDAT|fcTL)|fcTL and|fdAT and/, row: 'splitPicture' },
  webp: { where: /ALPH and|ANMF and ANMF|ANIM and/, row: 'splitPicture' },
  mp4: { where: /moof|mdat/, row: 'movedSamples' },
  jpeg: { where: /APP2 and/, row: 'pictureIndex' },
};

function rowOf(format: string, where: string): Row | undefined {
  const torn = tornApart[format];
  return torn?.where.test(where) ? torn.row : undefined;
}
