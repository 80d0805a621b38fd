// What to sign, with which generator, and which model made it.
import type { Generator } from '@content-provenance/client';
import { Button, NativeSelect } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { largestToSign } from '../../api/largest-files.ts';
import { DropPlace } from '../../components/drop-place.tsx';
import { Field, Form } from '../../components/form.tsx';
import { formatNames } from '../../texts/generators.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { makeIdempotencyKey, type SigningTask } from './sign-file.ts';

interface SignFormProps {
  readonly generators: readonly Generator[];
  readonly onSign: (tasks: readonly SigningTask[]) => void;
}

export function SignForm({ generators, onSign }: SignFormProps) {
  const { generator: asked } = useSearch({ strict: false });
  const [generatorId, setGeneratorId] = useState(asked ?? '');
  const [files, setFiles] = useState<readonly File[]>([]);
  const generator = generators.find(({ generator_id }) => generator_id === generatorId) ?? generators[0]!;
  const formats = generator.supported_formats.map((format) => formatNames[format]).join(', ');
  const sign = ({ model = '' }: Readonly<Record<string, string>>) => {
    onSign(
      files.map((file) => ({
        name: file.name,
        content: file,
        generatorId: generator.generator_id,
        model,
        idempotencyKey: makeIdempotencyKey(),
      })),
    );
    setFiles([]);
  };
  return (
    <div className="panel">
      <Form
        submit={texts.submit(files.length)}
        isDisabled={files.length === 0}
        pending={false}
        error={null}
        onSubmit={sign}
      >
        <div className="two">
          <NativeSelect
            label={texts.generator}
            description={texts.generatorNote(formats)}
            size="md"
            value={generator.generator_id}
            onChange={(event) => setGeneratorId(event.currentTarget.value)}
            data={generators.map(({ generator_id, name }) => ({ value: generator_id, label: name }))}
          />
          <Field name="model" label={texts.model} note={texts.modelNote} maxLength={200} />
        </div>
        <DropPlace most={largestToSign} onFiles={(added) => setFiles([...files, ...added])} />
        {files.length > 0 && (
          <ul className="chosen" aria-label={texts.chosen}>
            {files.map((file, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file can be chosen twice
              <li key={place}>
                <span>{file.name}</span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={texts.remove(file.name)}
                  onClick={() => setFiles(files.toSpliced(place, 1))}
                >
                  {texts.removeShort}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Form>
    </div>
  );
}
