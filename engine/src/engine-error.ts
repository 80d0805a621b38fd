// Every error that the engine throws on purpose has a code. Callers check the code, because
// messages are for people and a class is a different one in each bundle and process.

export type EngineErrorCode =
  | 'broken_media'
  | 'unsupported_media'
  | 'interrupted'
  | 'search_needed'
  | 'networks_unavailable'
  | 'broken_cbor'
  | 'not_canonical_json';

export abstract class EngineError extends Error {
  abstract readonly code: EngineErrorCode;
}

export function hasCode(problem: unknown, ...codes: readonly EngineErrorCode[]): problem is EngineError {
  return problem instanceof Error && codes.includes((problem as EngineError).code);
}

/**
 * Whether the content itself is the reason; the message is a sentence for the person who uploaded
 * it.
 */
export function isRefusal(problem: unknown): problem is EngineError {
  return hasCode(problem, 'broken_media', 'unsupported_media');
}
