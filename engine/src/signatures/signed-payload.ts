// The object that a generator signs: exactly content_hash, generator_id, model and watermark_id, as
// canonical JSON (specification, Provenance record; settled point 2). A payload that a caller sends
// must contain these four, equal to the fields around it.
import { canonicalJsonBytes } from './canonical-json.ts';

export type SignedPayload = {
  readonly content_hash: string;
  readonly generator_id: string;
  readonly model: string;
  readonly watermark_id: string;
};

export type PayloadFault = { readonly path: string; readonly message: string };

const fieldNames = ['content_hash', 'generator_id', 'model', 'watermark_id'] as const satisfies (keyof SignedPayload)[];

/**
 * The bytes to sign and to verify. Throws if the object has other fields, so that nothing is stored
 * unsigned.
 */
export function signedPayloadBytes(payload: SignedPayload): Uint8Array {
  const [fault] = findPayloadFaults(payload, payload);
  if (fault) throw new TypeError(`${fault.path} ${fault.message}.`);
  return canonicalJsonBytes(payload);
}

/**
 * What is wrong with a payload from a caller, in the shape of a validation error's details. Empty
 * if it can be signed.
 */
export function findPayloadFaults(candidate: unknown, outer: SignedPayload): PayloadFault[] {
  if (!isObject(candidate)) return [{ path: 'signed_payload', message: 'must be an object' }];
  const unknownFaults = Object.keys(candidate)
    .filter((name) => !(fieldNames as readonly string[]).includes(name))
    .map((name) => ({ path: `signed_payload.${name}`, message: 'is not one of the signed fields' }));
  const fieldFaults = fieldNames.flatMap((name) => {
    const message = faultOf(Object.hasOwn(candidate, name) ? candidate[name] : undefined, outer[name], name);
    return message === undefined ? [] : [{ path: `signed_payload.${name}`, message }];
  });
  return [...unknownFaults, ...fieldFaults];
}

function faultOf(value: unknown, outerValue: string, name: string): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  return value === outerValue ? undefined : `must equal ${name} outside the payload`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
