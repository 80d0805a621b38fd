// One box for a label, a token, an id or a hash, and a place for a file whose record you look for.
import { Field, Form } from '../../components/form.tsx';
import { recordsTexts as texts } from '../../texts/records.ts';
import { FindByFile } from './find-by-file.tsx';

interface RecordSearchProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

export function RecordSearch({ search, onSearch }: RecordSearchProps) {
  return (
    <div className="record-search">
      {/* A search that another link started fills the box again. */}
      <Form
        key={search}
        submit={texts.searchSubmit}
        pending={false}
        error={null}
        isInline
        onSubmit={({ search: given = '' }) => onSearch(given.trim())}
      >
        <Field
          name="search"
          label={texts.search}
          note={texts.searchNote}
          autoComplete="off"
          maxLength={200}
          defaultValue={search}
          optional
        />
      </Form>
      <FindByFile />
    </div>
  );
}
