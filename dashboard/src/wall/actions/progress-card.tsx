import type { CommandState } from '@sign-display/contracts/rest/commands';
import { createEffect, createMemo, createSignal, createUniqueId, For, Index, on, Show } from 'solid-js';
import { useNow } from '../../features/use-now.ts';
import { createSubmission } from '../../features/submission.ts';
import { errorText } from '../../features/error-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SEVERITIES, TEXT_COLOURS } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { useWallTools } from '../../wall-context.ts';
import { ConfirmBulk } from './confirm-bulk.tsx';
import { disruptionOf, type Disruptive } from './needs-confirmation.ts';
import {
  bulkIdsOf,
  canBeUndone,
  isUnread,
  progressOf,
  sharesOf,
  SHOWN_STATES,
  undoableOf,
  waitingOf,
  type Run,
} from './bulk-run-progress.ts';
import { SignsByState } from './signs-by-state.tsx';
import { EachSign } from './bulk-progress-list.tsx';
import { useWallActions } from './wall-actions.tsx';
import { showOther } from './bulk-progress-by-sign.ts';
import { offerUndo } from './offer-undo.ts';
import { bulkText } from './bulk-text.ts';

/** How far a bulk is, above what is chosen: what and where, a bar in states, counts, who failed and why, and undo where there is one. */

const FILLS = {
  alarm: 'bg-alarm-fill',
  caution: 'bg-caution',
  note: 'bg-note-fill',
  quiet: 'bg-ink-faint',
  good: 'bg-good-fill',
};
/** Their words are of what went wrong, so they are in its colour, too. */
const LOUD = new Set<CommandState>(['failed', 'refused', 'expired']);
/** Their counts open the list of their signs, with the reasons. */
const LISTED = new Set<CommandState>(['failed', 'refused', 'expired', 'queued']);

const LINK = 'flex-none font-[580] underline decoration-ink-3 underline-offset-2 max-[700px]:min-h-12';

interface Counted {
  state: CommandState;
  count: number;
}

export function ProgressCard(props: { run: Run }) {
  const tools = useWallTools();
  const wallActions = useWallActions();
  const { words } = tools;
  const { bulk, seen, tell } = wallActions;
  const said = words.wallActions.bulk;
  const now = useNow();
  const listId = createUniqueId();
  const [isOpen, setOpen] = createSignal(false);
  /** The state whose signs are listed, as the service has them. */
  const [listed, setListed] = createSignal<CommandState | null>(null);
  // The list is of one run.
  createEffect(
    on(
      () => bulkIdsOf(props.run).join('.'),
      () => setListed(null),
      { defer: true },
    ),
  );
  const toggleState = (state: CommandState): void => {
    setOpen(false);
    setListed((was) => (was === state ? null : state));
  };
  const progress = createMemo(() => progressOf(props.run));
  const canUndo = () => undoableOf(props.run, now()).length > 0;
  const isLive = () => seen.live.feed().step.is === 'live';
  const undoing = createSubmission(async () => {
    const why = await bulk.undo(props.run);
    if (why !== 'busy') return why;
    tell(why);
    return undefined;
  });
  function close(): void {
    const { run } = props;
    bulk.dismiss();
    offerUndo(tools, wallActions, run);
  }
  const [asks, setAsks] = createSignal<Disruptive | null>(null);
  const sendAgain = async (): Promise<void> => tell(await bulk.sendAgain());
  const askOrSend = (): void => {
    const what = disruptionOf(props.run.action);
    if (what === null) void sendAgain();
    else setAsks(what);
  };
  /** Whom it is not known of whether they got it. */
  const notAnswered = createMemo(() =>
    props.run.parts.flatMap(({ signIds, state }) => (state.is === 'unknown' ? (signIds ?? []) : [])),
  );
  const refusals = () =>
    props.run.parts.flatMap(({ state }) => (state.is === 'refused' ? errorText(words, state.why) : []));
  const about = () => bulkText(words, props.run);
  const waits = () => canBeUndone(props.run.action);
  /** The counts in their order, by their words, which stay while the numbers change; those that wait for their sign apart from those that wait for their turn. */
  const counts = createMemo((): ReadonlyMap<string, Counted> => {
    const signs = seen.live.feed().signs;
    const all = SHOWN_STATES.flatMap((state): [string, Counted][] => {
      const count = progress().counts[state];
      const waiting =
        state === 'queued' && waits() ? waitingOf(props.run, (id) => signs?.get(id)?.presence === 'online') : null;
      if (waiting === null) return [[said.states[state], { state, count }]];
      return [
        [said.theirTurn, { state, count: waiting.turn }],
        [said.untilBack, { state, count: waiting.back }],
      ];
    });
    return new Map(all.filter(([, { count }]) => count > 0));
  });
  const others = createMemo(() => showOther(props.run, seen.live.feed().signs ?? new Map()));
  /** What is to be known besides the counts. */
  const notes = () => [
    ...(progress().asking > 0 ? [said.asking(progress().asking)] : []),
    ...(others() > 0 ? [said.scheduled(others())] : []),
    ...(progress().leftOut > 0 ? [said.leftOut(progress().leftOut)] : []),
    ...(isLive() ? [] : [said.notLive]),
    ...(isUnread(props.run) ? [said.notRead] : []),
    ...refusals().map((why) => said.refused(progress().refused, why)),
  ];
  return (
    <section
      aria-label={about().title}
      class="w-[690px] max-w-full rounded-md border border-line-strong bg-surface px-3.5 py-3 shadow-float"
    >
      <div class="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 class="flex-none font-[640]">{about().title}</h3>
        <span class="min-w-0 flex-1 truncate text-ink-2" dir="auto" title={about().what}>
          {about().what}
        </span>
        <Show when={canUndo()}>
          <button type="button" class={LINK} aria-disabled={bulk.isAsking()} onClick={() => void undoing.submit()}>
            {props.run.action === 'undo' ? said.undoUndo : said.undo}
          </button>
        </Show>
        <button
          type="button"
          class="grid size-6 flex-none place-items-center self-center text-ink-2 hover:text-ink max-[700px]:size-12"
          aria-label={said.close}
          onClick={close}
        >
          <Icon is="close" size={13} />
        </button>
      </div>
      <div class="mt-2 flex h-2 gap-px bg-sunk" aria-hidden="true">
        <Index each={sharesOf(progress())}>
          {(part) => <span class={FILLS[SEVERITIES[part().state]]} style={{ width: `${part().share}%` }} />}
        </Index>
      </div>
      <div class="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <ul class="flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
          <For each={Array.from(counts().keys())}>
            {(words) => {
              const is = createMemo<Counted>((was) => counts().get(words) ?? was!);
              return (
                <li
                  class="flex items-center gap-1.5"
                  classList={{ [TEXT_COLOURS[SEVERITIES[is().state]]]: LOUD.has(is().state) }}
                  data-state={is().state}
                >
                  <span class={TEXT_COLOURS[SEVERITIES[is().state]]}>
                    <Mark is={is().state} size={12} />
                  </span>
                  <Show
                    when={LISTED.has(is().state) && words !== said.theirTurn}
                    fallback={
                      <span>
                        <b class="font-[640]">{is().count}</b> {words}
                      </span>
                    }
                  >
                    <button
                      type="button"
                      class="underline decoration-current/50 underline-offset-2 max-[700px]:min-h-12"
                      aria-expanded={listed() === is().state}
                      aria-controls={listId}
                      title={said.showState(is().count, words)}
                      onClick={() => toggleState(is().state)}
                    >
                      <b class="font-[640]">{is().count}</b> {words}
                    </button>
                  </Show>
                </li>
              );
            }}
          </For>
        </ul>
        <button
          type="button"
          class={`${LINK} ms-auto`}
          aria-expanded={isOpen()}
          aria-controls={listId}
          onClick={() => {
            setListed(null);
            setOpen((is) => !is);
          }}
        >
          {isOpen() ? said.hideEach : said.showEach}
        </button>
      </div>
      <Index each={notes()}>{(note) => <p class="mt-1.5 text-12 text-ink-2">{note()}</p>}</Index>
      <Show when={progress().unknown > 0}>
        <p class="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-12 text-caution" role="alert">
          {said.unknown(progress().unknown)}
          <button type="button" class={`${LINK} text-ink`} aria-disabled={bulk.isAsking()} onClick={askOrSend}>
            {said.sendAgain}
          </button>
        </p>
      </Show>
      <Show when={undoing.trouble() !== undefined}>
        <p class="mt-1.5 text-12 text-alarm" role="alert">
          {words.shell.toasts.notUndone} {errorText(words, undoing.trouble()!)}
        </p>
      </Show>
      <div id={listId}>
        <Show when={isOpen()}>
          <EachSign run={props.run} />
        </Show>
        <Show when={listed()} keyed>
          {(state) => <SignsByState run={props.run} state={state} />}
        </Show>
      </div>
      <ConfirmBulk
        what={asks()}
        signIds={notAnswered()}
        onKeep={() => setAsks(null)}
        onSend={() => {
          setAsks(null);
          void sendAgain();
        }}
      />
    </section>
  );
}
