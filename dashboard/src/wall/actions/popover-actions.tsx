import type { Command } from '@sign-display/contracts/rest/commands';
import { pathOf } from '@sign-display/contracts/page-paths';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { useNavigate } from '@solidjs/router';
import { createMemo, For, on, Show } from 'solid-js';
import { useKeys } from '../../features/use-keys.ts';
import { createRefusal } from '../../features/focusable-disabled-button.tsx';
import { createCommands } from '../../sign/create-commands.ts';
import { Key } from '../../ui/key.tsx';
import { SEVERITIES, TEXT_COLOURS } from '../../ui/sign-marks-and-severity.ts';
import { Mark } from '../../ui/status-mark.tsx';
import { useWallTools } from '../../wall-context.ts';
import { commandName } from '../../sign/command-name.ts';
import { commandFailureText } from '../../sign/command-failure-text.ts';
import { isSupported } from '../../sign/supported-commands.ts';
import { useWallActions } from './wall-actions.tsx';
import { outagesOf } from './outages-by-sign.ts';

/** What can be done with the sign that is peeked at, each with its key, and how far its last command is. */

/** The browser's clock may be ahead of the service's. */
const SKEW_MS = 5_000;

/** What was sent since the peek was opened, or is still on its way. */
function LastCommand(props: { row: Command; timeZone: string }) {
  const { words, times } = useWallTools();
  const at = () => times.said(Date.parse(props.row.finishedAt ?? props.row.createdAt), 'seconds', props.timeZone);
  const why = () => commandFailureText(words, props.row.error) ?? undefined;
  return (
    <p class="mb-2 flex items-baseline gap-1.5 text-12" role="status">
      <span class="flex-none font-[580]">{commandName(words, props.row.command, props.row.args)}</span>
      <span
        class={`inline-flex flex-none items-center gap-1 self-center font-[580] ${TEXT_COLOURS[SEVERITIES[props.row.state]]}`}
      >
        <Mark is={props.row.state} size={12} />
        {words.marks[props.row.state]}
      </span>
      <span class="min-w-0 truncate text-ink-2" dir="auto" title={why()}>
        {why() ?? at()}
      </span>
    </p>
  );
}

export function PeekActions(props: {
  sign: SignRow;
  /** Somebody peeks at the sign: its commands are read, and the keys hold. */
  isOpen: boolean;
  /** Until it is, there are the keys alone. */
  isDrawn: boolean;
  isChosen: boolean;
  timeZone: string;
  onChoose(): void;
}) {
  const { words, clock, times, page } = useWallTools();
  const wallActions = useWallActions();
  const navigate = useNavigate();
  const said = words.wallActions;
  const id = createMemo(() => props.sign.id);
  const isOpen = createMemo(() => props.isOpen);
  // Of another sign, or of one that is opened again, these alone are others: what stands here stays, and is told anew.
  const sent = createMemo(
    on([id, isOpen], ([signId, is]) =>
      is ? { openedMs: clock.now(), ...createCommands(wallActions.seen.live, signId, page.atIdleFrame) } : null,
    ),
  );
  const order = (command: 'refresh' | 'screenshot'): void => {
    const whyNot = mayNot(command);
    if (whyNot === undefined) void sent()?.send({ command });
    else wallActions.say(whyNot);
  };
  const acknowledge = () => (word() ? void wallActions.takeBack([id()]) : wallActions.askToAcknowledge([id()]));
  const Keys = (): null => {
    useKeys({
      title: words.wallActions.keys.peek,
      bindings: [
        { key: 'a', said: words.wallActions.keys.acknowledge, run: () => wallActions.askToAcknowledge([id()]) },
        { key: 'r', said: words.wallActions.keys.refresh, run: () => order('refresh') },
        { key: 'p', said: words.wallActions.keys.screenshot, run: () => order('screenshot') },
        { key: 'x', said: words.map.keys.select, run: () => props.onChoose() },
      ],
    });
    return null;
  };
  /** The newest of this visit; an older one only while it is on its way. */
  const last = createMemo(() => {
    const is = sent();
    const row = is?.commands()?.[0];
    const isOnItsWay = row?.state === 'queued' || row?.state === 'sent';
    return row && (isOnItsWay || Date.parse(row.createdAt) >= is!.openedMs - SKEW_MS) ? row : undefined;
  });
  const word = () => props.sign.acknowledged;
  const hasOutage = () => outagesOf(wallActions.outages(), [id()]).length > 0;
  const mayNot = (command: 'refresh' | 'screenshot'): string | undefined => {
    if (!wallActions.may.command) return words.sign.commands.onlyOperators;
    return isSupported(command, props.sign.device, sent()?.commands()) ? undefined : words.sign.commands.notSupported;
  };
  const acknowledging = createRefusal(
    () => (wallActions.may.command ? undefined : words.outages.one.onlyOperators),
    acknowledge,
  );
  const rows = [
    { key: 'Enter', said: said.open, mayNot: () => undefined, run: () => navigate(pathOf('sign', { signId: id() })) },
    { key: 'R', said: said.refresh, mayNot: () => mayNot('refresh'), run: () => order('refresh') },
    { key: 'P', said: said.screenshot, mayNot: () => mayNot('screenshot'), run: () => order('screenshot') },
    {
      key: 'X',
      said: said.choose,
      mayNot: () => undefined,
      run: () => props.onChoose(),
      isPressed: () => props.isChosen,
    },
  ];
  return (
    <>
      <Show when={isOpen()}>
        <Keys />
      </Show>
      <Show when={props.isDrawn}>
        <Show when={hasOutage() || word()}>
          <p class="mb-2 flex items-baseline gap-2 text-12 text-ink-2">
            <span class="min-w-0 truncate" dir="auto" title={word()?.note ?? undefined}>
              <Show when={word()} fallback={said.nobodyAtIt}>
                {(is) => said.atIt(is().by.name, times.said(Date.parse(is().at), 'seconds', props.timeZone))}
              </Show>
            </span>
            <button
              type="button"
              class="ms-auto flex-none font-[580] text-ink underline decoration-ink-3 underline-offset-2 aria-disabled:opacity-45 max-[700px]:min-h-12"
              {...acknowledging}
            >
              {word() ? words.outages.one.takeBack : words.outages.one.acknowledge}
            </button>
            <Show when={!word()}>
              <Key>A</Key>
            </Show>
          </p>
        </Show>
        <Show when={last()}>{(row) => <LastCommand row={row()} timeZone={props.timeZone} />}</Show>
        <ul class="flex flex-wrap justify-between gap-x-2 border-t border-line pt-2 text-12 text-ink-2">
          <For each={rows}>
            {(row) => (
              <li>
                <button
                  type="button"
                  class="flex items-center gap-1 hover:text-ink aria-disabled:opacity-45 max-[700px]:min-h-12"
                  aria-pressed={'isPressed' in row ? row.isPressed() : undefined}
                  {...createRefusal(row.mayNot, () => row.run())}
                >
                  <span aria-hidden="true" class="max-[700px]:hidden">
                    <Key>{row.key}</Key>
                  </span>
                  {row.said}
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  );
}
