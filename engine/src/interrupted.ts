// Work that ended early although the content is fine: a process died, memory ran out, or a network
// could not be run. The same work can succeed next time.
import { EngineError } from './engine-error.ts';

export class Interrupted extends EngineError {
  override readonly name = 'Interrupted';
  readonly code = 'interrupted';
}
