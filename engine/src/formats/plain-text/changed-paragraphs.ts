// The paragraphs of a text that lack the payload of its record, or have it elsewhere than at their
// start: paragraphs that were added, split, joined, or given a new beginning. A paragraph with its
// payload in place can still have changes after it.
import { readUnits } from '../../containers/text/text-units.ts';
import { findPayloadsOf } from '../../watermarks/zero-width/find-payload.ts';
import { listParagraphs } from './paragraphs.ts';

export interface ChangedParagraph {
  /** Counted from 1. Blank lines separate them. */
  readonly paragraph: number;
  /** The number of its first line, counted from 1. */
  readonly line: number;
  readonly payload: 'missing' | 'moved';
}

export interface TextChanges {
  /** How many there are. */
  readonly count: number;
  readonly paragraphs: ChangedParagraph[];
}

const mostListed = 1_000;
const lineEnd = /\r\n|[\r\n]/g;

export function listChangedParagraphs(bytes: Uint8Array, id: string): TextChanges {
  const text = readUnits(bytes);
  const payloads = findPayloadsOf(text, id);
  const all = listParagraphs(text);
  const lineOf = countLines(text.units);
  const paragraphs: ChangedParagraph[] = [];
  let next = 0;
  for (const [index, { start, place }] of all.entries()) {
    const end = all[index + 1]?.start ?? text.units.length;
    const own: number[] = [];
    for (; next < payloads.length && payloads[next]! < end; next++) own.push(payloads[next]!);
    if (own.length === 0 ? place === null : own.length === 1 && own[0] === place) continue;
    const payload = own.length === 0 ? 'missing' : 'moved';
    paragraphs.push({ paragraph: index + 1, line: lineOf(start), payload });
    if (paragraphs.length === mostListed) break;
  }
  return { count: all.length, paragraphs };
}

// For places in ascending order.
function countLines(units: string): (place: number) => number {
  let [line, at] = [1, 0];
  return (place) => {
    lineEnd.lastIndex = at;
    for (let end = lineEnd.exec(units); end && end.index < place; end = lineEnd.exec(units)) {
      line += 1;
      at = lineEnd.lastIndex;
    }
    return line;
  };
}
