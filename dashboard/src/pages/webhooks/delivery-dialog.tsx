// One delivery: the body that was sent and the beginning of the response.
import { Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef } from 'react';
import type { Delivery } from '../../api/webhooks-queries.ts';
import { deliveryQuery } from '../../api/webhooks-queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';

const texts = webhooksTexts.delivery;

interface DeliveryDialogProps {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

export function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { data, error, refetch } = useQuery(deliveryQuery(delivery.webhook_id, delivery.delivery_id));
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    return () => opened.close();
  }, []);
  return (
    <dialog ref={dialog} className="dialog wide" aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <Title order={2} id={titleId}>
          {delivery.event}
        </Title>
        <p className="quiet">
          {texts.id} <code>{delivery.delivery_id}</code>
        </p>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <LoadingState height={240} />
        ) : (
          <>
            <Group justify="space-between">
              <Title order={3}>{texts.payload}</Title>
              <CopyButton text={data.payload} label={texts.copy} />
            </Group>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <pre className="code scrolling" tabIndex={0}>
              {indented(data.payload)}
            </pre>
            <Title order={3}>{texts.response}</Title>
            {data.response_body ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
              <pre className="code scrolling" tabIndex={0}>
                {data.response_body}
              </pre>
            ) : (
              <p className="quiet">
                {data.status_code === null ? (data.failure ?? texts.noResponse) : texts.emptyResponse}
              </p>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </div>
    </dialog>
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
