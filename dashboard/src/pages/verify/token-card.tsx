// What a token stands for, without any file.
import type { TokenStatus } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { Mark } from '../../components/marks.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { Facts } from './source-facts.tsx';

export function TokenCard({ token, status }: { readonly token: string; readonly status: TokenStatus }) {
  const isRevoked = status.generator_status === 'revoked';
  return (
    <article className={`panel result ${isRevoked ? 'tone-changed' : 'tone-waiting'}`}>
      <div className="result-head">
        <Mark name={isRevoked ? 'changed' : 'empty'} className="result-mark" />
        <span className="result-name">{token}</span>
        <Title order={3}>{isRevoked ? texts.tokenRevoked : texts.tokenTitle}</Title>
        <p>{isRevoked ? texts.tokenRevokedWords : texts.tokenWords}</p>
      </div>
      <div className="result-body">
        <section>
          <Facts
            org={status.org_name}
            model={status.model}
            signedAt={status.signed_at}
            recordId={status.record_id}
            certificate={token}
          />
        </section>
      </div>
    </article>
  );
}
