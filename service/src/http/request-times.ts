// How long answers took, by route and status, in the text format of Prometheus. Counted by hand: it happens on every
// request, where the library's histogram would cost as much as the rate limit and the log line together.

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const name = 'service_request_seconds';

interface Times {
  readonly labels: string;
  /** Answers within each bound, and beyond the last. */
  readonly counts: Float64Array;
  sum: number;
}

export interface RequestTimes {
  /** For one route: what notes the time of an answer. */
  recorderOf(route: string): (status: number, seconds: number) => void;
  text(): string;
}

export function createRequestTimes(environment: string): RequestTimes {
  const all: Times[] = [];

  function begin(route: string, status: number): Times {
    const labels = `route="${route}",status="${status}",environment="${environment}"`;
    const times = { labels, counts: new Float64Array(bounds.length + 1), sum: 0 };
    all.push(times);
    return times;
  }

  return {
    recorderOf(route) {
      const byStatus = new Map<number, Times>();
      return (status, seconds) => {
        let times = byStatus.get(status);
        if (!times) {
          times = begin(route, status);
          byStatus.set(status, times);
        }
        let place = 0;
        while (place < bounds.length && seconds > bounds[place]!) place += 1;
        times.counts[place]! += 1;
        times.sum += seconds;
      };
    },
    text() {
      const start = `# HELP ${name} Time to answer a request, by route and status\n# TYPE ${name} histogram\n`;
      return start + all.map(lines).join('');
    },
  };
}

function lines({ labels, counts, sum }: Times): string {
  let total = 0;
  const buckets = Array.from(counts, (count, place) => {
    total += count;
    return `${name}_bucket{le="${bounds[place] ?? '+Inf'}",${labels}} ${total}\n`;
  });
  return `${buckets.join('')}${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${total}\n`;
}
