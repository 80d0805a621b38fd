// Where archive files and the content of jobs are kept: a folder, or a bucket of an S3-compatible
// store. A store that does not respond has its own error, because it is not the same as a damaged
// file.

export interface ObjectStore {
  /** For people, such as `folder:/data/archive`. Contains no secret. */
  readonly place: string;
  /** Resolves once the file is durable. A file of this name that exists is replaced. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Exactly these bytes, or an error. */
  read(name: string, offset: number, length: number): Promise<Buffer>;
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>;
  /** Every file whose name starts with this, with its size, in the order of their names. */
  list(start: string): Promise<readonly StoredFile[]>;
  /**
   * Removes every file whose name starts with this, including one that was not written to its end.
   */
  removeAll(start: string): Promise<void>;
  /** How much more fits on the disk. Undefined: a bucket has no such limit. */
  freeBytes(): Promise<number | undefined>;
}

export interface StoredFile {
  readonly name: string;
  readonly size: number;
}

/** The store cannot be reached or refuses access now. The caller can try again later. */
export class StoreUnavailable extends Error {}

/** The store responds, but it does not have these bytes. */
export class FileDamaged extends Error {}

/** Names are chosen by the service. This keeps a bug from leaving the folder or the prefix. */
export function expectName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{0,199}$/.test(name) || name.includes('..')) {
    throw new TypeError(`${JSON.stringify(name)} is not a name of an archive file.`);
  }
  return name;
}
