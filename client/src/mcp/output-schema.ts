// Output schemas of the tools (JSON Schema 2020-12). Every declared field is always present.
import type { Fields } from './json-rpc.ts';

export const text = (description: string): Fields => ({ type: 'string', description });
export const textOrNull = (description: string): Fields => ({ type: ['string', 'null'], description });
export const flag = (description: string): Fields => ({ type: 'boolean', description });
export const count = (description: string): Fields => ({ type: 'integer', minimum: 0, description });
export const number = (description: string): Fields => ({ type: 'number', description });
export const texts = (description: string): Fields => ({ type: 'array', items: { type: 'string' }, description });
export const list = (items: Fields, description: string): Fields => ({ type: 'array', items, description });

export function object(properties: Readonly<Record<string, Fields>>, description?: string): Fields {
  return { type: 'object', ...(description && { description }), properties, required: Object.keys(properties) };
}

export function objectOrNull(properties: Readonly<Record<string, Fields>>, description: string): Fields {
  return { anyOf: [object(properties), { type: 'null' }], description };
}

/** Parts that several tools return. */
export const limitsField = texts('What this result does not claim');
export const certificateField = text('Public page about the record');
export const pathField = textOrNull('The file, or null for text');
export const verdictFields = {
  headline: text('The verdict for people'),
  sentence: text('What the verdict means'),
};
export const signerField = objectOrNull(
  {
    stated_name: text('Name that the organization chose for itself. Not verified'),
    proven_domain: textOrNull('Domain that the organization has proven to control. Trust it rather than the name'),
    remark: text('Whether the name is verified. Always show it with the name'),
    warning: textOrNull('Warning about a name that imitates a proven domain'),
  },
  'The organization that signed the record. Null without a record, or if the content only looks or sounds like it',
);
