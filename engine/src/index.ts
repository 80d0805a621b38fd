// The public entry of the engine. The service can use only what this file exports.

export {
  type ClaimChain,
  type Fault,
  isKeyOf,
  readClaimChain,
  readClaimKey,
} from './c2pa/certificate/claim-chain.ts';
export {
  type CertificateKeys,
  type CertificateName,
  issueCertificate,
  writeCertificateRequest,
} from './c2pa/certificate/issue-certificate.ts';
export { type ClaimSigning, MOST_TIMESTAMP_BYTES } from './c2pa/claim-signer.ts';
export type { ClaimAlgorithm } from './c2pa/manifest/cose-sign1.ts';
export {
  activeManifestOf,
  type ManifestStatements,
  readStoreAlone,
  type StorePorts,
  type StoreReading,
  type StoreRequest,
  softBindingsOf,
} from './c2pa/read-alone.ts';
export type { ManifestSignature } from './c2pa/reader/embedded-manifest.ts';
export type { ManifestFindings } from './c2pa/reader/manifest-findings.ts';
export { readTrustList, type TrustList } from './c2pa/reader/trust-lists.ts';
export { type SoftBinding, type SoftBindingAlgorithm, softBindingAlgorithms } from './c2pa/soft-bindings.ts';
export { askForTimestamp, type TimestampQuestion } from './c2pa/timestamp.ts';
export { type CanonicalContent, contentHashOf, readCanonicalContent, withoutTokens } from './canonical-content.ts';
export { expectVerifiable, LARGEST_DELIVERED, LARGEST_UPLOAD } from './content-sizes.ts';
export { type EmbeddedMedia, type EmbedPorts, type EmbedRequest, embedManifest } from './embed-manifest.ts';
export { hasCode, isRefusal } from './engine-error.ts';
export { Candidates, WINDOWS_OF_PLACE } from './fingerprints/acoustic/candidates.ts';
export type { Landmarks } from './fingerprints/acoustic/landmarks.ts';
export { packLandmarks, unpackLandmarks } from './fingerprints/acoustic/packed-landmarks.ts';
export { findMatches, SURE_EVIDENCE } from './fingerprints/acoustic/rank-tracks.ts';
export { storedTriples } from './fingerprints/acoustic/triples.ts';
export { bandsOf, hashDistance, MOST_DISTANCE, nearBandsOf } from './fingerprints/perceptual-hash/hash-bands.ts';
export { perceptualHash } from './fingerprints/perceptual-hash/perceptual-hash.ts';
export {
  compareTexts,
  findPassages,
  LEAST_EVIDENCE_IF_NAMED,
  type Passage,
  type TextComparison,
} from './fingerprints/text/compare-texts.ts';
export { soughtPlaces, storedPlaces } from './fingerprints/text/index-keys.ts';
export { type KeyedText, keyText } from './fingerprints/text/keyed-text.ts';
export { LARGEST_PACKED_TEXT, packText, unpackText } from './fingerprints/text/packed-text.ts';
export { type ReadText, readText, type TextFingerprint } from './fingerprints/text/text-fingerprint.ts';
export { partsOf } from './fingerprints/text/text-parts.ts';
export { MOST_WORDS } from './fingerprints/text/words.ts';
export { allFormats, detectFormat } from './formats/all-formats.ts';
export { type FormatName, type MediaFormat, type MediaKind, mediaKinds } from './formats/media-format.ts';
export { Interrupted } from './interrupted.ts';
export type { ContentSink, ContentSource } from './large-files/content-source.ts';
export type { Checkpoints, LongRun } from './large-files/long-run.ts';
export type { Likeness } from './likeness.ts';
export type { Localization } from './localization.ts';
export { type ClosableDecoder, createDecoder } from './media-decoder/decoder-client.ts';
export type {
  MarkLimits,
  MediaDecoder,
  MediaSource,
  SoundPiece,
  VideoPicture,
} from './media-decoder/media-decoder.ts';
export { decoderProgram, isDecoderInstalled } from './media-decoder/program-path.ts';
export type { DecoderChannel, FromDecoder, ToDecoder } from './media-decoder/protocol.ts';
export type {
  Decoding,
  GeneratorIndex,
  Inference,
  KnownRecord,
  ManifestIndex,
  Provenance,
  RecordIndex,
  SearchNotice,
  Signer,
  SignerIdentity,
  TextMatch,
  Timestamps,
  TokenIndex,
} from './ports.ts';
export { chooseWatermark, unmarkedForPrograms } from './program-texts/default-watermark.ts';
export { isProgramName } from './program-texts/program-names.ts';
export { type DeliveryChecks, Reconstruction, type SignedContent } from './reconstruction.ts';
export { type SignedMedia, type SignRequest, sign } from './sign.ts';
export { signLargeFile } from './sign-large-file.ts';
export { CanonicalJsonError, canonicalJson, canonicalJsonBytes } from './signatures/canonical-json.ts';
export {
  generateSigningSeed,
  isMlDsaPublicKey,
  mlDsa65,
  publicKeyFromSeed,
  signMessage,
  verifySignature,
} from './signatures/ml-dsa.ts';
export {
  type ContentHash,
  formatContentHash,
  isContentHash,
  sha3Digest,
} from './signatures/sha3.ts';
export {
  findPayloadFaults,
  type PayloadFault,
  type SignedPayload,
  signedPayloadBytes,
} from './signatures/signed-payload.ts';
export {
  createTokenKeyring,
  type DecodedToken,
  decodeToken,
  encodeToken,
  type TokenEnvironment,
  type TokenKeyring,
} from './signatures/token.ts';
export { textFingerprintOf } from './text-of-file.ts';
export type { Confidence, Reason, TokenSource } from './verdict.ts';
export { type VerificationResult, type VerifyPorts, type VerifyRequest, verify } from './verify.ts';
export { verifyLargeFile } from './verify-large-file.ts';
export {
  type Accelerator,
  accelerators,
  examineNetworks,
  type ImageNetworks,
  type NetworksState,
  openNetworks,
  openSoundNetworks,
  type SoundNetworks,
} from './watermarks/neural/networks.ts';
export { type WatermarkChoice, watermarkChoices } from './watermarks/strength.ts';
