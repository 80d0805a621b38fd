// Settings of what operators see: the log, metrics, traces.
import { address, BadValue, setting, text, wholeNumber } from '../setting.ts';

export const telemetrySettings = {
  logLevel: setting('LOG_LEVEL', 'Log level: trace, debug, info, warn, error, fatal or silent.', 'info', logLevel),
  metricsToken: setting(
    'METRICS_TOKEN',
    'Bearer token that gives other machines access to /metrics (at least 16 characters).',
    '/metrics is available on loopback only',
    metricsToken,
    true,
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector for traces and metrics (http:// or https://, usually port 4318). The service adds /v1/traces and /v1/metrics.',
    'no telemetry is sent',
    collectorAddress,
    true,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'Protocol of the collector. The service sends http/json only.',
    'http/json',
    otlpProtocol,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, such as a token: name=value, separated by commas, with percent-encoded values (authorization=Bearer%20…).',
    'none',
    otlpHeaders,
    true,
  ),
  otlpServiceName: setting(
    'OTEL_SERVICE_NAME',
    'Name of the service in traces and metrics.',
    'content-provenance-service',
    text('content-provenance-service'),
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    'Which traces are recorded. parentbased_traceidratio: callers that send traceparent decide about their requests, the ratio about all others. traceidratio: the ratio decides about all.',
    'parentbased_traceidratio',
    tracesSampler,
  ),
  tracesRatio: setting('OTEL_TRACES_SAMPLER_ARG', 'The ratio of traces that are recorded, from 0 to 1.', '1', ratio),
  spanExportMilliseconds: setting(
    'OTEL_BSP_SCHEDULE_DELAY',
    'Milliseconds between two exports of spans (100 to 3600000). 512 spans are sent at once.',
    '5000',
    exportInterval(5_000, 100),
  ),
  metricExportMilliseconds: setting(
    'OTEL_METRIC_EXPORT_INTERVAL',
    'Milliseconds between two exports of metrics (1000 to 3600000).',
    '60000',
    exportInterval(60_000, 1_000),
  ),
};

function metricsToken(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 16) throw new BadValue('at least 16 characters long');
  return value;
}

function collectorAddress(value: string | undefined): string | undefined {
  const url = address(value);
  if (url === undefined) return undefined;
  const { username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '') {
    throw new BadValue('a URL without a user name and password. Set OTEL_EXPORTER_OTLP_HEADERS');
  }
  if (search !== '' || hash !== '') throw new BadValue('a URL without a query');
  return url;
}

function otlpProtocol(value = 'http/json'): 'http/json' {
  if (value !== 'http/json') throw new BadValue('http/json, usually with port 4318 of the collector');
  return value;
}

/** Names and values that HTTP allows in a header. */
function otlpHeaders(value: string | undefined): Readonly<Record<string, string>> {
  const wanted = 'name=value, separated by commas, with percent-encoded values';
  const pairs = value?.split(',').map((each) => /^\s*([\w-]+)\s*=\s*([!-~]+)\s*$/.exec(each)) ?? [];
  if (pairs.some((pair) => pair === null)) throw new BadValue(wanted);
  try {
    const headers = pairs.map((pair) => [pair![1]!.toLowerCase(), decodeURIComponent(pair![2]!)] as const);
    if (headers.some(([, text]) => !/^[ -~]*$/.test(text))) throw new BadValue(wanted);
    return Object.fromEntries(headers);
  } catch {
    throw new BadValue(wanted);
  }
}

const samplers = ['parentbased_traceidratio', 'traceidratio'] as const;

function tracesSampler(value: string = samplers[0]): (typeof samplers)[number] {
  const sampler = samplers.find((each) => each === value);
  if (!sampler) throw new BadValue(`one of ${samplers.join(', ')}`);
  return sampler;
}

function ratio(value = '1'): number {
  const number = Number(value);
  if (!/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value) || number > 1) throw new BadValue('a number from 0 to 1');
  return number;
}

function exportInterval(fallback: number, least: number) {
  return (value: string | undefined): number => {
    const wanted = `a whole number from ${least} to 3600000`;
    const milliseconds = wholeNumber(value, fallback, 3_600_000, wanted);
    if (milliseconds < least) throw new BadValue(wanted);
    return milliseconds;
  };
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

function logLevel(value: string | undefined): LogLevel {
  const level = logLevels.find((each) => each === (value ?? 'info'));
  if (!level) throw new BadValue(`one of ${logLevels.join(', ')}`);
  return level;
}
