// The next step after a first file: the same from a program.
import { Anchor, Title } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { pageSetting } from '../../page-setting.ts';
import { fromCodeTexts as texts } from '../../texts/sign.ts';
import { type SnippetLanguage, snippetLanguages, snippetsOf } from './snippets.ts';

interface FromYourCodeProps {
  readonly generatorId: string;
  readonly model: string;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const guides = { typescript: 'quickstart-sdk', cli: 'quickstart-cli' };

export default function FromYourCode({ generatorId, model }: FromYourCodeProps) {
  const [shown, setShown] = useState<SnippetLanguage>('curl');
  const id = useId();
  const code = snippetsOf({ baseUrl: location.origin + pageSetting.base, generatorId, model })[shown];
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (!step) return;
    const place = (snippetLanguages.indexOf(shown) + step + snippetLanguages.length) % snippetLanguages.length;
    setShown(snippetLanguages[place]!);
    document.getElementById(`${id}-${snippetLanguages[place]}`)?.focus();
  };
  return (
    <section className="panel from-code" aria-labelledby={id}>
      <Title order={2} id={id}>
        {texts.title}
      </Title>
      <p className="quiet">
        {texts.lead} {texts.keyBefore} <code>PROVENANCE_API_KEY</code> {texts.keyAfter}{' '}
        <PageLink to={pagePaths.apiKeys}>{texts.createKey}</PageLink>
      </p>
      <div className="from-code-head">
        <div role="tablist" aria-label={texts.tabs} className="from-code-tabs" onKeyDown={move}>
          {snippetLanguages.map((language) => (
            <button
              key={language}
              type="button"
              role="tab"
              id={`${id}-${language}`}
              className="way"
              aria-selected={language === shown}
              aria-controls={`${id}-code`}
              tabIndex={language === shown ? 0 : -1}
              onClick={() => setShown(language)}
            >
              {texts.names[language]}
            </button>
          ))}
        </div>
        <CopyButton text={code} label={texts.copy} />
      </div>
      <pre className="code" id={`${id}-code`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {code}
      </pre>
      {(shown === 'typescript' || shown === 'cli') && (
        <Anchor href={`${pageSetting.base}/docs/use/${guides[shown]}`} target="_blank" rel="noopener">
          {texts.install[shown]}
        </Anchor>
      )}
    </section>
  );
}
