// A preview of the head of a certificate (service/src/resources/certificate). It shows the place of
// the logo, not the logo, because the Content-Security-Policy of these pages allows no external
// pictures.
import { Title } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Seal } from '../../components/marks.tsx';
import { brandingTexts } from '../../texts/branding.ts';
import { type BrandingDraft, isWholeColor } from './branding-draft.ts';

const texts = brandingTexts.preview;

interface CertificateHeadProps {
  readonly draft: BrandingDraft;
  readonly orgName: string;
}

export function CertificateHead({ draft, orgName }: CertificateHeadProps) {
  const color = draft.primary_color.trim();
  const style = isWholeColor(color) ? ({ '--brand': color } as CSSProperties) : undefined;
  return (
    <section aria-labelledby="preview" className="stack">
      <Title order={2} id="preview">
        {texts.title}
      </Title>
      <div className="panel certificate-head">
        <div className="certificate-band" style={style}>
          {draft.logo_url.trim() === '' ? <Seal size={40} /> : <span className="certificate-logo">{texts.logo}</span>}
          <span>{draft.display_name.trim() || orgName}</span>
        </div>
        <div className="certificate-rest">
          <p className="certificate-title">{texts.certificate}</p>
          <p>{texts.signedBy(orgName)}</p>
          {draft.support_url.trim() !== '' && <p>{texts.support}</p>}
        </div>
      </div>
      {draft.logo_url.trim() !== '' && <p className="quiet">{texts.logoNote}</p>}
    </section>
  );
}
