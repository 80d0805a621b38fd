// The content of an event, field by field, as the service wrote it. It folds open.
import { auditTexts as texts } from '../../texts/audit.ts';
import type { AuditEvent } from '../../texts/audit-facts.ts';

export function EventDetails({ event: { event_id, type, metadata } }: { readonly event: AuditEvent }) {
  const fields = { type, ...metadata, [texts.eventId]: event_id };
  return (
    <details className="event-details">
      <summary>{texts.details}</summary>
      <dl className="details">
        {Object.entries(fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
