// Figures that are read from their source on every scrape, and are not counted here. Without
// readings, the name is declared and has no value.
import { Counter, Gauge, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;
export type Reading = readonly [labels: Labels, value: number];

export interface CollectedFigure {
  readonly name: string;
  readonly help: string;
  readonly labels?: string[];
  read(): readonly Reading[] | Promise<readonly Reading[]>;
}

export function addGauge(registry: Registry, { name, help, labels = [], read }: CollectedFigure): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const readings = await read();
      // prom-client starts a gauge without labels at 0, which would be a reading.
      if (labels.length === 0) this.remove();
      for (const [given, value] of readings) this.set(given, value);
    },
  });
}

/** For a source that counts since the start of the process. */
export function addCounter(registry: Registry, { name, help, labels = [], read }: CollectedFigure): void {
  new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const readings = await read();
      this.reset();
      for (const [given, value] of readings) this.inc(given, value);
    },
  });
}
