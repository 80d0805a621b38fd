// Leads to what an event is about, if it still has a page.
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { auditTexts } from '../../texts/audit.ts';
import type { AuditEvent } from '../../texts/audit-facts.ts';

const texts = auditTexts.links;

/** By the first field of an event that has a page. */
const listPages = [
  ['certificate_id', 'certificates'],
  ['domain_id', 'domains'],
  ['key_id', 'apiKeys'],
  ['invite_id', 'team'],
  ['plan', 'billing'],
  ['changed', 'branding'],
] as const;

export function EventLink({ event: { type, metadata, names } }: { readonly event: AuditEvent }) {
  const { record_id, generator_id, webhook_id } = metadata;
  if (typeof record_id === 'string') {
    return (
      <PageLink to={pagePaths.record} params={{ recordId: record_id }}>
        {texts.record}
      </PageLink>
    );
  }
  if (typeof generator_id === 'string') {
    return (
      <PageLink to={pagePaths.generator} params={{ generatorId: generator_id }}>
        {texts.generator}
      </PageLink>
    );
  }
  if (typeof webhook_id === 'string') {
    if (names[webhook_id] === undefined) return null;
    return (
      <PageLink to={pagePaths.webhook} params={{ webhookId: webhook_id }}>
        {texts.webhook}
      </PageLink>
    );
  }
  if (type.startsWith('member_')) return <PageLink to={pagePaths.team}>{texts.team}</PageLink>;
  const found = listPages.find(([field]) => metadata[field] !== undefined);
  return found ? <PageLink to={pagePaths[found[1]]}>{texts[found[1]]}</PageLink> : null;
}
