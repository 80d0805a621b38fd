// Why bytes are refused, as one sentence for people. Broken: they begin like a known format and then break its rules.
// Unsupported: no format of ours, or one beyond the limits stated here. Both are the uploader's affair, never a fault of
// the service.

export class BrokenMedia extends Error {
  override readonly name = 'BrokenMedia';
}

export class UnsupportedMedia extends Error {
  override readonly name = 'UnsupportedMedia';
}

/** For readers to whom content that is refused has nothing to say. */
export function absentIfRefused(error: unknown): null {
  if (error instanceof BrokenMedia || error instanceof UnsupportedMedia) return null;
  throw error;
}
