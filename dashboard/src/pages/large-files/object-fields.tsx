// The object of a connected store that a job reads, and where it writes the signed file.
import { NativeSelect, TextInput } from '@mantine/core';
import type { ConnectedStore } from '../../api/stores-queries.ts';
import { useProblem } from '../../components/form.tsx';
import { largeFilesTexts } from '../../texts/large-files.ts';

const texts = largeFilesTexts.object;

export interface ObjectChoice {
  readonly storeId: string;
  readonly object: string;
  /** '' for a signed file that is only for download. */
  readonly resultStoreId: string;
  readonly resultObject: string;
}

interface ObjectFieldsProps {
  readonly stores: readonly ConnectedStore[];
  readonly value: ObjectChoice;
  readonly hasResult: boolean;
  readonly onChange: (part: Partial<ObjectChoice>) => void;
}

export function ObjectFields({ stores, value, hasResult, onChange }: ObjectFieldsProps) {
  const choices = stores.map(({ connection_id, name }) => ({ value: connection_id, label: name }));
  const chosen = stores.find(({ connection_id }) => connection_id === value.storeId);
  const isWritten = value.resultStoreId !== '';
  return (
    <>
      <div className="two">
        <NativeSelect
          size="md"
          label={texts.store}
          description={chosen && texts.storeNote([chosen.bucket, chosen.prefix].filter(Boolean).join('/'))}
          error={useProblem('source.connection_id')}
          value={value.storeId}
          onChange={(event) => onChange({ storeId: event.currentTarget.value })}
          data={choices}
        />
        <TextInput
          label={texts.object}
          description={texts.objectNote}
          error={useProblem('source')}
          required
          withAsterisk={false}
          maxLength={700}
          autoComplete="off"
          value={value.object}
          onChange={(event) => onChange({ object: event.currentTarget.value })}
        />
      </div>
      {hasResult && (
        <div className="two">
          <NativeSelect
            size="md"
            label={texts.result}
            description={texts.resultNote}
            value={value.resultStoreId}
            onChange={(event) => onChange({ resultStoreId: event.currentTarget.value })}
            data={[{ value: '', label: texts.onlyDownload }, ...choices]}
          />
          {isWritten && <ResultObject value={value.resultObject} onChange={onChange} />}
        </div>
      )}
    </>
  );
}

interface ResultObjectProps {
  readonly value: string;
  readonly onChange: ObjectFieldsProps['onChange'];
}

function ResultObject({ value, onChange }: ResultObjectProps) {
  return (
    <TextInput
      label={texts.resultObject}
      description={texts.resultObjectNote}
      error={useProblem('result')}
      required
      withAsterisk={false}
      maxLength={700}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange({ resultObject: event.currentTarget.value })}
    />
  );
}
