// The name of the organization. Owners can change it.
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { securityTexts } from '../../texts/security.ts';

const texts = securityTexts.rename;

export function RenameOrganization({ name }: { readonly name: string }) {
  const rename = useMutation({
    mutationFn: (wanted: string) => client.account.rename(wanted),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return (
    <section className="panel stack" aria-labelledby="rename">
      <Title order={2} id="rename">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      <Form
        submit={texts.submit}
        pending={rename.isPending}
        error={rename.error}
        isInline
        onSubmit={(values) => rename.mutate(values.name ?? '')}
      >
        <Field name="name" label={texts.label} defaultValue={name} maxLength={100} />
      </Form>
      <div role="status">{rename.isSuccess && texts.done}</div>
    </section>
  );
}
