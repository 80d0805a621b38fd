// Texts without their invisible characters: found by their words, with a verdict that claims no
// more than that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { verify } from './verify.ts';

const article = `The harbor was quiet when the first boats returned. Nobody on the pier had expected
them before noon, and the old scale stood under its cover of tar cloth.

“We turned around at the lighthouse,” said the skipper, who had not slept for two days. His crew
unloaded eleven crates of herring and a torn net, then sat down in the shade of the ice house.

By evening the whole town knew that the northern banks were empty. The mayor called a meeting, and
the chandler closed his shop an hour early for the first time in nineteen years.`;
const notice = `Visitors of the botanical garden can borrow a map at the southern gate. Every path on it has
a color, and every color leads past the tropical house, where orchids from four continents bloom in turns.
Guided walks start at ten and at three, except on the second Monday of each month.`;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

const strip = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString().replace(invisible, ''));

async function signAndVerify(upload: string, edit: (signed: Uint8Array) => Uint8Array) {
  const shelf = new RecordShelf();
  const signed = await shelf.sign(Buffer.from(upload));
  return { signed, result: await verify(edit(signed.bytes), { showText: true }, shelf) };
}

test('a text without its invisible characters is the original, and is not called authentic', async () => {
  const { signed, result } = await signAndVerify(article, strip);
  const { verdict, authentic, tampered, reason, token_source, likeness, signals, provenance } = result;
  assert.deepEqual(
    { verdict, authentic, tampered, reason, token_source, likeness, match: signals.text_match },
    {
      verdict: 'original',
      authentic: false,
      tampered: false,
      reason: 'text_match_only',
      token_source: 'text_fingerprint',
      likeness: 'near',
      match: true,
    },
  );
  assert.equal(provenance?.record_id, signed.recordId);
  assert.equal(result.text_matches?.[0]?.visible_text, 'identical');
});

test('the same visible text in other white space says so', async () => {
  const { result } = await signAndVerify(article, (signed) =>
    Buffer.from(strip(signed).toString().replaceAll(/\s+/g, ' ')),
  );
  const { verdict, text_matches, visible_text } = result;
  assert.equal(verdict, 'same_text');
  assert.deepEqual(
    text_matches?.map(({ visible_text, upload_share, record_share, parts }) => ({
      visible_text,
      upload_share,
      record_share,
      parts: parts.map(({ state }) => state),
    })),
    [{ visible_text: 'identical', upload_share: 1, record_share: 1, parts: ['kept'] }],
  );
  assert.match(visible_text!, /^The harbor.+nineteen years\.$/);
});

test('a retyped text with changes names the changed words, in places of the visible text', async () => {
  const { result } = await signAndVerify(article, (signed) =>
    Buffer.from(
      strip(signed).toString().toLowerCase().replace('eleven crates', 'forty barrels').replaceAll(/[“”]/g, '"'),
    ),
  );
  const { verdict, authentic, tampered, text_matches, visible_text, checks } = result;
  assert.deepEqual([verdict, authentic, tampered], ['shares_text', false, false]);
  assert.deepEqual(
    checks.filter(({ name }) => name === 'words'),
    [{ name: 'words', passed: true }],
  );
  const changed = text_matches![0]!.parts.filter(({ state }) => state !== 'kept');
  assert.deepEqual(
    changed.map(({ start, end }) => visible_text!.slice(start, end)),
    ['forty barrels'],
  );
});

test('with its invisible characters in place, a changed word makes the text tampered and is named', async () => {
  const { result } = await signAndVerify(article, (signed) =>
    Buffer.from(Buffer.from(signed).toString().replace('eleven', 'seventy')),
  );
  const { verdict, tampered, reason, token_source, likeness, text_matches, visible_text } = result;
  assert.deepEqual(
    [verdict, tampered, reason, token_source, likeness],
    ['changed', true, 'content_tampered', 'watermark', 'near'],
  );
  const [match] = text_matches!;
  assert.equal(match!.visible_text, 'different');
  const { start, end } = match!.parts.find(({ state }) => state === 'changed')!;
  assert.equal(visible_text!.slice(start, end), 'seventy');
});

test('a watermark that somebody moved to another text is on other content', async () => {
  const shelf = new RecordShelf();
  const signed = Buffer.from((await shelf.sign(Buffer.from(article))).bytes).toString();
  const payload = /\u2063[^\w“]+/u.exec(signed)![0];
  const { verdict, likeness, text_matches } = await verify(Buffer.from(payload + notice), {}, shelf);
  assert.deepEqual([verdict, likeness, text_matches], ['mark_on_other_content', 'far', undefined]);
});

test('two texts in one upload are both found', async () => {
  const shelf = new RecordShelf();
  const ids = [(await shelf.sign(Buffer.from(article))).recordId, (await shelf.sign(Buffer.from(notice))).recordId];
  const { verdict, text_matches } = await verify(Buffer.from(`${notice}\n\n${article}`), {}, shelf);
  assert.equal(verdict, 'shares_text');
  assert.deepEqual(text_matches?.map(({ record_id }) => record_id).sort(), ids.sort());
});

test('a page and a plain text lead to each other', async () => {
  const paragraphs = article
    .split('\n\n')
    .map((each) => `<p>${each.replaceAll('“', '&ldquo;').replace('old', '<b>o</b>ld')}</p>`);
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>News</title></head>
    <body><nav hidden>menu</nav>${paragraphs.join('\n')}<script>let hidden = 1;</script></body></html>`;
  const shelf = new RecordShelf();
  const { recordId } = await shelf.sign(Buffer.from(page));
  const { verdict, provenance, text_matches } = await verify(Buffer.from(article), {}, shelf);
  assert.deepEqual([verdict, provenance?.record_id], ['same_text', recordId]);
  assert.equal(text_matches?.[0]?.visible_text, 'identical');
});

test('unrelated and short texts are not found', async () => {
  const shelf = new RecordShelf();
  await shelf.sign(Buffer.from(article));
  for (const text of [notice, article.slice(0, 100), 'Hello.']) {
    const { verdict, token_source } = await verify(Buffer.from(text), {}, shelf);
    assert.deepEqual([verdict, token_source], ['nothing_found', null]);
  }
});
