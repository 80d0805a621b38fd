// When each event is sent, its fields, and an example, from the catalog of the service.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { webhookEventsQuery } from '../../api/webhooks-queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';

const texts = webhooksTexts.reference;

type EventEntry = Answer<'GET /v1/webhooks/events'>['events'][number];

export function EventReference() {
  const { data, error, refetch } = useQuery(webhookEventsQuery);
  return (
    <section className="panel stack" aria-labelledby="event-reference">
      <Title order={2} id="event-reference">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={320} />
      ) : (
        <div>
          {data.events.map((entry) => (
            <EventDescription key={entry.event} entry={entry} />
          ))}
        </div>
      )}
    </section>
  );
}

function EventDescription({ entry }: { readonly entry: EventEntry }) {
  return (
    <details className="event-entry">
      <summary>
        <code>{entry.event}</code> <span className="quiet">{entry.when.replaceAll('`', '')}</span>
      </summary>
      <div className="stack">
        <Title order={3}>{texts.fields}</Title>
        <dl className="facts">
          {entry.fields.map(({ name, description }) => (
            <div key={name} className="fact">
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <div className="section-head">
          <Title order={3}>{texts.example}</Title>
          <CopyButton text={envelopeOf(entry)} label={texts.copy(entry.event)} />
        </div>
        <pre className="code">{envelopeOf(entry)}</pre>
      </div>
    </details>
  );
}

/** The body of a delivery with this example. */
export function envelopeOf({ event, example }: EventEntry): string {
  const envelope = {
    id: '0a2f8f3e-8c54-4f0c-9f0a-6e0a4f6b1a11',
    event,
    timestamp: '2026-01-01T12:00:00.000Z',
    org_id: 'org_…',
    data: example,
  };
  return JSON.stringify(envelope, undefined, 2);
}
