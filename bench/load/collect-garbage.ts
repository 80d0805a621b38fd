// Loaded into a node by the soak: every thread of it collects its garbage again and again, so that memory is what is held, and not
// what has merely not been let go yet. Needs --expose-gc.
const { gc } = globalThis as { gc?: () => void };
setInterval(() => gc?.(), 5_000).unref();

export {};
