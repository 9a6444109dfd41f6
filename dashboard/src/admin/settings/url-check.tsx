import { readFieldMessage } from '@sign-display/contracts/field-messages';
import type { UrlCheck as Checked } from '@sign-display/contracts/rest/organizations';
import type { Static } from 'typebox';
import { createSignal, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { fieldErrorText } from '../../features/error-text.ts';
import { createForm, FormTrouble } from '../../features/create-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Mark } from '../../ui/status-mark.tsx';
import { covers, hostOfUrl } from './host-rules.ts';

type Answer = Static<typeof Checked>;

/** These refusals are about the list; the others are about the address, and stay whatever the list is. */
const ABOUT_HOSTS: ReadonlySet<string> = new Set([
  'urlHost',
  'urlPrivate',
  'urlPrivateFirst',
  'urlLinkLocal',
  'urlLinkLocalFirst',
  'urlNoPage',
  'urlNoPageFirst',
]);

/** One answer: yes with the rule, or no with the reason. */
const Verdict = (props: { when: string; isAllowed: boolean; text: string }) => (
  <p
    class="mb-2 flex items-start gap-2.5 border-l-[3px] px-3.5 py-[11px] leading-[1.45] wrap-anywhere"
    classList={{
      'border-ink bg-sunk': props.isAllowed,
      'border-alarm-fill bg-alarm-wash': !props.isAllowed,
    }}
  >
    <span class={`mt-0.5 flex-none ${props.isAllowed ? 'text-good' : 'text-alarm'}`}>
      <Mark is={props.isAllowed ? 'acked' : 'failed'} size={14} />
    </span>
    <span class="min-w-0">
      <b class="font-[640]">{props.when}</b> {props.text}
    </span>
  </p>
);

/** Asks the service about a page, and says what the list on this page would change, before it is saved. */
export function UrlCheck(props: { organizationId: string; rules: readonly string[]; saved: readonly string[] }) {
  const { words, client } = useAdminTools();
  const said = words.settings.check;
  const [answer, setAnswer] = createSignal<{ url: string; is: Answer }>();
  const form = createForm({ url: '' }, async ({ url }) => {
    setAnswer();
    const params = { id: props.organizationId };
    const query = { url: url.trim() };
    const checked = await asked(client.call('GET /api/organizations/:id/url-check', { params, query }));
    if (!checked.ok) return checked.body;
    setAnswer({ url: query.url, is: checked.body });
    return undefined;
  });
  const reason = (detail: string | null): string => (detail === null ? '' : fieldErrorText(words, detail, said.label));
  const isUnsaved = () => props.rules.join('\n') !== props.saved.join('\n');
  /** What the unsaved list would do. The service decides; this is the list alone. */
  const after = (): { isAllowed: boolean; text: string } | undefined => {
    const found = answer();
    if (!found || !isUnsaved()) return undefined;
    const { url, is } = found;
    const rule = is.detail === null ? undefined : readFieldMessage(is.detail)?.rule;
    const host = hostOfUrl(url);
    if (host === null || (!is.allowed && (rule === undefined || !ABOUT_HOSTS.has(rule))))
      return { isAllowed: false, text: said.no(reason(is.detail)) };
    const wanted = props.rules.find((one) => covers(one, host));
    if (wanted !== undefined) return { isAllowed: true, text: said.yes(wanted) };
    return props.rules.length === 0
      ? { isAllowed: true, text: said.everyPublic }
      : { isAllowed: false, text: said.no(said.notListed(host)) };
  };
  return (
    <section class="mt-[22px]">
      <h2 class="mb-2 text-13 font-[620]">{said.title}</h2>
      <form onSubmit={form.submit} class="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2" novalidate>
        <Field
          required
          inputmode="url"
          autocomplete="off"
          spellcheck={false}
          autocapitalize="off"
          dir="ltr"
          placeholder="https://menu.example/bar"
          {...form.field('url', said.label)}
        />
        <span class="pt-[calc(1rem+8px)]">
          <Button type="submit" aria-disabled={form.isBusy()}>
            {said.button}
          </Button>
        </span>
      </form>
      <FormTrouble of={form} />
      <div role="status">
        <Show when={answer()}>
          {(found) => (
            <Verdict
              when={said.now}
              isAllowed={found().is.allowed}
              text={found().is.allowed ? said.yes(found().is.rule) : said.no(reason(found().is.detail))}
            />
          )}
        </Show>
        <Show when={after()}>
          {(then) => <Verdict when={said.after} isAllowed={then().isAllowed} text={then().text} />}
        </Show>
      </div>
    </section>
  );
}
