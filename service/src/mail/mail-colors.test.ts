// Emails have the colors of the pages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { layOutMail } from './mail-layout.ts';

const styles = readFileSync(new URL('../../../dashboard/src/theme/ground.css', import.meta.url), 'utf8');
const light = styles.slice(0, styles.indexOf('data-mantine-color-scheme'));

test('every color of an email is a color of the light pages', () => {
  const link = { label: 'Open', url: 'https://example.org/' };
  const { html } = layOutMail({
    to: 'a@example.org',
    subject: 's',
    greeting: 'g',
    paragraphs: ['p'],
    link,
    code: '1',
    footer: 'f',
  });
  const used = new Set(html!.match(/#[0-9a-f]{6}/g));
  assert.ok(used.size > 4);
  assert.deepEqual(
    [...used].filter((color) => !light.includes(color)),
    [],
  );
});
