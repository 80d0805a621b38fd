// The shape of `c2pa` in the result of a verification: the specified fields first, then ours.
import { Type } from 'typebox';
import { timestamp } from '../../http/schemas.ts';

const validationStatus = ['valid', 'invalid'] as const;

const ingredientFields = {
  title: Type.String(),
  relationship: Type.String({ description: 'parentOf, componentOf or inputTo' }),
  issuer: Type.Optional(Type.String({ description: 'Who signed the manifest of the ingredient' })),
  validation_status: Type.Optional(
    Type.Enum([...validationStatus], {
      description: 'Whether the manifest of the ingredient is valid. Left out if it has none',
    }),
  ),
  thumbnail: Type.Boolean({ description: 'Whether the manifest contains a picture of the ingredient' }),
};
// The result has three levels. Writing them out is easier to read than a schema that refers to
// itself.
const ingredient = [1, 2].reduce(
  (inner) => Type.Object({ ...ingredientFields, ingredients: Type.Optional(Type.Array(inner)) }),
  Type.Object(ingredientFields),
);

const certificate = Type.Object(
  {
    subject: Type.String({ description: 'Organization and name of the signer' }),
    issuer: Type.String({ description: 'Organization and name of the authority' }),
    not_before: timestamp,
    not_after: timestamp,
    algorithm: Type.String({ description: 'ES256, ML-DSA-65 and others' }),
  },
  {
    title: 'ManifestCertificate',
    description: 'The certificate that signed. Anyone can issue a certificate with any name',
  },
);

const timeStamp = Type.Object(
  {
    time: timestamp,
    authority: Type.String({ description: 'As its certificate names it' }),
    trusted: Type.Boolean({ description: 'Whether the authority is on a trust list of the operator' }),
  },
  { description: 'The time stamp (RFC 3161) of the signature' },
);

const training = Type.Object({
  use: Type.String({ description: 'ai_generative_training, ai_training, ai_inference or data_mining' }),
  permission: Type.Enum(['allowed', 'notAllowed', 'constrained']),
});

const action = Type.Object({
  action: Type.String({ description: 'c2pa.created and others' }),
  source_type: Type.Optional(
    Type.String({ description: 'Digital source type of IPTC, such as trainedAlgorithmicMedia' }),
  ),
  when: Type.Optional(timestamp),
});

export const c2pa = Type.Object(
  {
    found: Type.Boolean({
      description: 'Whether the upload contains the manifest. false: see `remote_url` or `recovered`',
    }),
    recovered: Type.Optional(
      Type.Boolean({
        description:
          'true: the upload has no manifest, and this one comes from the repository, because the upload names its record. It says nothing about the bytes of the upload, so validation_status and state are left out',
      }),
    ),
    manifest_id: Type.Optional(
      Type.String({ description: 'If recovered: get the manifest at /v1/c2pa/manifests/{manifest_id}' }),
    ),
    validation_status: Type.Optional(
      Type.Enum([...validationStatus], {
        description:
          'Whether the signature, the assertions and the binding to this file are correct; not whether the signer is trusted',
      }),
    ),
    assertions: Type.Array(Type.String(), { description: 'Labels of the active manifest, at most 1,000' }),
    manifest_count: Type.Integer(),
    signature_issuer: Type.String({ description: 'As the certificate names it; empty if it could not be read' }),
    is_service: Type.Boolean({
      description: 'Whether the active manifest is signed under a certificate of this service',
    }),
    validation_errors: Type.Optional(Type.Array(Type.String(), { description: 'C2PA status codes, if invalid' })),
    state: Type.Optional(
      Type.Enum(['trusted', 'valid', 'invalid', 'unreadable'], {
        description:
          'trusted: valid, and signed under an authority on a trust list of the operator. valid: correct, but anyone can have signed. invalid: something is wrong. unreadable: the service cannot read this manifest',
      }),
    ),
    trust: Type.Optional(
      Type.Object({ list: Type.String() }, { description: 'The trust list by which the signer is trusted' }),
    ),
    unchecked: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What the service did not check, as codes: `cawg.…` for identities, `signingCredential.ocsp.skipped` for revocation, `manifest.inaccessible` for a manifest elsewhere, `format.unsupported` for fonts and text',
      }),
    ),
    certificate: Type.Optional(certificate),
    timestamp: Type.Optional(timeStamp),
    remote_url: Type.Optional(
      Type.String({ description: 'Where the file says that its manifest is. The service does not fetch it' }),
    ),
    digital_source_type: Type.Optional(
      Type.String({ description: 'How the file was made, from its actions: trainedAlgorithmicMedia and others' }),
    ),
    thumbnail: Type.Optional(Type.Boolean({ description: 'Whether the manifest contains a picture of the file' })),
    ai_training: Type.Optional(
      Type.Array(training, { description: 'What the manifest permits for AI training, at most 10 entries' }),
    ),
    tool: Type.Optional(Type.String({ description: 'The program that wrote the manifest, as it names itself' })),
    signed_at: Type.Optional(timestamp),
    actions: Type.Optional(
      Type.Array(action, { description: 'What the manifest says was done, in order, at most 50 actions' }),
    ),
    ingredients: Type.Optional(
      Type.Array(ingredient, {
        description:
          'The files it says it was made of: three levels, at most 20 ingredients in a list and 100 in total',
      }),
    ),
  },
  {
    title: 'ManifestReport',
    description: 'What a C2PA manifest in the upload says, or one that was recovered for it. Left out if there is none',
  },
);
