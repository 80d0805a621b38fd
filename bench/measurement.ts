// What measurements share: the median, a table for people, a file for programs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The first column on the left, the others on the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

/** Stores the figures with the data of the machine. Returns the name of the file. */
export function keepFigures(name: string, figures: Readonly<Record<string, unknown>>): string {
  const time = new Date().toISOString();
  const machine = `${cpus()[0]?.model}, ${availableParallelism()} cores, ${process.platform}-${process.arch}`;
  const file = `${name}-${time.replaceAll(/[:.]/g, '-')}.json`;
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ name, time, node: process.version, machine, ...figures }, null, 2);
  writeFileSync(join(folder, file), `${text}\n`);
  return `bench/results/${file}`;
}
