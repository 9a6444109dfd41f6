import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, For, Show } from 'solid-js';
import { SEVERITIES, TEXT_COLOURS } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { useWallTools } from '../../wall-context.ts';
import { commandFailureText } from '../../sign/command-failure-text.ts';
import { isOver, progressOf, type Run } from './bulk-run-progress.ts';
import { RetrySigns } from './retry-signs.tsx';
import { SignsByState } from './signs-by-state.tsx';
import { useWallActions } from './wall-actions.tsx';
import { createPageFailureReasons } from './read-page-failure-reasons.ts';
import { eachSign, notDone, pageFailed, type OfSign } from './bulk-progress-by-sign.ts';

/** How far a bulk is with each of its signs; who failed comes first. */

/** So many lines are looked through; who failed is before all others. */
const SHOWN_MOST = 100;

const OfOne = (props: { row: OfSign | undefined; unknown: string; whyPage(sign: SignRow): string | null }) => {
  const { words } = useWallTools();
  const is = createMemo<OfSign>((was) => props.row ?? was!);
  const state = () => is().state;
  /** What a sign that is done shows in the page's place, and how much that matters. */
  const instead = (): { said: string; colour: string } | null => {
    const { shows } = is();
    if (shows === null) return null;
    if (shows === 'schedule' || shows === 'manual')
      return { said: words.wallActions.bulk.instead[shows], colour: TEXT_COLOURS.note };
    return { said: words.map.wrong.is[shows], colour: TEXT_COLOURS[SEVERITIES[shows]] };
  };
  const why = () => {
    const known = commandFailureText(words, is().error) ?? props.whyPage(is().sign);
    return known ?? (state() === 'expired' ? words.wallActions.bulk.noAnswer : null);
  };
  const about = () => why() ?? instead()?.said ?? is().sign.location;
  return (
    <li class="grid grid-cols-[minmax(0,1fr)_110px_minmax(0,1.4fr)] items-center gap-x-3 border-b border-line py-1 text-12 last:border-b-0">
      <bdi class="truncate font-[560]" title={is().sign.name}>
        {is().sign.name}
      </bdi>
      <span class={`flex items-center gap-1.5 ${TEXT_COLOURS[state() === null ? 'quiet' : SEVERITIES[state()!]]}`}>
        <Show when={state()} fallback={props.unknown}>
          {(known) => (
            <>
              <Mark is={known()} size={12} /> {words.marks[known()]}
            </>
          )}
        </Show>
      </span>
      <span class={`line-clamp-3 wrap-anywhere ${instead()?.colour ?? 'text-ink-2'}`} dir="auto" title={about()}>
        {about()}
      </span>
    </li>
  );
};

export function EachSign(props: { run: Run }) {
  const { words } = useWallTools();
  const { bulk, seen } = useWallActions();
  const said = words.wallActions.bulk;
  const all = createMemo(() => eachSign(props.run, seen.live.feed().signs ?? new Map(), bulk.told()));
  /** By sign, which stays while what is known of it changes. */
  const rows = createMemo(
    () =>
      new Map(
        all()
          .slice(0, SHOWN_MOST)
          .map((row) => [row.sign.id, row]),
      ),
  );
  /** What is said where nobody tells: of what is over, nobody will. */
  const unknown = () => (isOver(progressOf(props.run)) ? said.notKnown : said.notToldYet);
  const again = () => notDone(all());
  const failed = createMemo(() => pageFailed(all(), props.run));
  const failedIds = createMemo(() => new Set(failed().map(({ id }) => id)));
  const reasonOf = createPageFailureReasons(failed);
  const whyPage = (sign: SignRow): string | null => {
    if (!failedIds().has(sign.id)) return null;
    const { is } = words.map.wrong;
    return reasonOf(sign) ?? (sign.contentState === 'error' ? is.content_error : is.content_unreachable);
  };
  const isKnown = () => props.run.parts.every(({ signIds }) => signIds !== null);
  return (
    <Show when={isKnown()} fallback={<SignsByState run={props.run} state={null} />}>
      <ul
        class="mt-2.5 max-h-[min(240px,30dvh)] overflow-y-auto border-t border-line"
        aria-label={said.each}
        tabindex="0"
      >
        <For each={Array.from(rows().keys())}>
          {(id) => <OfOne row={rows().get(id)} unknown={unknown()} whyPage={whyPage} />}
        </For>
      </ul>
      <Show when={all().length > SHOWN_MOST}>
        <p class="mt-1.5 text-12 text-ink-2">{words.map.wrong.more(all().length - SHOWN_MOST)}</p>
      </Show>
      <RetrySigns run={props.run} signIds={again()} />
    </Show>
  );
}
