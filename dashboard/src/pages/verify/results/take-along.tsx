// What a visitor can keep: the certificate and its link, the proof bundle, a report on paper. Links
// open in a new tab.
import { useState } from 'react';
import { pageSetting } from '../../../page-setting.ts';
import { resultTexts as texts } from '../../../texts/verify.ts';

/** A token or the id of a record. */
export function CertificateLink({ recordId }: { readonly recordId: string }) {
  return (
    <a className="way" href={certificateOf(recordId)} target="_blank" rel="noopener">
      {texts.certificate}
    </a>
  );
}

export function TakeAlong({ recordId, token = recordId }: { readonly recordId: string; readonly token?: string }) {
  return (
    <div className="take-along no-print">
      <CertificateLink recordId={token} />
      <ShareButton address={location.origin + certificateOf(token)} />
      <a className="way" href={`${pageSetting.base}/v1/records/${recordId}/bundle`} download>
        {texts.bundle}
      </a>
      <button type="button" className="way" onClick={() => window.print()}>
        {texts.print}
      </button>
    </div>
  );
}

function ShareButton({ address }: { readonly address: string }) {
  const [words, setWords] = useState(texts.share);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setWords(texts.shared);
    } catch {
      setWords(texts.shareFailed);
    }
  };
  return (
    <button type="button" className="way" onClick={() => void copy()}>
      {words}
    </button>
  );
}

function certificateOf(name: string): string {
  return `${pageSetting.base}/certificate/${encodeURIComponent(name)}`;
}
