import { createMemo, For, Show } from 'solid-js';
import { Button } from '../../ui/button.tsx';
import { SEVERITIES, TEXT_COLOURS } from '../../ui/marks.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { useWallTools } from '../../wall-tools.tsx';
import type { Run } from './bulk.ts';
import { useDeeds } from './deeds.tsx';
import { eachSign, notDone } from './each-sign.ts';

/** How far a bulk is with each of its signs; who failed comes first. */

/** So many lines are looked through; who failed is before all others. */
const SHOWN_MOST = 100;

export function EachSign(props: { run: Run }) {
  const { words } = useWallTools();
  const { bulk, seen, tell } = useDeeds();
  const said = words.deeds.bulk;
  const all = createMemo(() => eachSign(props.run, seen.live.feed().signs ?? new Map(), bulk.told()));
  const again = () => notDone(all());
  const isKnown = () => props.run.parts.every(({ signIds }) => signIds !== null);
  async function tryAgain(): Promise<void> {
    const { deed } = props.run;
    if (deed !== 'undo') tell(await bulk.start(deed, again()));
  }
  return (
    <Show when={isKnown()} fallback={<p class="mt-2 text-12 text-ink-2">{said.eachNotKnown}</p>}>
      <ul
        class="mt-2.5 max-h-[min(240px,30dvh)] overflow-y-auto border-t border-line"
        aria-label={said.each}
        tabindex="0"
      >
        <For each={all().slice(0, SHOWN_MOST)}>
          {({ sign, state, why }) => (
            <li class="grid grid-cols-[minmax(0,1fr)_110px_minmax(0,1.4fr)] items-center gap-x-3 border-b border-line py-1 text-12 last:border-b-0">
              <bdi class="truncate font-[560]" title={sign.name}>
                {sign.name}
              </bdi>
              <span class={`flex items-center gap-1.5 ${TEXT_COLOURS[state === null ? 'quiet' : SEVERITIES[state]]}`}>
                <Show when={state} fallback={said.notToldYet}>
                  {(is) => (
                    <>
                      <Mark is={is()} size={12} /> {words.marks[is()]}
                    </>
                  )}
                </Show>
              </span>
              <span class="truncate text-ink-2" dir="auto" title={why ?? sign.location}>
                {why ?? sign.location}
              </span>
            </li>
          )}
        </For>
      </ul>
      <Show when={all().length > SHOWN_MOST}>
        <p class="mt-1.5 text-12 text-ink-2">{words.map.wrong.more(all().length - SHOWN_MOST)}</p>
      </Show>
      <Show when={again().length > 0 && props.run.deed !== 'undo'}>
        <p class="mt-2">
          <Button onClick={() => void tryAgain()}>{said.tryAgain(again().length)}</Button>
        </p>
      </Show>
    </Show>
  );
}
