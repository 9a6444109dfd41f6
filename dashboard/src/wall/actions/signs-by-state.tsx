import { LIMITS } from '@sign-display/contracts/limits';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { BulkSign } from '@sign-display/contracts/rest/bulk';
import type { CommandState } from '@sign-display/contracts/rest/commands';
import { A } from '@solidjs/router';
import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js';
import { createRepeatedRead } from '../../event/repeated-read.ts';
import { LoadError } from '../../features/load-error.tsx';
import { SEVERITIES, TEXT_COLOURS } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { useWallTools } from '../../wall-context.ts';
import { bulkIdsOf, progressOf, type Run } from './bulk-run-progress.ts';
import { reasonText } from './reason-text.ts';
import { RetrySigns } from './retry-signs.tsx';

/** The signs of a bulk as the service lists them, by name: each with its state, and why it is not done. */

const REST_MS = 2_000;
const FEW = 100;
/** Nothing more comes of these. */
const NOT_DONE = new Set<CommandState>(['failed', 'refused', 'expired']);

function Row(props: { sign: BulkSign }) {
  const { words } = useWallTools();
  const why = () => reasonText(words, props.sign) ?? '';
  const name = () => <bdi>{props.sign.name}</bdi>;
  return (
    <li class="grid grid-cols-[minmax(0,1fr)_110px_minmax(0,1.4fr)] items-center gap-x-3 border-b border-line py-1 text-12 last:border-b-0 max-[700px]:grid-cols-[minmax(0,1fr)_auto]">
      <span class="truncate font-[560]" title={props.sign.name}>
        <Show when={props.sign.code !== 'not_found'} fallback={name()}>
          <A
            href={pathOf('sign', { signId: props.sign.signId })}
            class="underline decoration-ink-3 underline-offset-2 max-[700px]:inline-block max-[700px]:py-3.5"
          >
            {name()}
          </A>
        </Show>
      </span>
      <span class={`flex items-center gap-1.5 ${TEXT_COLOURS[SEVERITIES[props.sign.state]]}`}>
        <Mark is={props.sign.state} size={12} /> {words.marks[props.sign.state]}
      </span>
      <span class="wrap-anywhere text-ink-2 max-[700px]:col-span-2" dir="auto">
        {why()}
      </span>
    </li>
  );
}

/** `state` null: all of them. */
export function SignsByState(props: { run: Run; state: CommandState | null }) {
  const { words, client } = useWallTools();
  const said = words.wallActions.bulk;
  const [most, setMost] = createSignal(FEW);
  const reading = createRepeatedRead(REST_MS, async () => {
    const items: BulkSign[] = [];
    let isMore = false;
    for (const id of bulkIdsOf(props.run)) {
      const query = { limit: most(), ...(props.state !== null && { state: props.state }) };
      const answer = await client.call('GET /api/bulk/:id/signs', { params: { id }, query });
      if (!answer.ok) return answer;
      items.push(...answer.body.items);
      isMore ||= answer.body.nextCursor !== null;
    }
    return { ok: true, body: { items, isMore } } as const;
  });
  const counts = createMemo(() => Object.values(progressOf(props.run).counts).join());
  createEffect(on([counts, most], reading.want, { defer: true }));
  const items = () => reading.value()?.items ?? [];
  const bySign = createMemo(() => new Map(items().map((sign) => [sign.signId, sign])));
  const again = () => (reading.value()?.isMore ? [] : items().filter(({ state }) => NOT_DONE.has(state)));
  const label = () => (props.state === null ? said.each : said.listOf(said.states[props.state]));
  return (
    <>
      <Show when={reading.trouble() && !reading.value()}>
        <LoadError what={said.listWhat} why={reading.trouble()!.why} onAgain={reading.read} />
      </Show>
      <Show when={reading.value() && items().length === 0}>
        <p class="mt-2 text-12 text-ink-2">{said.listNone}</p>
      </Show>
      <Show when={items().length > 0}>
        <ul
          class="mt-2.5 max-h-[min(240px,30dvh)] overflow-y-auto border-t border-line"
          aria-label={label()}
          tabindex="0"
        >
          <For each={Array.from(bySign().keys())}>
            {(id) => {
              const sign = createMemo<BulkSign>((was) => bySign().get(id) ?? was!);
              return <Row sign={sign()} />;
            }}
          </For>
        </ul>
      </Show>
      <Show when={reading.value()?.isMore && most() < LIMITS.pageSizeMost}>
        <button
          type="button"
          class="mt-1.5 text-12 font-[580] underline decoration-ink-3 underline-offset-2 max-[700px]:min-h-12"
          onClick={() => setMost(LIMITS.pageSizeMost)}
        >
          {said.listMore}
        </button>
      </Show>
      <RetrySigns run={props.run} signIds={again().map(({ signId }) => signId)} />
    </>
  );
}
