// The parts of the server and its routes, apart from the declarations of the routes.
import type { Logger } from '../../log.ts';
import type { Tracer } from '../../telemetry/tracing.ts';
import type { UploadRoom } from '../uploads/upload-room.ts';
import type { EarlyAnswerBounds } from './early-answers.ts';
import type { GateParts } from './gate.ts';
import type { Idempotency } from './idempotency.ts';
import type { Metrics } from './metrics.ts';

export interface ServerParts extends GateParts {
  readonly environment: string;
  readonly publicUrl: string;
  readonly trustProxy: boolean | number | string[];
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined: telemetry is off. */
  readonly tracer?: Tracer | undefined;
  readonly idempotency: Idempotency;
  readonly uploadRoom: UploadRoom;
  /** Left out: the defaults. */
  readonly earlyAnswers?: Partial<EarlyAnswerBounds>;
}
