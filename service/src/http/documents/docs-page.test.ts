import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { docsPage, docsPolicy } from './docs-page.ts';
import type { OpenApiDocument } from './openapi.ts';

const hostile = `</script><script>alert(1)</script>'"><img src=x onerror=alert(2)>&amp;`;
const escaped =
  '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&quot;&gt;&lt;img src=x onerror=alert(2)&gt;&amp;amp;';

function documentWith(operation: Record<string, unknown>, words = 'Words'): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: words, version: words, description: words },
    servers: [{ url: 'https://provenance.example' }],
    tags: [{ name: words }],
    webhooks: {},
    paths: {
      '/v1/things/{thing_id}': {
        post: {
          operationId: 'postThings',
          tags: [words],
          summary: words,
          description: words,
          responses: { 200: {} },
          'x-access': {
            caller: 'key',
            role: 'admin',
            verified_email: true,
            rule: null,
            feature: 'webhooks',
            limit: 'organization',
          },
          ...operation,
        },
      },
    },
    components: {
      schemas: { Thing: { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 2_000 } } } },
    },
  };
}

/** A document that has the words in every possible place. */
function documentOf(words: string): OpenApiDocument {
  const field = { type: 'string', description: words, pattern: words, default: words };
  const schema = { type: 'object', properties: { [words]: field, choice: { enum: [words] }, fixed: { const: words } } };
  const parameters = ['path', 'query', 'header'].map((place) => ({
    name: words,
    in: place,
    description: words,
    schema: field,
  }));
  const document = documentWith(
    {
      operationId: words,
      parameters,
      ...bodyOf(schema, 'multipart/form-data'),
      responses: { 200: { content: { 'application/json': { schema } } }, 400: { description: words } },
      'x-access': { caller: 'public', role: words, verified_email: false, rule: words, feature: words, limit: words },
    },
    words,
  );
  return { ...document, servers: [{ url: words }] };
}

/**
 * Every element with the names of its attributes. Fails at the first < that does not start an
 * element as written here.
 */
function elementsOf(page: string): string[] {
  const tag = /<\/?([\w-]+)((?:\s+[\w-]+(?:="[^"<>]*")?)*)>|<!doctype html>/g;
  const markup = page.replaceAll(/(?<=<(style|script)>).*?(?=<\/\1>)/gs, '');
  assert.equal(markup.replaceAll(tag, '').indexOf('<'), -1);
  return [...markup.matchAll(tag)].map(([, name, attributes = '']) => name + attributes.replaceAll(/="[^"]*"/g, ''));
}

function bodyOf(schema: unknown, type = 'application/json') {
  return { requestBody: { content: { [type]: { schema } } } };
}

function unescaped(text: string): string {
  const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replaceAll(/&[^;]+;/g, (entity) => characters[entity]!);
}

/** The words a reader sees, without the tags between them. */
function textOf(page: string): string {
  return page
    .slice(page.indexOf('<body>'))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');
}

describe('the docs page', () => {
  test('hostile words anywhere in the document change no element and no attribute', () => {
    const page = docsPage(documentOf(hostile));
    assert.ok(page.includes(escaped));
    assert.deepEqual(elementsOf(page), elementsOf(docsPage(documentOf('harmless'))));
  });

  test('its policy allows exactly its own style and script, and no source except the service', () => {
    const page = docsPage(documentWith({}));
    for (const [directive, element] of [
      ['style-src', 'style'],
      ['script-src', 'script'],
    ] as const) {
      const blocks = [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map((match) => match[1]!);
      const hashes = blocks.map((block) => `'sha256-${createHash('sha256').update(block).digest('base64')}'`);
      assert.equal(hashes.length, 1);
      assert.ok(docsPolicy.includes(`${directive} ${hashes[0]};`));
    }
    for (const directive of [
      "default-src 'none'",
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      assert.ok(docsPolicy.split('; ').includes(directive), directive);
    }
    assert.doesNotMatch(docsPolicy, /unsafe|https?:|\*/);
  });

  test('loads no external resources and has no style attribute, which the policy would refuse', () => {
    const page = docsPage(documentWith({}));
    assert.doesNotMatch(page, /<(?:link|script|img|iframe)[^>]*(?:src|href)="(?!data:)/);
    assert.doesNotMatch(page, /@import|url\(/);
    assert.doesNotMatch(page, /<[^>]*\sstyle=/);
  });

  test('says in words who can call', () => {
    const text = textOf(docsPage(documentWith({})));
    assert.ok(text.includes('An API key; role admin or above; verified email address; plan Growth or above'));
    assert.ok(text.includes('For each organization, by its plan'));
  });

  test('describes types, limits and required fields in words, including references and nested fields', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: ['string', 'null'], minLength: 1, maxLength: 1_000 },
        things: { type: 'array', maxItems: 50, items: { $ref: '#/components/schemas/Thing' } },
        method: { enum: ['email', 'totp'] },
      },
    };
    const text = textOf(docsPage(documentWith(bodyOf(schema))));
    assert.ok(text.includes('name required string or null · 1 to 1,000 characters'), text);
    assert.ok(text.includes('things array of object · at most 50 items'));
    assert.ok(text.includes('things[].size integer · 1 to 2,000'));
    assert.ok(text.includes('method one of email, totp'));
  });

  test('a schema that refers to itself ends', () => {
    const document = documentWith(bodyOf({ $ref: '#/components/schemas/Node' }));
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    assert.ok(textOf(docsPage({ ...document, components: { schemas: { Node: node } } })).includes('next object'));
  });

  test('lists each error with its code and its sentence', () => {
    const responses = {
      200: {},
      429: { description: '`rate_limited`: Wait as long as `Retry-After` says.\n\n`too_many_attempts`: Wait.' },
    };
    const text = textOf(docsPage(documentWith({ responses })));
    assert.ok(text.includes('429 rate_limited Wait as long as Retry-After says.'));
    assert.ok(text.includes('429 too_many_attempts Wait.'));
  });

  test('its curl line is correct for a shell', () => {
    const schema = { type: 'object', properties: { word: { type: 'string', default: `it's "so" & \\ $HOME` } } };
    const page = docsPage(documentWith(bodyOf(schema)));
    const line = /<pre[^>]*><code>(curl [^<]*things[^<]*)<\/code>/.exec(page)![1]!;
    const script = `curl() { printf '%s\\0' "$@"; }\n${unescaped(line)}`;
    const output = execFileSync('sh', ['-c', script], {
      env: { THING_ID: 'thing_1', API_KEY: 'svc_key_1' },
      encoding: 'utf8',
    });
    const [url, , authorization, , type, , body] = output.split('\0');
    assert.equal(url, 'https://provenance.example/v1/things/thing_1');
    assert.equal(authorization, 'Authorization: Bearer svc_key_1');
    assert.equal(type, 'Content-Type: application/json');
    assert.deepEqual(JSON.parse(body!), { word: schema.properties.word.default });
  });

  test('a multipart body is a form with a file to choose', () => {
    const schema = {
      type: 'object',
      required: ['content', 'model'],
      properties: {
        content: { type: 'string', format: 'binary' },
        model: { type: 'string' },
        format: { enum: ['image', 'audio'] },
      },
    };
    const page = docsPage(documentWith(bodyOf(schema, 'multipart/form-data')));
    assert.match(page, /<input type="file" id="postThings-form-content" name="content" data-place="form" required>/);
    assert.match(
      page,
      /<select id="postThings-form-format"[^>]*><option value="">not sent<\/option><option>image<\/option>/,
    );
    assert.ok(page.includes('-F &#39;content=@file&#39;'));
    assert.ok(!page.includes('format=image'), 'what is optional is left out of the example');
    assert.ok(textOf(page).includes('content required file'));
  });

  test('says what the service does not claim', () => {
    const text = textOf(docsPage(documentWith({})));
    assert.ok(text.includes('Absence of provenance data does not imply human origin.'));
    assert.ok(text.includes('Provenance is established by the ML-DSA signature, never by a watermark alone.'));
  });
});
