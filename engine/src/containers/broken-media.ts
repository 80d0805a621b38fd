// Why bytes are refused, as one sentence for people. Broken: they begin like a known format and
// then break its rules. Unsupported: the engine does not know the format, or the content exceeds a
// limit. Neither is a fault of the service.
import { EngineError, isRefusal } from '../engine-error.ts';

export class BrokenMedia extends EngineError {
  override readonly name = 'BrokenMedia';
  readonly code = 'broken_media';
}

export class UnsupportedMedia extends EngineError {
  override readonly name = 'UnsupportedMedia';
  readonly code = 'unsupported_media';
}

/** For readers that find nothing in content that is refused. */
export function absentIfRefused(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}
