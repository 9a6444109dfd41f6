import { A, useLocation } from '@solidjs/router';
import { For } from 'solid-js';
import { useTools } from '../app-context.ts';
import { Mark } from '../ui/status-mark.tsx';
import type { claimedByKind, Stage } from './attempt-stages-and-filter.ts';
import { codeText } from './outcome-text.ts';

/** How far the attempts came: each stage with how many came so far, and why the others broke there. `searchOf`: the page's search with that code alone. */
export function Stages(props: {
  stages: readonly Stage[];
  claimed: ReturnType<typeof claimedByKind>;
  searchOf(code: string): string;
}) {
  const { words } = useTools();
  const location = useLocation();
  return (
    <section class="bg-surface">
      <h2 class="sr-only">{words.claims.byStage}</h2>
      <ol class="grid min-[701px]:grid-cols-3">
        <For each={props.stages}>
          {({ stage, reached, broken }, index) => (
            <li class="min-w-0 px-4 py-3 max-[700px]:border-t max-[700px]:border-line max-[700px]:py-1.5 max-[700px]:first:border-t-0">
              <div class="flex min-h-[30px] items-center gap-2.5">
                <span
                  class="grid size-[calc(26rem/16)] flex-none place-items-center rounded-full"
                  classList={{
                    'bg-good-fill text-on-good': stage === 'claimed',
                    'bg-ink text-ground': stage !== 'claimed',
                  }}
                >
                  <Mark is="acked" size={14} />
                </span>
                <b class="text-18 font-[640]">{reached}</b>
                <span class="text-ink-2">{words.claims.stages[stage]}</span>
                <span
                  class="h-0.5 flex-1 bg-ink opacity-75 max-[700px]:hidden"
                  classList={{ hidden: index() === props.stages.length - 1 }}
                />
              </div>
              <ul class="mt-2 empty:hidden">
                <For each={broken}>
                  {({ code, count }) => (
                    <li class="flex items-center justify-between gap-2.5 max-[700px]:min-h-12">
                      <A
                        href={location.pathname + props.searchOf(code)}
                        replace
                        noScroll
                        class="min-w-0 py-1 no-underline hover:underline"
                        title={code}
                      >
                        {codeText(words, code)}
                      </A>
                      <b class="font-[600]">{count}</b>
                    </li>
                  )}
                </For>
                <For each={stage === 'claimed' ? props.claimed : []}>
                  {({ kind, count }) => (
                    <li class="flex items-center justify-between gap-2.5 py-1">
                      <span class="min-w-0">{words.claims.claimedKinds[kind]}</span>
                      <b class="font-[600]">{count}</b>
                    </li>
                  )}
                </For>
              </ul>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
