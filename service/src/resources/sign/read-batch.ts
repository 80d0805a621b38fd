// The items of a batch with their content and the defaults. A batch that does not fit together is
// refused as a whole, before anything is signed.
import type { Static } from 'typebox';
import { fail } from '../../http/error-catalogue.ts';
import type { batch } from './sign.schema.ts';
import type { SignInput } from './sign.service.ts';

type Batch = Static<typeof batch>;
type Item = Batch['items'][number];
type Files = ReadonlyMap<string, Uint8Array>;

interface Problem {
  readonly path: string;
  readonly message: string;
}

export function readBatch({ defaults, items }: Batch, files: Files): SignInput[] {
  const complete = items.map((item) => ({ ...defaults, ...item }));
  const problems = [...complete.flatMap((item, place) => problemsOf(item, place, files)), ...unusedFiles(items, files)];
  if (problems.length > 0) fail('validation_error', { details: problems.slice(0, mostProblems) });
  return complete.map((item) => inputOf(item, files));
}

const mostProblems = 20;

function problemsOf({ text, file, model, generator_id }: Item, place: number, files: Files): Problem[] {
  const at = (field: string, message: string) => ({ path: `items.${place}.${field}`, message });
  return [
    ...(model === undefined ? [at('model', 'is required, here or in defaults')] : []),
    ...(generator_id === undefined ? [at('generator_id', 'is required, here or in defaults')] : []),
    ...((text === undefined) === (file === undefined) ? [at('text', 'must be present, or file, but not both')] : []),
    ...(file !== undefined && !files.has(file) ? [at('file', 'is not the name of a file in this request')] : []),
  ];
}

/** Each file is one item, so a file that no item names, or that two name, is a mistake. */
function unusedFiles(items: readonly Item[], files: Files): Problem[] {
  const named = items.flatMap(({ file }) => file ?? []);
  const unused = [...files.keys()].filter((name) => !named.includes(name));
  return [
    ...unused.map((name) => ({ path: 'files', message: `No item names the file ${name}. Remove it, or add an item` })),
    ...(new Set(named).size < named.length ? [{ path: 'items', message: 'must name each file only once' }] : []),
  ];
}

function inputOf(item: Item, files: Files): SignInput {
  const { text, file, model, generator_id, format, watermark, neural, label, c2pa } = item;
  return {
    content: file === undefined ? Buffer.from(text!) : files.get(file)!,
    model: model!,
    generatorId: generator_id!,
    format,
    watermark,
    neural,
    inBand: false,
    keepManifest: c2pa === 'keep',
    label: label?.trim(),
    fileName: file,
  };
}
