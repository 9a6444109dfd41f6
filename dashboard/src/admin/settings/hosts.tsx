import type { HostList } from '@sign-display/contracts/rest/organizations';
import { createSignal, For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { RefusableButton } from '../../features/focusable-disabled-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Field } from '../../ui/field.tsx';
import { lostWith, ruleFrom, useOf } from './host-rules.ts';

/** The hosts that pages may come from: what uses each, and what a change takes from signs, before it is saved. */
export function Hosts(props: {
  rules: readonly string[];
  saved: readonly string[];
  uses: HostList['items'];
  /** What the service refused of the list. */
  error: string | undefined;
  locked: string | undefined;
  onChange(rules: string[]): void;
}) {
  const { words } = useAdminTools();
  const said = words.settings.hosts;
  const [typed, setTyped] = createSignal('');
  const [wrong, setWrong] = createSignal<string>();
  const isChanged = () => props.rules.join('\n') !== props.saved.join('\n');
  const lost = () => (isChanged() ? lostWith(props.rules, props.uses) : []);
  const kind = (rule: string): string =>
    rule === '*' ? said.kinds.all : rule.startsWith('*.') ? said.kinds.wild : said.kinds.host;
  const use = (rule: string): string => {
    if (!props.saved.includes(rule)) return said.unsaved;
    const { hosts, signs } = useOf(rule, props.uses);
    return hosts === 0 ? said.unused : said.use(hosts, signs);
  };
  function add(event: SubmitEvent): void {
    event.preventDefault();
    if (props.locked !== undefined) return;
    const rule = ruleFrom(typed());
    const isDouble = rule !== null && props.rules.includes(rule);
    setWrong(rule === null ? said.wrong : isDouble ? said.double : undefined);
    if (rule === null || isDouble) return;
    setTyped('');
    props.onChange([...props.rules, rule]);
  }
  return (
    <section>
      <h2 class="mb-[3px] text-18 font-[640]">{words.settings.fields.hosts}</h2>
      <p class="mb-3 max-w-[calc(600rem/16)] leading-normal text-ink-2">{said.lead}</p>
      <ul aria-label={words.settings.fields.hosts} class="mb-2.5">
        <For each={props.rules} fallback={<li class="border-t border-line py-2.5 text-ink-2">{said.every}</li>}>
          {(rule) => (
            <li class="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-1.5 min-[701px]:min-h-[calc(38rem/16)] min-[701px]:grid-cols-[minmax(0,1fr)_minmax(0,calc(190rem/16))_auto]">
              <span class="min-w-0 wrap-anywhere">
                <b class="font-mono font-[500]">{rule}</b> <small class="text-12 text-ink-3">{kind(rule)}</small>
              </span>
              <small class="text-12 text-ink-3 max-[700px]:order-3 max-[700px]:col-span-2">{use(rule)}</small>
              <RefusableButton
                whyNot={props.locked}
                aria-label={said.remove(rule)}
                onClick={() => props.onChange(props.rules.filter((one) => one !== rule))}
              >
                <Icon is="close" size={14} />
              </RefusableButton>
            </li>
          )}
        </For>
      </ul>
      <form onSubmit={add} class="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2" novalidate>
        <Field
          label={said.addLabel}
          name="host"
          autocomplete="off"
          spellcheck={false}
          autocapitalize="off"
          dir="ltr"
          placeholder="menu.example"
          maxLength={300}
          locked={props.locked}
          value={typed()}
          error={wrong() ?? props.error}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <span class="pt-[calc(1rem+8px)]">
          <RefusableButton type="submit" whyNot={props.locked}>
            {said.add}
          </RefusableButton>
        </span>
      </form>
      <div role="status">
        <Show when={lost().length > 0}>
          <div class="border-l-[3px] border-caution-fill bg-caution-wash px-3.5 py-[11px] leading-[1.45]">
            <For each={lost()}>
              {({ host, signs, schedules }) => <b class="block font-[640]">{said.lost(host, signs, schedules)}</b>}
            </For>
            {said.lostFoot}
          </div>
        </Show>
      </div>
    </section>
  );
}
