// Photographs signed with the Python package against the command line: both sign the same number of
// photographs, with the same service in the same run, in turns, so that a busy machine slows both.
// Usage: npm run bench -- speed/python-photos [photos, default 200] [at a time, default 6]
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../service/test-support/private-program.ts';
import { spawnSigner } from '../../service/test-support/spawned-signer.ts';
import { packClient, run } from '../../test/test-support/provenance-program.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const source = join(import.meta.dirname, '../../../shared/media/photos');
const count = Number(process.argv[2] ?? 200);
const parallel = process.argv[3] ?? '6';
const bar = 1.1;
/** Turns of each program, in the order P C C P …, so that a drift affects both. */
const turns = 4;
const perTurn = Math.ceil(count / turns);
const python = findProgram('python3', ['/usr/bin'])!;

const script = `import json, os, sys
from pathlib import Path
from content_provenance import Client
client = Client(os.environ['PROVENANCE_URL'], os.environ['PROVENANCE_API_KEY'])
signed = client.sign_many(
    sorted(Path(sys.argv[1]).iterdir()), out=sys.argv[2], parallel=int(sys.argv[3]),
    model='studio-3', generator_id=os.environ['PROVENANCE_GENERATOR'],
)
print(sum(1 for each in signed if each.signed))
`;

const photos = readdirSync(source)
  .filter((name) => /\.jpe?g$/i.test(name))
  .map((name) => readFileSync(join(source, name)));
const folder = mkdtempSync(join(tmpdir(), 'provenance-python-photos-'));
let written = 0;
const [signer, client] = await Promise.all([spawnSigner(), packClient()]);
const env = {
  PATH: process.env.PATH,
  PYTHONPATH: join(import.meta.dirname, '../../client-python/src'),
  PROVENANCE_URL: signer.service.liveUrl,
  PROVENANCE_API_KEY: signer.key,
  PROVENANCE_GENERATOR: signer.generatorId,
};

const programs = {
  async python(input: string, output: string): Promise<number> {
    const { stdout } = await promisify(execFile)(python, ['-c', script, input, output, parallel], { env });
    return Number(stdout);
  },
  async commandLine(input: string, output: string): Promise<number> {
    const words = ['sign', '--json', '--model', 'studio-3', '--parallel', parallel, '--out', output, input];
    const { output: said } = await run(client.program, words, { env: env as Record<string, string> });
    return said.split('\n').filter((line) => line.includes('"status":"signed"')).length;
  },
};

try {
  // So that all threads of the service have worked before the measurement.
  await Promise.all(photos.map((bytes) => signer.sign(bytes)));
  const sums = { python: 0, commandLine: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    const order = turn % 2 === 0 ? (['python', 'commandLine'] as const) : (['commandLine', 'python'] as const);
    for (const name of order) sums[name] += await measure(name, turn);
  }
  const ratio = sums.python / sums.commandLine;
  console.log(
    formatTable([
      ['measure', 'value', 'bar'],
      ['photos of each', String(perTurn * turns), ''],
      ['Python, wall s', (sums.python / 1_000).toFixed(1), ''],
      ['command line, wall s', (sums.commandLine / 1_000).toFixed(1), ''],
      ['Python ÷ command line', ratio.toFixed(2), String(bar)],
    ]),
  );
  console.log(keepFigures('speed-python-photos', { count: perTurn * turns, parallel, ...sums, ratio }));
} finally {
  await signer.stop();
  client.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: keyof typeof programs, turn: number): Promise<number> {
  const input = join(folder, `${name}-${turn}`);
  mkdirSync(input);
  for (let number = 0; number < perTurn; number += 1) {
    const bytes = photos[number % photos.length]!;
    writeFileSync(join(input, `${String(number).padStart(4, '0')}.jpg`), withComment(bytes, `photo ${written++}`));
  }
  const started = performance.now();
  const signed = await programs[name](input, `${input}-out`);
  const wall = performance.now() - started;
  if (signed !== perTurn) throw new Error(`${name} signed ${signed} of ${perTurn} photographs.`);
  return wall;
}

/** A comment after the first marker (T.81 §B.2.4.5), so that no two files are the same. */
function withComment(jpeg: Uint8Array, text: string): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpeg.subarray(2)]);
}
