// Recognizes the JUMBF superbox of a C2PA manifest store by its description box (ISO 19566-5 §5.1,
// C2PA 2.2 §11.1.4.2): box type `jumb`, first child `jumd` with the UUID that C2PA gives to a
// store.

const storeType = Buffer.from('6332706100110010800000aa00389b71', 'hex');

export function isManifestStore(box: Uint8Array): boolean {
  const bytes = Buffer.from(box.buffer, box.byteOffset, box.length);
  return (
    bytes.toString('latin1', 4, 8) === 'jumb' &&
    bytes.toString('latin1', 12, 16) === 'jumd' &&
    storeType.equals(bytes.subarray(16, 32))
  );
}
