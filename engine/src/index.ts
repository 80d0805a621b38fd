// The public entry of the engine: everything the service may use, and nothing else.
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
  parseContentHash,
  sha3Digest,
  sha3DigestOfStream,
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
