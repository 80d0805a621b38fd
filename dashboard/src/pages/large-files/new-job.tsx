// A new job: sign or verify, from files of this device or from an object in a connected store.
// Files of this device are sent in the background. A job for an object is created at once.
import type { Answer, Generator } from '@content-provenance/client';
import { Radio, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/client.ts';
import type { Job } from '../../api/jobs-queries.ts';
import { largestForJob } from '../../api/largest-files.ts';
import { storesQuery } from '../../api/stores-queries.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { DropPlace } from '../../components/drop-place.tsx';
import { Form } from '../../components/form.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { largeFilesTexts } from '../../texts/large-files.ts';
import { filesAsContents } from '../../window/given-files.ts';
import { ChosenFiles } from '../sign/chosen-files.tsx';
import { NoGenerator } from '../sign/no-generator.tsx';
import { keepSettings, readSettings, type SignSettings } from '../sign/sign-options.ts';
import { createJob, type JobSource } from './create-job.ts';
import { type ObjectChoice, ObjectFields } from './object-fields.tsx';
import { SigningFields } from './signing-fields.tsx';
import { uploads } from './uploads.ts';

const { form: texts, object: objectTexts } = largeFilesTexts;

const noObject: ObjectChoice = { storeId: '', object: '', resultStoreId: '', resultObject: '' };

interface NewJobProps {
  readonly me: Answer<'GET /v1/auth/me'>;
  readonly generators: readonly Generator[];
  readonly files: readonly NamedContent[];
  readonly onFiles: (files: readonly NamedContent[]) => void;
  readonly onStarted: () => void;
}

export function NewJob({ me, generators, files, onFiles, onStarted }: NewJobProps) {
  const [kind, setKind] = useState<Job['kind']>('sign');
  const stores = useQuery(storesQuery).data?.connections ?? [];
  const [wantsObject, setWantsObject] = useState(false);
  const [typed, setTyped] = useState(noObject);
  const object = { ...typed, storeId: typed.storeId || (stores[0]?.connection_id ?? '') };
  // Files that you drop come first.
  const isObject = wantsObject && stores.length > 0 && files.length === 0;
  const usable = generators.filter(({ status, mode }) => status === 'active' && mode === 'server');
  const [settings, setSettings] = useState(() => readSettings(me.org.org_id));
  const [model, setModel] = useState(settings.models[0] ?? '');
  const generator = usable.find(({ generator_id }) => generator_id === settings.generatorId) ?? usable[0];
  const signing = { model: model.trim(), generatorId: generator?.generator_id ?? '', options: settings.options };
  const change = (part: Partial<SignSettings>) => setSettings({ ...settings, ...part });
  const remember = () => {
    if (kind === 'sign') keepSettings(me.org.org_id, { ...settings, ...signing, models: [model, ...settings.models] });
  };
  const choose = (chosen: readonly File[]) => onFiles([...files, ...filesAsContents(chosen)]);
  const upload = () => {
    remember();
    uploads.add(
      files.map(({ name, content }) => {
        const source: JobSource = { upload: { size: content.size, file_name: name } };
        return { kind, file: fileOf(name, content), create: () => createJob(kind, signing, source) };
      }),
    );
    onStarted();
  };
  const creation = useMutation({
    mutationFn: () => {
      const isWritten = kind === 'sign' && object.resultStoreId !== '';
      const result = { connection_id: object.resultStoreId, object: object.resultObject };
      const source = { connection_id: object.storeId, object: object.object };
      return createJob(kind, signing, source, isWritten ? result : undefined);
    },
    onSuccess: async () => {
      remember();
      await queryClient.invalidateQueries({ queryKey: ['jobs'] });
      onStarted();
    },
  });
  const isMissing = kind === 'sign' && !generator;
  return (
    <section className="panel sign-form stack" aria-labelledby="new-job">
      <Title order={2} id="new-job">
        {texts.title}
      </Title>
      <Radio.Group label={texts.kind} value={kind} onChange={(value) => setKind(value as Job['kind'])}>
        <div className="two job-kinds">
          {(['sign', 'verify'] as const).map((each) => (
            <Radio key={each} value={each} label={texts.kinds[each]} description={texts.kindNotes[each]} />
          ))}
        </div>
      </Radio.Group>
      {files.length === 0 &&
        (stores.length > 0 ? (
          <Radio.Group
            label={objectTexts.place}
            value={wantsObject ? 'store' : 'device'}
            onChange={(value) => setWantsObject(value === 'store')}
          >
            <div className="two job-kinds">
              {(['device', 'store'] as const).map((each) => (
                <Radio key={each} value={each} label={objectTexts.places[each]} />
              ))}
            </div>
          </Radio.Group>
        ) : (
          <p className="quiet">
            {objectTexts.connectLead} <PageLink to={pagePaths.connectedStores}>{objectTexts.connect}</PageLink>
          </p>
        ))}
      {isMissing ? (
        <NoGenerator hasOthers={generators.some(({ status }) => status === 'active')} />
      ) : (
        <Form
          submit={(isObject ? texts.objectSubmits : texts.submits)[kind]}
          pending={creation.isPending}
          isDisabled={!isObject && files.length === 0}
          error={isObject ? creation.error : null}
          onSubmit={isObject ? () => creation.mutate() : upload}
        >
          {isObject ? (
            <ObjectFields
              stores={stores}
              value={object}
              hasResult={kind === 'sign'}
              onChange={(part) => setTyped({ ...typed, ...part })}
            />
          ) : (
            files.length === 0 && <DropPlace most={largestForJob} note={texts.notes[kind]} onFiles={choose} />
          )}
          <ChosenFiles files={files} onFiles={choose} onChange={onFiles} />
          {kind === 'sign' && (
            <SigningFields
              me={me}
              generators={usable}
              settings={{ ...settings, generatorId: signing.generatorId }}
              model={model}
              onModel={setModel}
              onChange={change}
            />
          )}
          {files.length > 0 && <p className="quiet">{texts.keep}</p>}
        </Form>
      )}
    </section>
  );
}

/** A dropped or pasted file can have another name than the one shown. */
function fileOf(name: string, content: Blob): File {
  return content instanceof File ? content : new File([content], name);
}
