// Keeps the key objects used last, so that an import (0.57 ms a private key, 0.05 ms a public key,
// on the event loop's thread) is paid once. Bounded: one private key of ML-DSA-65 takes about 34
// KB, one public key about 10 KB.
import type { KeyObject } from 'node:crypto';

export class KeyCache {
  readonly #limit: number;
  readonly #keys = new Map<string, KeyObject>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string, importKey: () => KeyObject): KeyObject {
    const key = this.#keys.get(name) ?? importKey();
    // A Map remembers the order of insertion: putting the key back makes it the youngest.
    this.#keys.delete(name);
    this.#keys.set(name, key);
    if (this.#keys.size > this.#limit) this.#keys.delete(this.#keys.keys().next().value!);
    return key;
  }
}
