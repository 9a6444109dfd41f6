import type { JobState, SystemJob, SystemResponse } from '@sign-display/contracts/rest/system';
import { createEffect, createSignal, For, on, Show } from 'solid-js';
import { useAdminTools } from '../../admin-context.ts';
import { asked } from '../../api/session.ts';
import { useEvery } from '../../event/repeated-read.ts';
import { createPagedList, PagedListEnd } from '../../features/paged-list.tsx';
import { useNow } from '../../features/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { inDigits } from '../../ui/number-format.ts';
import { showToast } from '../../ui/toasts.tsx';
import { seenText } from '../people/seen-text.ts';
import { SectionTitle } from './section-title.tsx';

/** A copy of the contract’s list, because importing that would load the schema library. */
const STATES = ['dead', 'running', 'due', 'waiting'] as const satisfies readonly JobState[];
const READ_EVERY_MS = 5_000;

function JobRow(props: { job: SystemJob; isRetrying: boolean; onRetry(): void }) {
  const { words, times } = useAdminTools();
  const said = words.system.jobs;
  const now = useNow(10_000);
  /** Future times are shown as a time, or as a date from 12 hours on; past times are shown in a short form. */
  const when = (): string => {
    const atMs = Date.parse(props.job.runAt);
    if (atMs <= now()) return seenText(words, times, props.job.runAt, now());
    return times.said(atMs, atMs - now() < 12 * 3_600_000 ? 'seconds' : 'dateTime');
  };
  return (
    <li class="flex flex-wrap items-start gap-x-2 gap-y-1 border-t border-line py-2.5">
      <div class="min-w-0 flex-1 basis-48 wrap-anywhere">
        <b class="block font-[600]">{said.kinds[props.job.kind] ?? props.job.kind}</b>
        <small class="block text-12 leading-[1.4] text-ink-3">
          {said.number(props.job.id)}, {said.tried(props.job.attempts)}, {said.at[props.job.state]} {when()}
        </small>
        <small class="block text-12 leading-[1.4] text-alarm empty:hidden">{props.job.error}</small>
      </div>
      <Show when={props.job.state === 'dead'}>
        <Button
          aria-label={said.retryOf(props.job.id)}
          aria-disabled={props.isRetrying}
          onClick={() => props.onRetry()}
        >
          {said.retry}
        </Button>
      </Show>
    </li>
  );
}

/**
 * Shows the jobs of the service in one state, and retries jobs that were given up. `counts`: the counts that the page
 * read last.
 */
export function Jobs(props: { counts: SystemResponse['jobs'] }) {
  const { words, client } = useAdminTools();
  const said = words.system.jobs;
  const [state, setState] = createSignal<JobState>('dead');
  const list = createPagedList((cursor) =>
    client.call('GET /api/system/jobs', { query: { state: state(), ...(cursor && { cursor }) } }),
  );
  const [retryingId, setRetrying] = createSignal<string>();
  /** Once older pages are open, the list is not refreshed until another state is chosen. */
  const refresh = (): void => {
    if (retryingId() === undefined && (list.items()?.length ?? 0) <= 50) void list.read();
  };
  createEffect(on([state, () => props.counts[state()]], () => refresh()));
  useEvery(READ_EVERY_MS, refresh);

  async function retry(job: SystemJob): Promise<void> {
    if (retryingId() !== undefined) return;
    setRetrying(job.id);
    const answer = await asked(client.call('POST /api/system/jobs/:id/retry', { params: { id: job.id } }));
    setRetrying();
    // Another system owner may have retried the job meanwhile.
    const isGone = !answer.ok && (answer.body?.code === 'conflict' || answer.body?.code === 'not_found');
    if (!answer.ok && !isGone) return void list.setTrouble({ why: answer.body });
    list.remove(job);
    if (answer.ok) showToast(said.retried, words.shell.toasts);
  }
  return (
    <section>
      <SectionTitle title={said.title} />
      <div role="group" aria-label={said.state} class="mb-2 flex flex-wrap gap-1">
        <For each={STATES}>
          {(each) => (
            <button
              type="button"
              aria-pressed={state() === each}
              class="inline-flex min-h-7 items-center gap-1.5 rounded-control border px-2 max-[700px]:min-h-12 max-[700px]:px-3"
              classList={{
                'border-ink bg-surface': state() === each,
                'border-transparent text-ink-2': state() !== each,
                'text-alarm': each === 'dead' && props.counts.dead > 0,
              }}
              onClick={() => setState(each)}
            >
              <b class="font-[640]">{inDigits(props.counts[each], words.common.language, 0)}</b> {said.states[each]}
            </button>
          )}
        </For>
      </div>
      <ul aria-label={`${said.title}: ${said.states[state()]}`}>
        <For
          each={list.items()}
          fallback={
            <Show when={list.items()}>
              <li class="border-t border-line py-2 text-ink-2">{said.none[state()]}</li>
            </Show>
          }
        >
          {(job) => <JobRow job={job} isRetrying={retryingId() === job.id} onRetry={() => void retry(job)} />}
        </For>
      </ul>
      <PagedListEnd list={list} more={said.more} />
    </section>
  );
}
