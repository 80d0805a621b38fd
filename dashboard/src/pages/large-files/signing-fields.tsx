// With which generator and options a job signs, and which model made the content.
import type { Answer, Generator } from '@content-provenance/client';
import { NativeSelect, TextInput } from '@mantine/core';
import { useProblem } from '../../components/form.tsx';
import { formatNames } from '../../texts/generators.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { OptionFields } from '../sign/option-fields.tsx';
import type { SignSettings } from '../sign/sign-options.ts';

interface SigningFieldsProps {
  readonly me: Answer<'GET /v1/auth/me'>;
  readonly generators: readonly Generator[];
  readonly settings: SignSettings;
  readonly model: string;
  readonly onModel: (model: string) => void;
  readonly onChange: (part: Partial<SignSettings>) => void;
}

export function SigningFields({ me, generators, settings, model, onModel, onChange }: SigningFieldsProps) {
  const chosen = generators.find(({ generator_id }) => generator_id === settings.generatorId);
  const formats = chosen?.supported_formats.map((format) => formatNames[format]) ?? [];
  return (
    <>
      <div className="two">
        <TextInput
          label={texts.model}
          description={texts.modelNote}
          error={useProblem('model')}
          required
          withAsterisk={false}
          maxLength={200}
          list="job-models"
          autoComplete="off"
          value={model}
          onChange={(event) => onModel(event.currentTarget.value)}
        />
        <datalist id="job-models">
          {settings.models.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <NativeSelect
          label={texts.generator}
          description={texts.generatorNote(formats.join(', '))}
          error={useProblem('generator_id')}
          size="md"
          value={settings.generatorId}
          onChange={(event) => onChange({ generatorId: event.currentTarget.value })}
          data={generators.map(({ generator_id, name }) => ({ value: generator_id, label: name }))}
        />
      </div>
      <OptionFields options={settings.options} me={me} isForJob onChange={(options) => onChange({ options })} />
    </>
  );
}
