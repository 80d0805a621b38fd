// Figures of each day as bars. Screen readers get a summary, and the same figures are available as
// a table. Point at a day to read its figures.
import { componentTexts as texts } from '../texts/components.ts';

export interface TrendSeries {
  readonly name: string;
  /** One for each day, in order. */
  readonly values: readonly number[];
  readonly tone: 'accent' | 'brass' | 'bad';
}

interface TrendChartProps {
  readonly title: string;
  /** YYYY-MM-DD, oldest first. */
  readonly days: readonly string[];
  readonly series: readonly TrendSeries[];
}

/** Units of the drawing, which is stretched to its place. */
const dayWidth = 12;
const height = 100;

export function TrendChart({ title, days, series }: TrendChartProps) {
  const highest = roundUp(Math.max(1, ...series.flatMap(({ values }) => values)));
  const barWidth = (dayWidth - 3) / series.length;
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
        <svg viewBox={`0 0 ${days.length * dayWidth} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {highest % 2 === 0 && (
            <line className="trend-line" x2={days.length * dayWidth} y1={height / 2} y2={height / 2} />
          )}
          {days.map((day, place) => (
            <g key={day} transform={`translate(${place * dayWidth} 0)`}>
              <title>{`${readDay(day)} · ${series.map(({ name, values }) => `${name}: ${figure(values[place] ?? 0)}`).join(' · ')}`}</title>
              <rect className="trend-day" width={dayWidth} height={height} />
              {series.map(({ name, values, tone }, order) => {
                const length = (height * (values[place] ?? 0)) / highest;
                const left = 1.5 + order * barWidth;
                return (
                  <rect key={name} data-tone={tone} x={left} y={height - length} width={barWidth} height={length} />
                );
              })}
            </g>
          ))}
        </svg>
        <span className="trend-days">
          {[...tickDays(days)].map((day) => (
            <span key={day}>{readDay(day)}</span>
          ))}
        </span>
      </div>
      <details>
        <summary>{texts.chartData}</summary>
        <table className="findings">
          <thead>
            <tr>
              {[texts.day, ...series.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, place) => (
              <tr key={day}>
                <th scope="row">{readDay(day)}</th>
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

/** The service counts days in UTC. */
function readDay(day: string | undefined): string {
  if (day === undefined) return '';
  return new Date(day).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** The first, the last, and two between. */
function tickDays(days: readonly string[]): Set<string> {
  const last = days.length - 1;
  return new Set([0, 1, 2, 3].map((third) => days[Math.round((third * last) / 3)] ?? ''));
}

/** To 1, 2, 4 or 6 times a power of ten: all except 1 have a whole half. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 6, 10].find((step) => step * power >= value) ?? 10);
}
