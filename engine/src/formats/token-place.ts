// The token in files of any size. A format whose files can be larger than memory reads its headers
// by ranges, and says of which ranges the file with or without the token consists.
import { type Part, partsInMemory, type Reading, readFromMemory } from '../containers/reading.ts';

/** The functions of a format with the same names, for a file of this size. */
export interface TokenPlace {
  matches(size: number): Reading<boolean>;
  readToken(size: number): Reading<string | null>;
  writeToken(size: number, token: string): Reading<readonly Part[]>;
  removeToken(size: number): Reading<readonly Part[]>;
}

/** The same functions for bytes, as the interface of a format has them. */
export function inMemory(tokenPlace: TokenPlace) {
  const { matches, readToken, writeToken, removeToken } = tokenPlace;
  return {
    tokenPlace,
    matches: (bytes: Uint8Array) => readFromMemory(bytes, matches(bytes.length)),
    readToken: (bytes: Uint8Array) => readFromMemory(bytes, readToken(bytes.length)),
    writeToken: (bytes: Uint8Array, token: string) =>
      partsInMemory(bytes, readFromMemory(bytes, writeToken(bytes.length, token))),
    removeToken: (bytes: Uint8Array) => partsInMemory(bytes, readFromMemory(bytes, removeToken(bytes.length))),
  };
}
