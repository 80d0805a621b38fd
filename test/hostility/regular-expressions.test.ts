// No regular expression of the service or the engine, and no schema of a route, becomes slow with a
// long text: twice the text costs about twice the time. Measured in processor time of this thread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { findExpressions, slowTexts } from './find-expressions.ts';

const [shorter, longer] = [5_000, 20_000];
/** Smaller times are noise. A quadratic expression takes a hundred times as long. */
const harmlessMilliseconds = 12;
/** Four times the text: linear is 4, quadratic 16. */
const mostGrowth = 8;

/** Quadratic, but a stranger can never give it a long text. */
const boundedElsewhere: Readonly<Record<string, string>> = {
  '/\\0+$/': 'of the name of a Matroska document, and of an entry of a WAV file: 16 and 60 bytes',
  '/\\/+$/': 'of the addresses that the operator sets',
};

const formats = ['email', 'date-time', 'date', 'uuid'];

test('the formats of the schemas are as fast', () => {
  for (const format of formats) {
    const validator = Compile(Type.String({ format }));
    const check = (text: string) => processorTimeOf(() => validator.Check(text));
    for (const unit of ['a', '0', '-', '.', '@', 'a.', 'a@', '.-', 'é', '+', ':', '2026-01-01T', '00:']) {
      const make = (length: number) => `a@${unit.repeat(length / unit.length)}!`;
      const milliseconds = check(make(longer));
      assert.ok(
        milliseconds < harmlessMilliseconds || milliseconds < mostGrowth * check(make(shorter)),
        `${format} takes ${milliseconds} ms for ${unit}${unit}${unit}…`,
      );
    }
  }
});

test('twice the text costs about twice the time, for every expression', (t) => {
  const found = findExpressions(['service/src', 'engine/src']);
  assert.ok(found.length >= 100, `${found.length} expressions found`);
  const slow: string[] = [];
  for (const { place, expression } of found) {
    if (String(expression) in boundedElsewhere) continue;
    const texts = slowTexts(expression, longer);
    const short = slowTexts(expression, shorter);
    for (const [at, text] of texts.entries()) {
      const milliseconds = timeOf(expression, text);
      if (milliseconds < harmlessMilliseconds) continue;
      const growth = milliseconds / timeOf(expression, short[at]!);
      if (growth < mostGrowth) continue;
      slow.push(
        `${place} ${expression} takes ${milliseconds.toFixed(0)} ms for ${JSON.stringify(text.slice(0, 20))}…, ${growth.toFixed(1)} times as long as for a quarter of it`,
      );
      break;
    }
  }
  t.diagnostic(`${found.length} expressions`);
  assert.deepEqual(slow, []);
});

function timeOf(expression: RegExp, text: string): number {
  return processorTimeOf(() => {
    if (expression.global) return [...text.matchAll(expression)];
    expression.lastIndex = 0;
    return expression.test(text);
  });
}

/** Slow cases are tried again, because the compiler was possibly at work. */
function processorTimeOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= harmlessMilliseconds; tries += 1) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
