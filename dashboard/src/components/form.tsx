// A form: reads its named fields, sends them through a mutation, and shows the service's message
// about each field next to it and the rest above the button.
import { ServiceError } from '@content-provenance/client';
import { Button, Group, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import { createContext, type ReactNode, type SubmitEvent, useContext } from 'react';
import { componentTexts } from '../texts/components.ts';
import { sentenceOf } from './states.tsx';

interface FormProps {
  readonly submit: string;
  readonly pending: boolean;
  readonly isDisabled?: boolean;
  /** One field with its button next to it. */
  readonly isInline?: boolean;
  readonly error: Error | null;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
  /** In a dialog: the button that closes it. */
  readonly onCancel?: () => void;
  readonly children?: ReactNode;
}

const FieldProblems = createContext<ReadonlyMap<string, string>>(new Map());

export function Form({ submit, pending, isDisabled = false, isInline = false, ...rest }: FormProps) {
  const { error, onSubmit, onCancel, children } = rest;
  const details = error instanceof ServiceError ? error.details : [];
  const problems = new Map(
    details.map(({ path, message }) => [path, `${message[0]?.toUpperCase()}${message.slice(1)}.`]),
  );
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  const button = (
    <Button type="submit" className="form-submit" loading={pending} disabled={isDisabled}>
      {submit}
    </Button>
  );
  return (
    <form onSubmit={send} className={isInline ? 'inline-form' : undefined}>
      <FieldProblems value={problems}>
        <Stack gap="md">
          {children}
          {error && problems.size === 0 && (
            <div className="problem" role="alert">
              <p>{sentenceOf(error)}</p>
            </div>
          )}
          {onCancel ? (
            <Group justify="flex-end">
              <Button variant="default" onClick={onCancel}>
                {componentTexts.cancel}
              </Button>
              {button}
            </Group>
          ) : (
            button
          )}
        </Stack>
      </FieldProblems>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly note?: string;
  readonly type?: 'text' | 'email' | 'password' | 'url';
  readonly autoComplete?: string;
  readonly defaultValue?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | 'text';
  readonly autoFocus?: boolean;
  readonly optional?: boolean;
  /** For more than a line. */
  readonly rows?: number;
}

export function Field({ name, note, type = 'text', optional = false, rows, ...rest }: FieldProps) {
  const field = { name, required: !optional, withAsterisk: false, description: note, error: useProblem(name), ...rest };
  if (rows !== undefined) return <Textarea rows={rows} {...field} />;
  return type === 'password' ? <PasswordInput {...field} /> : <TextInput type={type} {...field} />;
}

/** The service's message about a field or a part of it, for inputs of another kind. */
export function useProblem(name: string): string | undefined {
  const problems = [...useContext(FieldProblems)];
  return problems.find(([path]) => path === name || path.startsWith(`${name}.`))?.[1];
}
