// The crypto module of Node, or undefined in browsers. Loaded at run time, so that bundlers do not
// look for it.

type NodeCrypto = typeof import('node:crypto');

interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
}

const { process } = globalThis as unknown as { process?: NodeProcess };

export const nodeCrypto = process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
