// Finds a C2PA manifest store in a file of any format, and the labels of its manifests. It does not
// validate them.

// The superbox of a manifest store (C2PA 2.2 §11.1.4.2): its type, and the label at its end.
const storeType = Buffer.from('6332706100110010800000aa00389b71', 'hex');
const manifestLabel = /urn:(?:c2pa|uuid):[0-9a-f-]{36}/g;

export function findManifests(content: Uint8Array): { found: boolean; manifests: readonly string[] } {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const at = bytes.indexOf(storeType);
  if (at < 0) return { found: false, manifests: [] };
  const labels = bytes.toString('latin1', at).match(manifestLabel) ?? [];
  return { found: true, manifests: [...new Set(labels)] };
}
