// Forms (multipart/form-data) for routes that take a file: complete ones, and ones with missing,
// doubled or broken parts.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { onceIn } from './case-random.ts';
import { hostileText } from './hostile-values.ts';
import { mutate } from './mutate-bytes.ts';
import type { Parties } from './parties.ts';
import { fittingValue, type JsonSchema, type KnownNames } from './values-of-schema.ts';

const boundary = 'a-boundary-that-no-file-holds';

interface Part {
  readonly name: string;
  readonly value: Buffer;
  readonly isFile: boolean;
}

export function makeForm(schema: JsonSchema, parties: Parties, known: KnownNames, random: Random) {
  const { properties = {}, required = [] } = schema;
  const parts = Object.entries(properties)
    .filter(([name]) => required.includes(name) || onceIn(random, 2))
    .map(([name, field]): Part => {
      if (field.format === 'binary') return { name, value: makeFile(parties, random), isFile: true };
      const text = onceIn(random, 5) ? hostileText(random) : String(fittingValue(field, name, known, random));
      return { name, value: Buffer.from(text), isFile: false };
    });
  const spoiled = onceIn(random, 4) ? spoilParts(parts, random) : parts;
  const whole = Buffer.concat([...spoiled.map((part) => writePart(part, random)), Buffer.from(`--${boundary}--\r\n`)]);
  const body = onceIn(random, 12) ? whole.subarray(0, random.below(whole.length)) : whole;
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

export function makeFile({ own, foreign }: Parties, random: Random): Buffer {
  const files = [...own.files, ...foreign.files, Buffer.from('Some words.\n\nAnd some more.'), Buffer.alloc(0)];
  const file = random.pick(files);
  return onceIn(random, 3) ? mutate(file, random.pick(files), random) : file;
}

function spoilParts(parts: readonly Part[], random: Random): Part[] {
  const chosen = random.pick(parts);
  const odd: Part = {
    name: random.pick(['__proto__', 'constructor', '', 'x'.repeat(300), 'content']),
    value: Buffer.from(hostileText(random)),
    isFile: onceIn(random, 2),
  };
  return random.pick([
    parts.filter((part) => part !== chosen),
    [...parts, chosen],
    [...parts, odd],
    [odd, ...parts],
    parts.map((part) => (part === chosen ? { ...part, isFile: !part.isFile } : part)),
    Array.from({ length: 40 }, () => odd),
  ]);
}

function writePart({ name, value, isFile }: Part, random: Random): Buffer {
  const fileName = isFile
    ? `; filename="${onceIn(random, 8) ? hostileText(random).replaceAll(/[\r\n"]/g, '') : 'upload'}"`
    : '';
  const extra = onceIn(random, 15)
    ? random.pick([
        'content-transfer-encoding: base64\r\n',
        'content-type: \u0000\r\n',
        `x: ${'y'.repeat(20_000)}\r\n`,
        'no colon\r\n',
      ])
    : '';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName}\r\n${extra}\r\n`;
  return Buffer.concat([Buffer.from(head), value, Buffer.from('\r\n')]);
}
