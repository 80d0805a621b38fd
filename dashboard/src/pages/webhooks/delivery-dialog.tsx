// One delivery: the headers and the body that were sent, and the beginning of the response. A
// failed one can be sent again from here.
import type { Answer } from '@content-provenance/client';
import { Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef } from 'react';
import { type Delivery, deliveryQuery } from '../../api/webhooks-queries.ts';
import { DateText } from '../../components/date-text.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { SentText } from './sent-text.tsx';

const texts = webhooksTexts.delivery;

interface DeliveryDialogProps {
  readonly delivery: Delivery;
  readonly mayRetry: boolean;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

export function DeliveryDialog({ delivery, mayRetry, isRetrying, onRetry, onClose }: DeliveryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { data, error, refetch } = useQuery(deliveryQuery(delivery.webhook_id, delivery.delivery_id));
  const current = data ?? delivery;
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    return () => opened.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog wide" aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <Title order={2} id={titleId}>
          {delivery.event} {delivery.test && <Tag>{webhooksTexts.log.test}</Tag>}
        </Title>
        <p className="quiet">
          {texts.id} <code>{delivery.delivery_id}</code> · <DateText time={delivery.created_at} />
        </p>
        <div role="status">
          <DeliveryStatus delivery={current} />
        </div>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : data ? (
          <DeliveryContent delivery={data} />
        ) : (
          <LoadingState height={240} />
        )}
        <Group justify="flex-end">
          {mayRetry && current.status === 'failed' && (
            <Button variant="default" loading={isRetrying} onClick={onRetry}>
              {texts.redeliver}
            </Button>
          )}
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </div>
    </dialog>
  );
}

interface DeliveryContentProps {
  readonly delivery: Answer<'GET /v1/webhooks/{id}/deliveries/{deliveryId}'>;
}

function DeliveryContent({ delivery }: DeliveryContentProps) {
  const { payload, request_headers: headers, response_body: body, status_code: code } = delivery;
  const sent = headers && Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <SentText title={texts.payload} text={indented(payload)} copied={payload} copy={texts.copy} />
      {sent ? (
        <SentText title={texts.headers} text={sent.join('\n')} copied={sent.join('\n')} copy={texts.copyHeaders} />
      ) : (
        <>
          <Title order={3}>{texts.headers}</Title>
          <p className="quiet">{texts.noHeaders}</p>
        </>
      )}
      <SentText title={texts.response} text={body ?? ''}>
        {code === null
          ? (delivery.failure ?? texts.noResponse)
          : `${webhooksTexts.log.answer(code, delivery.latency_ms)}${body ? '' : `. ${texts.emptyResponse}`}`}
      </SentText>
    </>
  );
}

/** Easier to read. The copy button copies the sent bytes. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    return payload;
  }
}
