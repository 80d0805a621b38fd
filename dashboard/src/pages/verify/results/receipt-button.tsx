// Gets a receipt of a result: the service checks the file once more and signs what it finds. The
// browser saves the receipt and opens the page that shows it.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { pagePaths } from '../../../page-paths.ts';
import { saveFile } from '../../../save-file.ts';
import { receiptButtonTexts as texts } from '../../../texts/receipt.ts';
import { receiptToShow } from '../../../window/handed-over.ts';
import type { CheckedFile } from '../verifications.ts';

export function ReceiptButton({ file: { name, content } }: { readonly file: CheckedFile }) {
  const navigate = useNavigate();
  const [sent, setSent] = useState(0);
  const asked = useMutation({
    // Without the name of the file, which the service does not need.
    mutationFn: (file: Blob) =>
      client.verify.content({ content: file, localize: true, receipt: true }, { onProgress: setSent }),
    onSuccess: ({ receipt }, file) => {
      const saved = new Blob([receipt!], { type: 'application/jose' });
      saveFile(saved, texts.fileName);
      receiptToShow.give([
        { name: texts.fileName, content: saved },
        { name, content: file },
      ]);
      void navigate({ to: pagePaths.receipt });
    },
  });
  return (
    <div className="get-receipt no-print">
      {content && (
        <button type="button" className="way" disabled={asked.isPending} onClick={() => asked.mutate(content)}>
          {asked.isError ? texts.again : texts.get}
        </button>
      )}
      <small className="quiet" {...(asked.isPending && { role: 'status' })}>
        {asked.isPending
          ? sent < 1
            ? texts.sending(Math.floor(100 * sent))
            : texts.checking
          : content
            ? texts.note
            : texts.gone}
      </small>
      {asked.error && (
        <p className="problem" role="alert">
          {asked.error.message}
        </p>
      )}
    </div>
  );
}
