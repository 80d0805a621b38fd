// Figures over time as bars: of each hour, day, week or month. Screen readers get a summary, and
// the same figures are available as a table. Point at a bar to read its figures.
import { componentTexts as texts } from '../texts/components.ts';

export interface TrendSeries {
  readonly name: string;
  /** One for each time, in order. */
  readonly values: readonly number[];
  /**
   * The same color means the same everywhere: accent: signatures, blue: verifications, good:
   * authentic, bad: not as signed, warn: not proven.
   */
  readonly tone: 'accent' | 'blue' | 'good' | 'bad' | 'warn';
}

interface TrendChartProps {
  readonly title: string;
  /** Names of the times, oldest first, each one once. */
  readonly times: readonly string[];
  /** What a time is: hour, day, week or month. */
  readonly unit?: string;
  readonly series: readonly TrendSeries[];
  /** The parts of a whole are on top of each other, so that the bar shows their sum. */
  readonly isStacked?: boolean;
}

/** Units of the drawing, which is stretched to its place. */
const dayWidth = 12;
const height = 100;

export function TrendChart({ title, times, unit = texts.day, series, isStacked = false }: TrendChartProps) {
  const sumBefore = (order: number, place: number) =>
    isStacked ? series.slice(0, order).reduce((sum, { values }) => sum + (values[place] ?? 0), 0) : 0;
  const highest = roundUp(
    Math.max(
      1,
      ...series.flatMap(({ values }, order) => values.map((value, place) => value + sumBefore(order, place))),
    ),
  );
  const barWidth = (dayWidth - 3) / (isStacked ? 1 : series.length);
  const totals = series.map(({ name, values }) => `${name}: ${figure(values.reduce((sum, value) => sum + value, 0))}`);
  return (
    <figure className="trend">
      <figcaption>
        <span className="trend-title">{title}</span>
        {series.map(({ name, tone }) => (
          <span key={name} className="trend-name" data-tone={tone}>
            {name}
          </span>
        ))}
      </figcaption>
      <div className="trend-plot" role="img" aria-label={`${title}. ${totals.join(', ')}`}>
        <span className="trend-highest">{figure(highest)}</span>
        <span className="trend-half">{highest % 2 === 0 && figure(highest / 2)}</span>
        <span className="trend-lowest">0</span>
        <svg viewBox={`0 0 ${times.length * dayWidth} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {highest % 2 === 0 && (
            <line className="trend-line" x2={times.length * dayWidth} y1={height / 2} y2={height / 2} />
          )}
          {times.map((time, place) => (
            <g key={time} transform={`translate(${place * dayWidth} 0)`}>
              <title>{`${time} · ${series.map(({ name, values }) => `${name}: ${figure(values[place] ?? 0)}`).join(' · ')}`}</title>
              <rect className="trend-day" width={dayWidth} height={height} />
              {series.map(({ name, values, tone }, order) => {
                const length = (height * (values[place] ?? 0)) / highest;
                const top = height - length - (height * sumBefore(order, place)) / highest;
                const left = 1.5 + (isStacked ? 0 : order * barWidth);
                return <rect key={name} data-tone={tone} x={left} y={top} width={barWidth} height={length} />;
              })}
            </g>
          ))}
        </svg>
        <span className="trend-days">
          {[...ticksOf(times)].map((time) => (
            <span key={time}>{time}</span>
          ))}
        </span>
      </div>
      <details>
        <summary>{texts.chartData}</summary>
        <table className="findings">
          <thead>
            <tr>
              {[unit, ...series.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, place) => (
              <tr key={time}>
                <th scope="row">{time}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{figure(values[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function figure(value: number): string {
  return value.toLocaleString('en');
}

/** The first, the last, and two between. */
function ticksOf(times: readonly string[]): Set<string> {
  const last = times.length - 1;
  return new Set([0, 1, 2, 3].map((third) => times[Math.round((third * last) / 3)] ?? ''));
}

/** To 1, 2, 4 or 6 times a power of ten: all except 1 have a whole half. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 6, 10].find((step) => step * power >= value) ?? 10);
}
