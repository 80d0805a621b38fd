// One log line for each answer. Written out by hand: its values are numbers and names of our own making that need no
// escaping, and a general serializer would cost a tenth of a small request.
import pino from 'pino';
import { type Logger, timeText } from '../log.ts';

export interface Answered {
  readonly requestId: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly orgId: string | undefined;
}

/** For one route: what writes its lines; undefined where the level keeps them out. */
export function accessLogOf(log: Logger, route: string): ((answered: Answered) => void) | undefined {
  if (!log.isLevelEnabled('info')) return undefined;
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]!;
  const { environment } = log.bindings();
  const start = `"environment":${JSON.stringify(environment)},"msg":"request","route":${JSON.stringify(route)}`;
  return ({ requestId, status, milliseconds, orgId }) => {
    const organization = orgId === undefined ? '' : `,"organization":"${orgId}"`;
    stream.write(
      `{"level":"info","time":"${timeText()}",${start},"requestId":"${requestId}","status":${status},"milliseconds":${Math.round(milliseconds * 10) / 10}${organization}}\n`,
    );
  };
}
