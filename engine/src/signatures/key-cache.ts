// Keeps the key objects that were used last, so that an import (0.57 ms for a private key, 0.05 ms
// for a public key, on the event loop) happens once. Bounded: a private key of ML-DSA-65 takes
// about 34 KB, a public key about 10 KB.
import type { KeyObject } from 'node:crypto';

export class KeyCache {
  readonly #limit: number;
  readonly #keys = new Map<string, KeyObject>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string, importKey: () => KeyObject): KeyObject {
    const key = this.#keys.get(name) ?? importKey();
    // A Map keeps the order of insertion: putting the key back makes it the youngest.
    this.#keys.delete(name);
    this.#keys.set(name, key);
    if (this.#keys.size > this.#limit) this.#keys.delete(this.#keys.keys().next().value!);
    return key;
  }
}
