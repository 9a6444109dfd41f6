import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createMemo, Match, Show, Switch } from 'solid-js';
import { EventTime } from '../../features/event-time.tsx';
import { useWallTools } from '../../wall-context.ts';
import { roughDurationText } from '../../ui/durations.ts';
import { factsOf } from '../../ui/sign-marks-and-severity.ts';
import { bare, headAndTail, spaced } from '../../ui/code-and-url-format.ts';
import { StatusMark, Mark } from '../../ui/status-mark.tsx';
import { StripLine } from '../../event/heartbeat-line.tsx';
import type { Strips } from '../create-heartbeat-strips.ts';
import type { Column } from '../sort-signs.ts';

export interface CellProps {
  sign: SignRow;
  isHeld: boolean;
  /** The page isn't live. */
  isOld: boolean;
  timeZone: string;
  nowMs: number;
  /** Since when it looks as it does; null: nobody knows. */
  sinceMs: number | null;
  strips: Strips;
}

/** Content, or what it was when the sign was last seen. */
export function Content(props: Pick<CellProps, 'sign' | 'isHeld'>) {
  const { words } = useWallTools();
  const facts = createMemo(() => factsOf(props.sign, props.isHeld));
  return (
    <Show
      when={facts().isThen}
      fallback={<StatusMark is={facts().content} said={words.views.content[facts().content]} />}
    >
      <span class="inline-flex min-w-0 items-center gap-[5px] text-ink-3">
        <Mark is={facts().content} />
        <span class="truncate">{words.views.was[facts().content]}</span>
      </span>
    </Show>
  );
}

/** What a column says of a sign; of one without a device little is known. `isAlone`: no other column shows the connection. */
export function Cell(props: CellProps & { column: Column; isAlone: boolean }) {
  const { words } = useWallTools();
  const said = words.views.table;
  const facts = createMemo(() => factsOf(props.sign, props.isHeld));
  const hasDevice = () => props.sign.device !== null;
  const Unknown = () => <span class="text-ink-3">–</span>;
  return (
    <Switch>
      <Match when={props.column === 'status'}>
        <StatusMark is={props.sign.status} said={words.marks[props.sign.status]} />
        <Show when={props.isAlone && facts().connection === 'unstable'}>
          <span class="ms-2 flex min-w-0">
            <StatusMark is="unstable" said={words.marks.unstable} />
          </span>
        </Show>
      </Match>
      <Match when={props.column === 'connection'}>
        <Show when={hasDevice()} fallback={<span class="truncate text-ink-2">– {said.noDevice}</span>}>
          <StatusMark is={facts().connection} said={words.marks[facts().connection]} />
        </Show>
      </Match>
      <Match when={props.column === 'content'}>
        <Show when={hasDevice()} fallback={<Unknown />}>
          <Content {...props} />
        </Show>
      </Match>
      <Match when={props.column === 'screen'}>
        <Show when={hasDevice()} fallback={<Unknown />}>
          <StatusMark is={facts().screen} said={words.marks[facts().screen]} />
        </Show>
      </Match>
      <Match when={props.column === 'url'}>
        <Show when={props.sign.shown.url} fallback={<span class="text-ink-3">{said.noUrl}</span>}>
          {(url) => (
            <span class="flex min-w-0 text-ink-2" title={url()} dir="ltr">
              <span class="min-w-0 truncate">{headAndTail(bare(url()))[0]}</span>
              <span class="flex-none">{headAndTail(bare(url()))[1]}</span>
            </span>
          )}
        </Show>
      </Match>
      <Match when={props.column === 'heard'}>
        <Show
          when={hasDevice() && props.sign.presence === 'online' && !props.isOld}
          fallback={<LastHeard {...props} />}
        >
          {said.now}
        </Show>
      </Match>
      <Match when={props.column === 'since' && props.sinceMs}>
        {(since) => <time datetime={new Date(since()).toISOString()}>{roughDurationText(props.nowMs - since())}</time>}
      </Match>
      <Match when={props.column === 'beats'}>
        <Show when={hasDevice()} fallback={<span class="mt-3 w-full border-b border-dashed border-line-strong" />}>
          <Beats sign={props.sign} strips={props.strips} />
        </Show>
      </Match>
      <Match when={props.column === 'code' && props.sign.device}>
        {(device) => <span class="font-mono text-12 text-ink-2">{spaced(device().shortCode)}</span>}
      </Match>
    </Switch>
  );
}

/** The heartbeats of the last hour, which are read while it is shown. */
export function Beats(props: Pick<CellProps, 'sign' | 'strips'> & { height?: number }) {
  const { words } = useWallTools();
  const strip = () => props.strips.of(props.sign.id);
  return (
    <span class="block w-full min-w-0">
      <StripLine
        strip={strip()}
        height={props.height ?? 14}
        label={strip() ? words.sign.heartbeats.label(strip()!.kept, strip()!.expected) : null}
      />
    </span>
  );
}

const LastHeard = (props: CellProps) => (
  <Show when={props.sign.device && props.sign.lastSeenAt}>
    {(at) => (
      <span classList={{ 'text-alarm': props.sign.status === 'offline' }}>
        <EventTime at={at()} timeZone={props.timeZone} shape="seconds" />
      </span>
    )}
  </Show>
);
