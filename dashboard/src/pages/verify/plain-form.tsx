// A form of one field in plain elements, because the verify page is opened most and must load
// little.
import { Button } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useId } from 'react';

interface PlainFormProps {
  readonly label: string;
  readonly note: string;
  readonly submit: string;
  readonly pending?: boolean;
  readonly problem?: string | null;
  readonly onSubmit: (value: string) => void;
  /** The field, with the given names and ids. */
  readonly children: (field: FieldNames) => ReactNode;
}

export interface FieldNames {
  readonly id: string;
  readonly name: 'value';
  readonly required: true;
  readonly 'aria-describedby': string;
}

export function PlainForm({
  label,
  note,
  submit,
  pending = false,
  problem = null,
  onSubmit,
  children,
}: PlainFormProps) {
  const id = useId();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('value') ?? ''));
  };
  return (
    <form className="plain-form" onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <small id={`${id}-note`} className="quiet">
        {note}
      </small>
      {children({ id, name: 'value', required: true, 'aria-describedby': `${id}-note` })}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" loading={pending}>
        {submit}
      </Button>
    </form>
  );
}
