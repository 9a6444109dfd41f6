import type { OrganizationUsage } from '@sign-display/contracts/rest/organizations';
import { For, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { inDigits } from '../../ui/number-format.ts';

const NAMES = ['signs', 'events', 'schedules', 'storageBytes'] as const;
const MB = 1_000_000;
const GB = 1_000 * MB;

/** What the organization has of each thing, and may have. */
export function Usage(props: { usage: OrganizationUsage }) {
  const { words } = useAdminTools();
  const said = words.settings.usage;
  const { language } = words.common;
  const amount = (name: (typeof NAMES)[number], count: number): string => {
    if (name !== 'storageBytes') return inDigits(count, language, 0);
    return count < GB ? `${inDigits(count / MB, language, 1)} MB` : `${inDigits(count / GB, language, 1)} GB`;
  };
  return (
    <section class="mt-[18px] border-t border-line-strong pt-3.5">
      <h2 class="mb-[3px] text-18 font-[640]">{said.title}</h2>
      <p class="mb-2 leading-normal text-ink-2">{said.lead}</p>
      <dl>
        <For each={NAMES}>
          {(name) => {
            const use = () => props.usage[name];
            const isFull = () => use().most !== null && use().used >= use().most!;
            return (
              <div class="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2">
                <dt>{said[name]}</dt>
                <dd class="text-end" classList={{ 'text-alarm font-[620]': isFull() }}>
                  {use().most === null
                    ? said.noLimit(amount(name, use().used))
                    : said.of(amount(name, use().used), amount(name, use().most!))}
                  <Show when={isFull()}>
                    <span class="block text-12">{said.full}</span>
                  </Show>
                </dd>
                <Show when={use().most}>
                  {(most) => (
                    <span class="col-span-2 mt-1.5 h-1 overflow-hidden rounded-full bg-sunk" aria-hidden="true">
                      <i
                        class="filled block h-full"
                        classList={{ 'bg-alarm-fill': isFull(), 'bg-ink-3': !isFull() }}
                        style={{ width: `${Math.min(100, (100 * use().used) / most())}%` }}
                      />
                    </span>
                  )}
                </Show>
              </div>
            );
          }}
        </For>
      </dl>
    </section>
  );
}
