// The content of an event, field by field, as the service wrote it.
export function EventDetails({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="details">
      {Object.entries(metadata).map(([name, value]) => (
        <div key={name}>
          <dt>{name.replaceAll('_', ' ')}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
