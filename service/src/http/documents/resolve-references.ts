// Replaces the references in a part of an OpenAPI document by what they name, for readers that want
// every schema in its place.

/** The same value with each `$ref` replaced by its target. A circular one ends there. */
export function resolveReferences(value: unknown, document: object, trail: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, document, trail));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, resolveReferences(item, document, trail)]),
    );
  }
  if (trail.includes($ref)) return { type: 'object' };
  const steps = $ref.split('/').slice(1);
  const target = steps.reduce<unknown>(
    (place, step) => (place as Record<string, unknown> | undefined)?.[step],
    document,
  );
  return resolveReferences(target ?? {}, document, [...trail, $ref]);
}
