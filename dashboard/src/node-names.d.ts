// Names of Node in the types of the client's files that check receipts. Browsers do not run the
// code behind them, and the types of Node would replace those of the browser, such as setTimeout's.
declare module 'node:crypto' {
  export interface KeyObject {
    export(options: object): Uint8Array;
  }
  export function createPrivateKey(options: object): KeyObject;
  export function createPublicKey(options: object): KeyObject;
  export function createHash(algorithm: string): { update(bytes: Uint8Array): unknown; digest(): Uint8Array };
  export function sign(algorithm: null, message: Uint8Array, key: KeyObject): Uint8Array;
  export function verify(algorithm: null, message: Uint8Array, key: KeyObject, signature: Uint8Array): boolean;
}
declare const Buffer: { from(...parts: readonly unknown[]): Buffer };
type Buffer<Content = ArrayBufferLike> = Uint8Array & { readonly buffer: Content; toString(encoding: string): string };
