import { asked } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { createForm, FormTrouble } from '../create-form.tsx';
import { showUndoToast } from '../undo-toast.ts';

/** How others see the person; the address is who they are, and stays. */
export function NameForm(props: { name: string; email: string }) {
  const { words, client, session } = useTools();
  const said = words.account;
  async function rename(name: string) {
    const answer = await asked(client.call('POST /api/auth/update-user', { body: { name } }));
    if (!answer.ok) return answer.body;
    await session.ask();
    return undefined;
  }
  const form = createForm({ name: props.name }, async ({ name }) => {
    const before = props.name;
    const why = await rename(name.trim());
    if (why !== undefined) return why;
    showUndoToast(words, said.renamed, async () => {
      const notBack = await rename(before);
      if (notBack === undefined) form.set({ name: before });
      return notBack;
    });
    return undefined;
  });
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <form onSubmit={form.submit} class="max-w-[calc(368rem/16)]" novalidate>
        <Field autocomplete="name" required maxLength={200} dir="auto" {...form.field('name', words.common.name)} />
        <Field label={words.common.email} value={props.email} readOnly hint={said.emailHint} />
        <Button type="submit" aria-disabled={form.isBusy()}>
          {said.rename}
        </Button>
        <FormTrouble of={form} />
      </form>
    </section>
  );
}
