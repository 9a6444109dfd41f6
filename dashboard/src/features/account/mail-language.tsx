import type { MeResponse } from '@sign-display/contracts/rest/session';
import { For, Show } from 'solid-js';
import { asked } from '../../api/session.ts';
import { useTools } from '../../app-context.ts';
import { FormTrouble } from '../create-form.tsx';
import { createSubmission } from '../submission.ts';
import { showUndoToast } from '../undo-toast.ts';

type Language = MeResponse['user']['language'];

/** The language of the mails to this person. It belongs to the account; the language of the pages belongs to the browser. */
export function MailLanguage(props: { language: Language }) {
  const { words, client, session } = useTools();
  const said = words.account.mailLanguage;
  async function choose(language: Language) {
    const answer = await asked(client.call('POST /api/auth/update-user', { body: { language } }));
    if (!answer.ok) return answer.body;
    await session.ask();
    return undefined;
  }
  let wanted: Language = null;
  const saving = createSubmission(async () => {
    const before = props.language;
    const why = await choose(wanted);
    if (why === undefined) showUndoToast(words, said.saved, () => choose(before));
    return why;
  });
  return (
    <section class="border-t border-line-strong pt-4 pb-8">
      <label class="block max-w-[calc(368rem/16)]">
        <span class="mb-[5px] block font-[560]">{said.label}</span>
        <select
          name="language"
          class="h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-15"
          value={props.language ?? ''}
          onChange={(event) => {
            wanted = (event.currentTarget.value || null) as Language;
            void saving.submit();
          }}
        >
          <For each={['', 'en', 'de'] as const}>
            {(value) => <option value={value}>{value === '' ? said.unset : words.shell.languages[value]}</option>}
          </For>
        </select>
        <span class="mt-[5px] block text-ink-2">{said.hint}</span>
      </label>
      <Show when={saving.trouble() !== undefined}>
        <FormTrouble of={saving} />
      </Show>
    </section>
  );
}
