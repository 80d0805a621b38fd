// The log as a file, for the chosen days. The page shows the plan gate before you press the button.
import { Button, Group, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AuditFilters } from '../../api/audit-queries.ts';
import { client } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { saveFile } from '../../save-file.ts';
import { auditTexts } from '../../texts/audit.ts';
import { sampleTexts } from '../../texts/gates.ts';

const texts = auditTexts.export;

export function AuditExport({ filters }: { readonly filters: AuditFilters }) {
  const { data: me } = useQuery(meQuery);
  const save = useMutation({
    mutationFn: (format: 'csv' | 'json') =>
      client.audit.export({ format, ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) }),
    onSuccess: ({ body }, format) => saveFile(body, `audit-log.${format}`),
  });
  if (!me) return null;
  return (
    <section className="panel stack" aria-labelledby="export">
      <Title order={2} id="export">
        {texts.title}
      </Title>
      {planReaches(me.org.plan, 'growth') ? (
        <>
          <p className="quiet">{texts.lead}</p>
          {save.error && (
            <div className="problem" role="alert">
              <p>{sentenceOf(save.error)}</p>
            </div>
          )}
          <Group>
            {(['csv', 'json'] as const).map((format) => (
              <Button
                key={format}
                variant="default"
                loading={save.isPending && save.variables === format}
                onClick={() => save.mutate(format)}
              >
                {texts[format]}
              </Button>
            ))}
          </Group>
        </>
      ) : (
        <PlanGate feature="audit_export" has={me.org.plan}>
          <pre className="code">{sampleTexts.export}</pre>
        </PlanGate>
      )}
    </section>
  );
}
