// What you can do with the list: choose its columns, export what it shows, learn its keys.
import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import type { RecordsQuery } from '../../api/records-queries.ts';
import { sentenceOf } from '../../components/states.tsx';
import { saveFile } from '../../save-file.ts';
import { recordsTexts as texts } from '../../texts/records.ts';
import { type ColumnName, columnNames } from './record-columns.tsx';

interface ListToolsProps {
  readonly filters: RecordsQuery;
  readonly chosen: readonly ColumnName[];
  readonly onChoose: (names: readonly ColumnName[]) => void;
}

export function ListTools({ filters, chosen, onChoose }: ListToolsProps) {
  const save = useMutation({
    mutationFn: (type: 'csv' | 'json') => client.records.export({ ...filters, file_type: type }),
    onSuccess: ({ body }, type) => saveFile(body, `records.${type}`),
  });
  const toggle = (name: ColumnName, isOn: boolean) =>
    onChoose(columnNames.filter((each) => (each === name ? isOn : chosen.includes(each))));
  return (
    <div className="list-tools">
      <details className="chooser">
        <summary>{texts.chooseColumns}</summary>
        <fieldset className="panel">
          <legend className="for-readers">{texts.chooseColumns}</legend>
          {columnNames.map((name) => (
            <Checkbox
              key={name}
              label={texts.columns[name]}
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </details>
      <details className="chooser">
        <summary>{texts.keyboard}</summary>
        <dl className="panel">
          {texts.keys.map(([key, words]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
      <span className="list-news" role="status">
        {save.isSuccess && texts.exported}
        {save.error && sentenceOf(save.error)}
      </span>
      {(['csv', 'json'] as const).map((type) => (
        <Button
          key={type}
          size="sm"
          variant="default"
          loading={save.isPending && save.variables === type}
          onClick={() => save.mutate(type)}
        >
          {texts.exportAs[type]}
        </Button>
      ))}
    </div>
  );
}
