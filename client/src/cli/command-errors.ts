// Why a command ends without doing its work, in a sentence for the person who typed it.

/** Invalid arguments: shows the sentence, with a hint about the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A problem that prevents the work of a command, in a sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
