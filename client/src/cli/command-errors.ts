// Why a command ends without having done its work, in a sentence for the person who typed it.

/** Bad arguments: the sentence is shown, with a hint to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that keeps a command from its work, said in a sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
