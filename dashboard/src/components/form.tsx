// A form: reads its named fields, sends them through a mutation, shows what the service says about each field beside it and
// the rest above the button.
import { ServiceError } from '@content-provenance/client';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { createContext, type ReactNode, type SubmitEvent, useContext } from 'react';
import { sentenceOf } from './states.tsx';

interface FormProps {
  readonly submit: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
  readonly children?: ReactNode;
}

const FieldProblems = createContext<ReadonlyMap<string, string>>(new Map());

export function Form({ submit, pending, error, onSubmit, children }: FormProps) {
  const details = error instanceof ServiceError ? error.details : [];
  const problems = new Map(
    details.map(({ path, message }) => [path, `${message[0]?.toUpperCase()}${message.slice(1)}.`]),
  );
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  return (
    <form onSubmit={send}>
      <FieldProblems value={problems}>
        <Stack gap="md">
          {children}
          {error && problems.size === 0 && (
            <div className="problem" role="alert">
              <p>{sentenceOf(error)}</p>
            </div>
          )}
          <Button type="submit" loading={pending}>
            {submit}
          </Button>
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
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | 'text';
  readonly autoFocus?: boolean;
}

export function Field({ name, note, type = 'text', ...rest }: FieldProps) {
  const problem = useContext(FieldProblems).get(name);
  const Input = type === 'password' ? PasswordInput : TextInput;
  return (
    <Input
      name={name}
      required
      withAsterisk={false}
      description={note}
      error={problem}
      {...(type !== 'password' && { type })}
      {...rest}
    />
  );
}
