// A separate entry with the transparency log as C2SP defines it: tree, tiles, checkpoints, proofs
// and policies, and the entries of our log. It runs in browsers and on Node 20. Readers return null
// or false for malformed input and never throw, except readPolicy. Writers throw for values that
// have no valid form.
export {
  type Checkpoint,
  type Cosignature,
  type OpenedCheckpoint,
  openCheckpoint,
  readCheckpointBody,
  writeCheckpointBody,
} from './checkpoint.ts';
export {
  type CheckpointSigner,
  ed25519Cosigner,
  ed25519Signer,
  mlDsa44Cosigner,
  type SignBytes,
} from './checkpoint-signers.ts';
export {
  commitmentOf,
  type EntryKind,
  entrySize,
  type GeneratorRevokedOpening,
  isTaggedBy,
  type KeyRetiredOpening,
  type LogEntry,
  type Opening,
  openingType,
  opensEntry,
  type RecordOpening,
  readEntry,
  readOpening,
  tagOf,
  writeEntry,
} from './log-entry.ts';
export {
  type LogProof,
  type LogProofFault,
  type LogProofFinding,
  readLogProof,
  verifyLogProof,
  writeLogProof,
} from './log-proof.ts';
export { type ConsistencyClaim, type InclusionClaim, verifyConsistency, verifyInclusion } from './merkle-proofs.ts';
export {
  emptyRoot,
  hashChildren,
  hashLeaf,
  proveConsistency,
  proveInclusion,
  rootOf,
  type TileReader,
} from './merkle-tree.ts';
export {
  meetsQuorum,
  type Policy,
  PolicyError,
  type PolicyGroup,
  type PolicyLog,
  type PolicyWitness,
  readPolicy,
} from './policy.ts';
export { type Note, type NoteSignature, readNote, signatureLine, writeNote } from './signed-note.ts';
export {
  extendTiles,
  readEntryBundle,
  readTilePath,
  TILE_WIDTH,
  type Tile,
  type TileLevel,
  type TilePlace,
  tilePath,
  writeEntryBundle,
} from './tiles.ts';
export {
  readVerifierKey,
  sameVerifierKey,
  type VerifierKey,
  type VerifierKeyType,
  verifierKeyOf,
  writeVerifierKey,
} from './verifier-key.ts';
