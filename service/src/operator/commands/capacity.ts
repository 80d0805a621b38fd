// Computes what a deployment needs: `capacity --images 10M --texts 100M --months 12`.
import { computeCapacity, contentKinds } from '../capacity-model.ts';
import { type RunCommand, WrongUsage } from '../command.ts';
import { formatTable } from '../table.ts';

const multiples: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9 };
const mostPerMonth = 1e12;
const mostMonths = 1_200;

export const run: RunCommand = async ({ options, print }) => {
  const count = (name: string, missing: number) => readCount(name, options[name], missing);
  const [images, sounds, texts, videos] = contentKinds.map((kind) => count(kind, 0)) as [
    number,
    number,
    number,
    number,
  ];
  const records = images + sounds + texts + videos;
  const verifications = count('verifications', 4 * records);
  if (records + verifications === 0) {
    throw new WrongUsage(
      'Say how much you sign or verify in a month. Example: capacity --images 10M --texts 100M --months 12',
    );
  }
  const months = readMonths('months', options.months) ?? 12;
  const archiveAfter = readMonths('archive-after', options['archive-after']);
  const needed = computeCapacity({ images, sounds, texts, videos, verifications }, { months, archiveAfter });
  print(
    formatTable(
      [`after ${months} ${months === 1 ? 'month' : 'months'}`, ''],
      [
        ['records', inWords(needed.records)],
        ['PostgreSQL, with indexes', inBytes(needed.databaseBytes)],
        ['archive', inBytes(needed.archiveBytes)],
        ['PostgreSQL growth per day', inBytes(needed.databaseBytesPerDay)],
        ['nodes with 2 cores and 4 GB', String(needed.nodes)],
        ['cores for PostgreSQL, Redis and the balancer', needed.databaseCores.toFixed(1)],
      ],
    ),
  );
  print('');
  print(
    `Verifications per month: ${inWords(verifications)}${options.verifications === undefined ? ' (four per record; set --verifications)' : ''}.`,
  );
  print('The busiest hour is taken as three times the average, with processors used to 70%.');
  print('The costs were measured on two arm64 cores. docs/run/capacity.md explains them and what they leave out.');
};

function readCount(name: string, text: string | undefined, missing: number): number {
  if (text === undefined) return missing;
  const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,6})?)([kMG]?)$/.exec(text) ?? [];
  const number = Number(digits) * (multiples[unit ?? ''] ?? Number.NaN);
  if (!(number <= mostPerMonth)) {
    throw new WrongUsage(
      `--${name} must be a number per month up to 1000G, such as 250k, 10M or 1.5G. It is "${text}".`,
    );
  }
  return number;
}

function readMonths(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const months = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (months < 1 || months > mostMonths) {
    throw new WrongUsage(`--${name} must be a number of months from 1 to ${mostMonths}. It is "${text}".`);
  }
  return months;
}

function inWords(count: number): string {
  const [unit, name] = count >= 1e9 ? [1e9, ' billion'] : count >= 1e6 ? [1e6, ' million'] : [1, ''];
  return `${Number((count / unit).toPrecision(3)).toLocaleString('en-US')}${name}`;
}

function inBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
}
