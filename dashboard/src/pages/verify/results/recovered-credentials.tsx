// The manifest of the record, for a file that has none. It is offered, not shown as if it were in
// the file.
import { pageSetting } from '../../../page-setting.ts';
import { resultTexts } from '../../../texts/verify.ts';

const texts = resultTexts.recovered;

export function RecoveredCredentials({ manifestId }: { readonly manifestId: string }) {
  return (
    <section>
      <h3>{texts.title}</h3>
      <p className="quiet">{texts.note}</p>
      <p className="no-print">
        <a
          className="way"
          href={`${pageSetting.base}/v1/c2pa/manifests/${encodeURIComponent(manifestId)}`}
          download={`${manifestId.replaceAll(':', '-')}.c2pa`}
        >
          {texts.get}
        </a>
      </p>
    </section>
  );
}
