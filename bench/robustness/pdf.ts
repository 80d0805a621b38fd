// Every shared PDF that qpdf accepts, with or without warnings, before and after signing: the
// warnings of qpdf, whether pdfinfo shows the token, and the text and picture of every page, by
// poppler and by mupdf. Usage: npm run bench -- robustness/pdf [folder or file …]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isRefusal } from '../../engine/src/engine-error.ts';
import { pdfFormat } from '../../engine/src/formats/pdf/pdf-format.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const shared = join(import.meta.dirname, '../../../shared');
const places = process.argv.slice(2);
const folders = ['media/documents', 'corpus/pdf', 'corpus/c2pa-rs', 'c2pa/valid'].map((each) => join(shared, each));
const files = (places.length > 0 ? places : folders).flatMap((place) =>
  statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place],
);
const passwords = ['', 'peanuts', 'password'];
const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const folder = mkdtempSync(join(tmpdir(), 'provenance-pdf-'));
const [before, after] = [join(folder, 'before.pdf'), join(folder, 'after.pdf')];

/** The output of a program for a file, which must be the same before and after. */
const prints: Readonly<Record<string, (path: string, password: string) => string>> = {
  'pdftotext, every page': (path, password) => run('pdftotext', '-upw', password, path, '-').printed,
  'pdftoppm, every page': (path, password) => run('pdftoppm', '-upw', password, '-r', '30', path).printed,
  'mutool draw, every page': (path, password) => {
    const { said } = run('mutool', 'draw', '-q', '-p', password, '-s', '5', '-r', '30', path, '1-N');
    return said.match(/^page .*/gm)?.join() ?? '';
  },
};

interface Row {
  readonly file: string;
  readonly refused?: string;
  readonly pages?: number;
  readonly token?: boolean;
  readonly differing?: readonly string[];
  readonly newWarnings?: readonly string[];
}
const rows: Row[] = [];
let notAccepted = 0;
for (const file of files) {
  const bytes = readFileSync(file);
  if (!pdfFormat.matches(bytes)) continue;
  writeFileSync(before, bytes);
  const password = passwords.find((each) => [0, 3].includes(check(before, each).status));
  if (password === undefined) {
    notAccepted += 1;
    continue;
  }
  rows.push({ file: basename(file), ...compare(bytes, password) });
  console.log(JSON.stringify(rows.at(-1)));
}
rmSync(folder, { recursive: true });

function compare(bytes: Uint8Array, password: string): Omit<Row, 'file'> {
  try {
    writeFileSync(after, Buffer.concat(pdfFormat.writeToken(bytes, token)));
  } catch (error) {
    if (isRefusal(error)) return { refused: error.message };
    throw error;
  }
  const pages = Number(/Pages: +(\d+)/.exec(run('pdfinfo', '-upw', password, before).printed)?.[1] ?? 0);
  const differing = Object.keys(prints).filter(
    (name) => prints[name]!(before, password) !== prints[name]!(after, password),
  );
  const warnings = [before, after].map((path) => check(path, password).said.split('\n'));
  const newWarnings = warnings[1]!.filter((line) => /^(WARNING|ERROR|qpdf)/.test(line) && !warnings[0]!.includes(line));
  const shown = run('pdfinfo', '-upw', password, '-meta', after).printed.includes(token);
  return { pages, token: shown, differing, newWarnings };
}

const signed = rows.filter(({ refused }) => refused === undefined);
const opened = signed.filter(({ pages }) => pages! > 0);
console.log(
  formatTable([
    ['', 'files'],
    ['not accepted by qpdf', `${notAccepted}`],
    ['accepted by qpdf', `${rows.length}`],
    ['refused with a sentence', `${rows.length - signed.length}`],
    ['signed', `${signed.length}`],
    ['qpdf --check warns of nothing new', `${signed.filter(({ newWarnings }) => newWarnings!.length === 0).length}`],
    ...Object.keys(prints).map((name) => [
      `the same: ${name}`,
      `${signed.filter(({ differing }) => !differing!.includes(name)).length}`,
    ]),
    ['opened by poppler', `${opened.length} (${opened.reduce((sum, { pages }) => sum + pages!, 0)} pages)`],
    ['token shown by pdfinfo -meta', `${opened.filter((each) => each.token).length}`],
  ]),
);
console.log(keepFigures('robustness-pdf', { notAccepted, rows }));

function check(path: string, password: string): { status: number; said: string } {
  return run('qpdf', '--check', `--password=${password}`, path);
}

function run(program: string, ...options: string[]): { status: number; said: string; printed: string } {
  const { stdout, stderr, status, error } = spawnSync(program, options, { maxBuffer: 2 ** 30 });
  if (error) throw error;
  const nameless = (text: string) => text.replaceAll(before, 'FILE').replaceAll(after, 'FILE');
  return { status: status ?? -1, said: nameless(`${stderr}`), printed: nameless(stdout.toString('latin1')) };
}
