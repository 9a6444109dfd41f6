import type { BulkAction } from '@sign-display/contracts/rest/bulk';
import type { Command } from '@sign-display/contracts/rest/commands';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { createSignal, createUniqueId, For, Show } from 'solid-js';
import { createRefusal } from '../../features/focusable-disabled-button.tsx';
import { RefusableMenuItem } from '../../features/focusable-disabled-menu-item.tsx';
import { Icon } from '../../ui/icon.tsx';
import { supporting } from '../../sign/supported-commands.ts';
import { Menu } from '../../ui/menu.tsx';
import { useWallTools } from '../../wall-context.ts';
import { ConfirmBulk } from './confirm-bulk.tsx';
import { ACTIONS, type Disruptive } from './needs-confirmation.ts';
import { useWallActions } from './wall-actions.tsx';
import { countReachable } from './count-reachable-signs.ts';
import { SetContentDialog } from './set-content-dialog.tsx';

/** What is chosen, how many of it can be reached, and what can be done with it. What a role may not do stays in sight and says who may. */

const BUTTON =
  'flex h-8 flex-none items-center gap-1.5 rounded-control px-2.5 font-[560] hover:bg-[rgba(128,128,128,0.3)] aria-disabled:opacity-45 max-[700px]:h-12';
const LINE = 'h-6 w-px flex-none bg-current opacity-30 max-[700px]:hidden';

export function BulkBar(props: { signs: readonly SignRow[]; isShared: boolean; onDrop(): void }) {
  const { words } = useWallTools();
  const { bulk, may, tell } = useWallActions();
  const said = words.wallActions.bulk;
  const { commands, content } = words.sign;
  const [isSetting, setSetting] = createSignal(false);
  const [asks, setAsks] = createSignal<Disruptive | null>(null);
  /** The signs that were chosen when it was asked. */
  const [askedOf, setAskedOf] = createSignal<readonly string[]>([]);
  const notesId = createUniqueId();
  /** A command goes to as many as support it. */
  const idsFor = (command: Command['command']) => supporting(command, props.signs).map(({ id }) => id);
  const tabs = () => props.signs.length - idsFor('screenshot').length;
  /** Below what can be done, which keeps its line. */
  const notes = () => [
    ...(props.isShared ? [] : [words.map.bar.notShared]),
    ...(may.command ? (tabs() > 0 ? [said.tabs(tabs())] : []) : [commands.onlyOperators]),
  ];
  const reach = () => countReachable(props.signs);
  const start = async (action: BulkAction, signIds: readonly string[]): Promise<void> =>
    tell(await bulk.start(action, signIds));
  /** The signs with a manual override: only these are asked about. */
  const overridden = () => props.signs.filter(({ shown }) => shown.source === 'manual').map(({ id }) => id);
  const idsAbout = (what: Disruptive): string[] => {
    if (what === 'override') return overridden();
    return idsFor(what === 'on' || what === 'off' ? 'set_background_mode' : what);
  };
  const ask = (what: Disruptive): void => {
    setAskedOf(idsAbout(what));
    setAsks(what);
  };
  const unlessBusy = (run: () => void): void => (bulk.isAsking() ? tell('busy') : run());
  const back = () => (props.signs.every(({ mode }) => mode === 'background') ? 'off' : 'on');
  /** The same objects as long as the bar is shown: a button that somebody presses, or is at, is not made anew by a change of the signs. */
  const wallActions = [
    { said: () => content.button, run: () => setSetting(true), command: null },
    ...(['refresh', 'screenshot'] as const).map((command) => ({
      said: () => commands.names[command]!,
      run: () => void start({ command }, idsFor(command)),
      command,
    })),
    { said: () => said.ground[back()], run: () => ask(back()), command: 'set_background_mode' as const },
    { said: () => commands.names['reboot']!, run: () => ask('reboot'), command: 'reboot' as const },
  ];
  const noneCan = (command: Command['command']): string | undefined => {
    if (reach().devices === 0) return words.sign.shows.noDevice;
    if (supporting(command, props.signs).some(({ device }) => device !== null)) return undefined;
    return props.signs.length === 1 ? commands.notSupported : commands.noneSupports;
  };
  const whyNot = ({ command }: { command: Command['command'] | null }): string | undefined => {
    if (!may.command) return commands.onlyOperators;
    return command === null ? undefined : noneCan(command);
  };
  const refusalOf = (action: (typeof wallActions)[number]) =>
    createRefusal(
      () => whyNot(action),
      // The second click of a double click must not send a second command.
      ({ detail }) => detail < 2 && unlessBusy(action.run),
    );
  const endRefusal = createRefusal(
    () => (may.command ? undefined : commands.onlyOperators),
    () => unlessBusy(() => ask('override')),
  );
  return (
    <>
      <div
        role="toolbar"
        aria-label={words.map.bar.label(props.signs.length)}
        aria-describedby={notesId}
        class="pointer-events-auto max-w-full rounded-lg bg-ink py-2 ps-4 pe-2 text-ground shadow-float"
      >
        <div class="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b class="flex-none font-[640]">{words.map.bar.chosen(props.signs.length)}</b>
          <span class="flex-none opacity-80">{said.reach(reach().online, reach().all)}</span>
          <span class={LINE} />
          <For each={wallActions}>
            {(action) => (
              <button
                type="button"
                class={BUTTON}
                {...refusalOf(action)}
                aria-disabled={bulk.isAsking() || whyNot(action) !== undefined}
              >
                {action.said()}
              </button>
            )}
          </For>
          <Show when={overridden().length > 0}>
            <button
              type="button"
              class={BUTTON}
              {...endRefusal}
              aria-disabled={bulk.isAsking() || !may.command}
              aria-label={said.override.label(overridden().length)}
            >
              {said.override.name} <span class="tabular-nums opacity-80">{overridden().length}</span>
            </button>
          </Show>
          <Menu
            label={words.sign.more}
            triggerClass={BUTTON}
            trigger={
              <span aria-hidden="true" class="inline-flex items-center gap-1.5">
                {words.sign.more} <Icon is="down" size={13} />
              </span>
            }
          >
            <RefusableMenuItem
              whyNot={may.administer ? noneCan('reboot_device') : commands.onlyAdmins}
              onSelect={() => unlessBusy(() => ask('reboot_device'))}
            >
              {commands.names['reboot_device']}
            </RefusableMenuItem>
          </Menu>
          <span class="ms-auto flex flex-none items-center gap-x-2">
            <span class={LINE} />
            <button type="button" class={BUTTON} aria-label={words.map.bar.drop} onClick={() => props.onDrop()}>
              <Icon is="close" size={14} />
            </button>
            <kbd
              aria-hidden="true"
              class="me-1.5 rounded-[3px] border border-current px-1 font-mono text-11 leading-[1rem] opacity-75 max-[700px]:hidden"
            >
              Esc
            </kbd>
          </span>
        </div>
        <Show when={notes().length > 0}>
          <p id={notesId} class="mt-0.5 mb-0.5 pe-2 opacity-80">
            {notes().join(' ')}
          </p>
        </Show>
      </div>
      <SetContentDialog signs={props.signs} isOpen={isSetting()} onClose={() => setSetting(false)} />
      <ConfirmBulk
        what={asks()}
        signIds={askedOf()}
        onKeep={() => setAsks(null)}
        onSend={() => {
          const action = ACTIONS[asks()!];
          setAsks(null);
          void start(action, askedOf());
        }}
      />
    </>
  );
}
