// Node's own cryptography where this runs in Node; undefined in browsers. Asked for at run time, so that no bundler looks for it.

type NodeCrypto = typeof import('node:crypto');

interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
}

const { process } = globalThis as unknown as { process?: NodeProcess };

export const nodeCrypto = process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
