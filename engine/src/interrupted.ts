// Work that ended through no fault of the content: a process died, memory ran out, or a network could not be run. Nothing is
// said about the content, and the same work may succeed next time.

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
