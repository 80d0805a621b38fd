// Stands for sharp in the packed client (build.ts): sharp itself where the caller has installed it, so that pictures are marked and
// hashed as the service does it; else a sharp that decodes nothing, as if every picture were broken.

const absent = Object.assign(
  () => {
    throw new Error('sharp is not installed.');
  },
  { cache() {}, concurrency() {} },
);

async function find(): Promise<typeof import('sharp').default> {
  try {
    return (await import('sharp')).default;
  } catch {
    return absent as unknown as typeof import('sharp').default;
  }
}

export default await find();
