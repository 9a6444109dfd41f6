import { pathOf } from '@sign-display/contracts/page-paths';
import { Navigate } from '@solidjs/router';
import { createMemo, createSignal, For, Match, onCleanup, Show, Switch } from 'solid-js';
import { useDeviceTools } from '../devices-context.ts';
import { DeviceTabs } from '../event/device-tabs.tsx';
import type { Seen } from '../event/event-page-frame.tsx';
import { Headline } from '../event/live-notice.tsx';
import { createRepeatedRead } from '../event/repeated-read.ts';
import { RowsPlaceholder } from '../event/rows-placeholder.tsx';
import { createStableRows } from '../event/stable-rows.ts';
import { LoadError } from '../features/load-error.tsx';
import { roleReaches } from '../features/shell/permissions.ts';
import { useTitle } from '../features/window-title.ts';
import { Button } from '../ui/button.tsx';
import type { Clone } from './clone-decisions.ts';
import { ClonePair } from './clone-pair.tsx';
import { PageSentence } from './page-sentence.tsx';

const REST_MS = 1_000;
const STEP = 20;
const MOST = 200;

function ForAdmins(props: { seen: Seen }) {
  const { words, client } = useDeviceTools();
  const said = words.devices.clones;
  const { seen } = props;
  useTitle(() => said.title);
  const [limit, setLimit] = createSignal(STEP);
  const read = (state: 'open' | 'decided') =>
    createRepeatedRead(REST_MS, () =>
      client.call('GET /api/events/:id/clones', { params: { id: seen.event.id }, query: { state, limit: limit() } }),
    );
  const open = read('open');
  const decided = read('decided');
  const readBoth = (): void => {
    open.read();
    decided.read();
  };
  onCleanup(
    seen.live.onClone(() => {
      open.want();
      decided.want();
    }),
  );
  /** The responses to decisions, which are newer than the lists until both lists have been read again. */
  const [answers, setAnswers] = createSignal<ReadonlyMap<string, Clone>>(new Map());
  const take = (clone: Clone): void => {
    setAnswers((before) => new Map(before).set(clone.id, clone));
    readBoth();
  };
  const all = createMemo(() => {
    const known = [...(open.value()?.items ?? []), ...(decided.value()?.items ?? [])];
    const byId = new Map<string, Clone>();
    for (const clone of known) {
      const newer = answers().get(clone.id);
      const isOlder = newer !== undefined && (clone.decidedAt ?? '') < newer.decidedAt!;
      const other = byId.get(clone.id);
      const best = isOlder ? newer : clone;
      if (other === undefined || other.decision === null) byId.set(clone.id, best);
    }
    return [...byId.values()];
  });
  const isOpen = ({ decision }: Clone): boolean => decision === null;
  const openRows = createStableRows(() => all().filter(isOpen));
  const decidedRows = createStableRows(() => all().filter((clone) => !isOpen(clone)));
  const trouble = () => open.trouble() ?? decided.trouble();
  const isKnown = () => open.value() !== undefined && decided.value() !== undefined;
  const hasMore = () => Boolean(open.value()?.nextCursor ?? decided.value()?.nextCursor) && limit() < MOST;
  const count = () => openRows().length;
  const headline = () => {
    const [first] = openRows();
    if (first === undefined) return { text: said.none, lead: said.noneLead };
    if (count() === 1) return { text: said.one(first.signName), lead: said.oneLead };
    return { text: said.many(count()), lead: said.manyLead };
  };
  return (
    <Show
      when={isKnown() || !trouble()}
      fallback={
        <div class="px-4 py-10">
          <LoadError isHeading what={said.what} why={trouble()?.why ?? null} onAgain={readBoth} />
        </div>
      }
    >
      <Headline live={seen.live} timeZone={seen.event.timeZone} isWithoutSigns>
        <Show when={isKnown()} fallback={<PageSentence text={said.title} lead="" />}>
          <PageSentence
            text={headline().text}
            lead={headline().lead}
            isCaution={count() > 0}
            {...(count() > 0 && { figure: String(count()), figureLead: said.waiting(count()) })}
          />
        </Show>
      </Headline>
      <DeviceTabs seen={seen} tab="devices" />
      <Switch>
        <Match when={!isKnown()}>
          <RowsPlaceholder />
        </Match>
        <Match when={isKnown()}>
          <For each={openRows()}>{(clone) => <ClonePair clone={clone} seen={seen} onDecided={take} />}</For>
          <Show when={decidedRows().length > 0}>
            <h2 class="border-b border-line bg-sunk px-4 py-2 font-[620] max-[700px]:px-3.5">{said.decided}</h2>
            <For each={decidedRows()}>{(clone) => <ClonePair clone={clone} seen={seen} onDecided={take} />}</For>
          </Show>
          <Show when={hasMore()}>
            <p class="p-4">
              <Button
                onClick={() => {
                  setLimit((before) => Math.min(MOST, before + STEP));
                  readBoth();
                }}
              >
                {said.more}
              </Button>
            </p>
          </Show>
        </Match>
      </Switch>
    </Show>
  );
}

/**
 * Shows the clones of an event and the decisions about them. Operators and viewers, who may not read clones, are
 * redirected to the replaced devices.
 */
export const ClonesPage = (props: { seen: Seen }) => (
  <Show
    when={roleReaches(props.seen.role, 'admin')}
    fallback={<Navigate href={pathOf('replacedDevices', { eventId: props.seen.event.id })} />}
  >
    <ForAdmins seen={props.seen} />
  </Show>
);
