import { pathOf } from '@sign-display/contracts/page-paths';
import { useNavigate } from '@solidjs/router';
import { asked } from '../api/session.ts';
import { createForm, FormTrouble } from '../features/create-form.tsx';
import { Page } from '../features/page-layout.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { useTools } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** Makes an organization, of which its maker is the owner, and goes on to its first event. */
export default function NewOrganization() {
  const { words, client, session } = useTools();
  const navigate = useNavigate();
  const form = createForm({ name: '' }, async (body) => {
    const answer = await asked(client.call('POST /api/organizations', { body }));
    if (!answer.ok) return answer.body;
    await session.ask();
    navigate(pathOf('newEvent', { organizationId: answer.body.id }));
    return undefined;
  });
  const said = words.events.organization;
  return (
    <Shell>
      {() => (
        <Page title={said.title} lead={said.lead}>
          <form onSubmit={form.submit} class="max-w-[calc(420rem/16)]" novalidate>
            <Field required autofocus maxLength={200} dir="auto" {...form.field('name', words.common.name)} />
            <div class="pt-1.5">
              <Button kind="primary" type="submit" aria-disabled={form.isBusy()}>
                {said.make}
              </Button>
            </div>
            <FormTrouble of={form} wrong={form.trouble()?.code === 'forbidden' ? said.forbidden : undefined} />
          </form>
        </Page>
      )}
    </Shell>
  );
}
