// What to sign, with which generator and options, and which model made it. With results on the
// page, it is a row until you choose files or change the settings.
import type { Answer, Generator } from '@content-provenance/client';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { largestToSign } from '../../api/largest-files.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { DropPlace } from '../../components/drop-place.tsx';
import { Form } from '../../components/form.tsx';
import { formatNames } from '../../texts/generators.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { filesAsContents } from '../../window/given-files.ts';
import { filesToSign } from '../../window/handed-over.ts';
import { useWindowFiles } from '../../window/window-files.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { OptionFields } from './option-fields.tsx';
import { SignBar } from './sign-bar.tsx';
import { makeIdempotencyKey, type SigningTask } from './sign-file.ts';
import { keepSettings, readSettings } from './sign-options.ts';
import { TooLargeFiles } from './too-large.tsx';

interface SignFormProps {
  readonly generators: readonly Generator[];
  readonly me: Answer<'GET /v1/auth/me'>;
  readonly isBar: boolean;
  readonly onSign: (tasks: readonly SigningTask[]) => void;
}

export function SignForm({ generators, me, isBar, onSign }: SignFormProps) {
  const { generator: asked } = useSearch({ strict: false });
  const [remembered, setRemembered] = useState(() => readSettings(me.org.org_id));
  const [generatorId, setGeneratorId] = useState(asked ?? remembered.generatorId);
  const [model, setModel] = useState(remembered.models[0] ?? '');
  const [options, setOptions] = useState(remembered.options);
  const [files, setFiles] = useState<readonly NamedContent[]>(() => filesToSign.take());
  const [isOpen, setOpen] = useState(false);
  const add = (added: readonly NamedContent[]) => setFiles((before) => [...before, ...added]);
  const choose = (chosen: readonly File[]) => add(filesAsContents(chosen));
  useWindowFiles(add, texts.dropAnywhere);
  const generator = generators.find(({ generator_id }) => generator_id === generatorId) ?? generators[0]!;
  const sign = () => {
    const common = { generatorId: generator.generator_id, model, options };
    const settings = { ...common, models: [model, ...remembered.models] };
    keepSettings(me.org.org_id, settings);
    setRemembered(readSettings(me.org.org_id));
    onSign(files.map((file) => ({ ...file, ...common, idempotencyKey: makeIdempotencyKey() })));
    setFiles([]);
    setOpen(false);
  };
  if (isBar && !isOpen && files.length === 0) {
    return <SignBar generator={generator.name} model={model} onFiles={choose} onChange={() => setOpen(true)} />;
  }
  return (
    <div className="panel sign-form">
      {isBar && files.length === 0 && (
        <Button className="sign-form-close" size="xs" variant="default" aria-expanded onClick={() => setOpen(false)}>
          {texts.close}
        </Button>
      )}
      <Form
        submit={texts.submit(files.length)}
        isDisabled={files.length === 0}
        pending={false}
        error={null}
        onSubmit={sign}
      >
        {files.length === 0 && <DropPlace most={largestToSign} onFiles={choose} />}
        <ChosenFiles files={files} onFiles={choose} onChange={setFiles} />
        <TooLargeFiles files={files} />
        <div className="two">
          <TextInput
            label={texts.model}
            description={texts.modelNote}
            required
            withAsterisk={false}
            maxLength={200}
            list="earlier-models"
            autoComplete="off"
            value={model}
            onChange={(event) => setModel(event.currentTarget.value)}
          />
          <datalist id="earlier-models">
            {remembered.models.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <NativeSelect
            label={texts.generator}
            description={texts.generatorNote(
              generator.supported_formats.map((format) => formatNames[format]).join(', '),
            )}
            size="md"
            value={generator.generator_id}
            onChange={(event) => setGeneratorId(event.currentTarget.value)}
            data={generators.map(({ generator_id, name }) => ({ value: generator_id, label: name }))}
          />
        </div>
        <OptionFields options={options} me={me} onChange={setOptions} />
      </Form>
    </div>
  );
}
