import { For } from 'solid-js';
import { useTools } from '../../app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { keysShown } from '../../ui/key-registry.ts';

/** All keys that do something on this page, and whether single ones shall. */
export function KeyMap(props: { isOpen: boolean; onClose(): void }) {
  const { words, keys, preferences } = useTools();
  const said = words.shell;
  return (
    <Dialog isOpen={props.isOpen} onClose={() => props.onClose()} title={said.keysNow}>
      <For each={keysShown(keys.scopes())}>
        {({ title, rows }) => (
          <section class="mt-3">
            <h3 class="pb-1 text-11 font-[600] text-ink-3">{title}</h3>
            <dl class="grid grid-cols-[1fr_auto]">
              <For each={rows}>
                {(row) => (
                  <>
                    <dt class="border-t border-line py-1.5">{row.said}</dt>
                    <dd class="border-t border-line py-1.5 text-end">
                      <kbd class="rounded-[3px] border border-line bg-ground px-1.5 font-mono text-12 text-ink-2">
                        {said.keyNames[row.keys] ?? (row.keys.length === 1 ? row.keys.toLocaleUpperCase() : row.keys)}
                      </kbd>
                    </dd>
                  </>
                )}
              </For>
            </dl>
          </section>
        )}
      </For>
      <label class="mt-4 flex min-h-12 cursor-pointer items-center gap-3 border-t border-line-strong pt-3">
        <input
          type="checkbox"
          class="size-4 flex-none accent-(--ink)"
          checked={preferences.singleKeys.value() === 'on'}
          onChange={(event) => preferences.singleKeys.choose(event.currentTarget.checked ? 'on' : 'off')}
        />
        <span>
          <span class="block font-[560]">{said.keysOn}</span>
          <span class="block text-12 text-ink-3">{said.keysOnHint}</span>
        </span>
      </label>
      <Actions>
        <Button onClick={() => props.onClose()}>{said.keysClose}</Button>
      </Actions>
    </Dialog>
  );
}
