// The public page of detection receipts: checks one in the browser, compares it with a file that is
// never sent, and shows it for printing.

import { hashContent, verifyReceipt } from '@content-provenance/client/receipts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState } from '../../components/states.tsx';
import { receiptTexts as texts } from '../../texts/receipt.ts';
import { filesAsContents } from '../../window/given-files.ts';
import { receiptToShow } from '../../window/handed-over.ts';
import { useWindowContent } from '../../window/use-window-content.ts';
import { PlainForm } from '../verify/plain-form.tsx';
import { CheckedReceipt } from './checked-receipt.tsx';
import { asReceipt, type Given, namedReceipt, sortGiven } from './receipt-input.ts';

export function ReceiptPage() {
  const [given, setGiven] = useState<Given>({ receipt: null, file: null });
  const [problem, setProblem] = useState<string | null>(null);
  const [expected] = useState(() => namedReceipt(location.hash));
  const take = useCallback((next: Given) => {
    setGiven((now) => ({ receipt: next.receipt ?? now.receipt, file: next.file ?? now.file }));
    setProblem(null);
  }, []);
  const addFiles = useCallback((contents: readonly NamedContent[]) => void sortGiven(contents).then(take), [take]);
  const addText = useCallback(
    (text: string) => {
      const receipt = asReceipt(text);
      if (receipt === null) setProblem(texts.noReceipt);
      else take({ receipt, file: null });
    },
    [take],
  );
  const isOver = useWindowContent({ onFiles: addFiles, onText: addText });
  useEffect(() => addFiles(receiptToShow.take()), [addFiles]);
  const { receipt, file } = given;
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt-check', receipt, file],
    queryFn: async () => ({
      findings: await verifyReceipt({
        receipt: receipt!,
        keys: await client.receipts.keys(),
        contentHash: file ? await hashContent(file.content) : undefined,
      }),
      fingerprint: await hashContent(receipt!),
    }),
    // File objects differ even if their names are the same.
    queryKeyHashFn: () => `receipt-check ${receipt} ${idOf(file)}`,
    enabled: receipt !== null,
    gcTime: 0,
  });
  return (
    <div className="receipt-page" data-over={isOver}>
      <PageHeading title={texts.title} lead={texts.lead} />
      {expected !== null && receipt === null && <p className="notice">{texts.expected}</p>}
      {receipt === null && (
        <section className="panel receipt-give">
          <ChooseFiles label={texts.choose} onFiles={(files) => addFiles(filesAsContents(files))} />
          <p className="quiet">{texts.dropNote}</p>
          {file && (
            <p className="problem" role="alert">
              {texts.noReceipt}
            </p>
          )}
          <PlainForm
            label={texts.pasteLabel}
            note={texts.pasteNote}
            submit={texts.pasteSubmit}
            problem={problem}
            onSubmit={addText}
          >
            {(names) => <textarea {...names} rows={4} spellCheck={false} />}
          </PlainForm>
        </section>
      )}
      {receipt !== null && error && <ErrorState error={error} retry={() => void refetch()} />}
      {receipt !== null && !error && !data && <p aria-busy="true">{texts.checking}</p>}
      {receipt !== null && data && (
        <CheckedReceipt
          receipt={receipt}
          fileName={file?.name ?? null}
          findings={data.findings}
          fingerprint={data.fingerprint}
          expected={expected}
          onFiles={addFiles}
          onAnother={() => setGiven({ receipt: null, file: null })}
        />
      )}
      {isOver && (
        <div className="drop-curtain" aria-hidden="true">
          <strong>{texts.dropHere}</strong>
        </div>
      )}
    </div>
  );
}

const ids = new WeakMap<NamedContent, number>();
let lastId = 0;

function idOf(file: NamedContent | null): number {
  if (file === null) return 0;
  if (!ids.has(file)) {
    lastId += 1;
    ids.set(file, lastId);
  }
  return ids.get(file)!;
}
