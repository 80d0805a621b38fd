// Headers of W3C Trace Context: what is read, and what is ignored. The examples are those of the
// standard and of attackers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTraceContext, traceparentOf } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';
const parent = `00-${traceId}-${spanId}-01`;

test('the example of the standard is read, and written in the same way', () => {
  const context = readTraceContext(parent, 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7')!;
  assert.deepEqual(context, { traceId, spanId, sampled: true, traceState: 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7' });
  assert.equal(traceparentOf(context), parent);
});

test('the lowest bit of the flags says whether the trace is sampled', () => {
  for (const [flags, sampled] of [
    ['00', false],
    ['01', true],
    ['02', false],
    ['ff', true],
  ] as const)
    assert.equal(readTraceContext(`00-${traceId}-${spanId}-${flags}`)?.sampled, sampled, flags);
});

test('a later version is read up to the parts that this one knows', () => {
  for (const later of [`cc-${traceId}-${spanId}-01`, `cc-${traceId}-${spanId}-01-what-the-future-brings`])
    assert.equal(readTraceContext(later)?.traceId, traceId);
});

test('a traceparent that breaks the rules is ignored', () => {
  for (const bad of [
    undefined,
    '',
    'garbage',
    [parent, parent],
    `${parent}, ${parent}`,
    `${parent} `,
    ` ${parent}`,
    `${parent}\n`,
    `${parent}-more`,
    parent.toUpperCase(),
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}-${spanId}-zz`,
    `cc-${traceId}-${spanId}-01${'-x'.repeat(1_000)}`,
    `00-${"' OR 1=1 --".padEnd(32)}-${spanId}-01`,
  ])
    assert.equal(readTraceContext(bad), undefined, String(bad));
});

test('a tracestate that breaks the rules is dropped, and the trace continues', () => {
  for (const bad of [
    'no value',
    'Upper=1',
    'a=1,=2',
    'a=\u0000',
    'a=ü',
    'a=b=c',
    `a=${'x'.repeat(600)}`,
    Array.from({ length: 33 }, (_, place) => `k${place}=1`).join(','),
    ['a=1', 'b=2'],
  ])
    assert.deepEqual(readTraceContext(parent, bad), { traceId, spanId, sampled: true, traceState: '' }, String(bad));
});

test('a long hostile header costs no time', () => {
  const before = process.cpuUsage();
  for (let count = 0; count < 1_000; count += 1) {
    readTraceContext(`00-${'a'.repeat(16_000)}`, `${'a='.repeat(250)}`);
    readTraceContext(parent, `a=${' '.repeat(500)}`);
    readTraceContext(parent, `a=${'b'.repeat(255)}\t`);
  }
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});
