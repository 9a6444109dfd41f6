import { pathOf } from '@sign-display/contracts/page-paths';
import { useNavigate } from '@solidjs/router';
import { createEffect, createSignal, Index, Show } from 'solid-js';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { asked } from '../api/session.ts';
import { clearOfflineError } from '../features/clear-offline-error.ts';
import { createSubmission } from '../features/submission.ts';
import { FormTrouble } from '../features/create-form.tsx';
import type { Leaving } from '../features/unsaved-changes.tsx';
import { RefusableMenuItem } from '../features/focusable-disabled-menu-item.tsx';
import { useWallTools } from '../wall-context.ts';
import { buttonLook } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuLine } from '../ui/menu.tsx';
import { showToast } from '../ui/toasts.tsx';
import { ConfirmCommand, commandToConfirm, type CommandToConfirm } from './confirm-command.tsx';
import { commandName } from './command-name.ts';
import { reachabilityOf } from './device-reachability.ts';
import type { SignSeen } from './sign-page-context.ts';
import { isSupported } from './supported-commands.ts';

/** The commands of the menu. */
const ordersOf = (seen: SignSeen): { command: CommandRequest; isForAdmins: boolean }[] => [
  { command: { command: 'identify' }, isForAdmins: false },
  { command: { command: 'reboot' }, isForAdmins: false },
  { command: { command: 'reboot_device' }, isForAdmins: true },
  {
    command: { command: 'set_background_mode', args: { enabled: seen.sign().mode !== 'background' } },
    isForAdmins: false,
  },
  { command: { command: 'update' }, isForAdmins: false },
];

function Unregister(props: { seen: SignSeen; isOpen: boolean; onClose(): void }) {
  const { words, client } = useWallTools();
  const said = words.sign.end;
  const name = () => props.seen.sign().name;
  const reach = () => reachabilityOf(props.seen.sign());
  const sending = createSubmission(async () => {
    const params = { id: props.seen.sign().id };
    const answer = await asked(client.call('POST /api/signs/:id/unregister', { params }));
    if (!answer.ok) return answer.body;
    props.seen.take(answer.body);
    props.onClose();
    showToast(said.unregistered(name()), words.shell.toasts);
    return undefined;
  });
  createEffect(() => {
    if (props.isOpen) sending.reset();
  });
  clearOfflineError(() => props.seen.live.feed().step.is === 'live', sending);
  return (
    <Confirm
      isOpen={props.isOpen}
      title={said.unregisterTitle(name())}
      text={said.unregisterText[reach() === 'now' ? 'now' : 'away']}
      safe={said.keep}
      action={said.unregister}
      isBusy={sending.isBusy()}
      onSafe={() => props.onClose()}
      onAction={() => void sending.submit()}
    >
      <FormTrouble of={sending} />
    </Confirm>
  );
}

function Delete(props: { seen: SignSeen; isOpen: boolean; onClose(): void }) {
  const { words, client } = useWallTools();
  const navigate = useNavigate();
  const said = words.sign.end;
  const name = () => props.seen.sign().name;
  const reach = () => reachabilityOf(props.seen.sign());
  const sending = createSubmission(async () => {
    const params = { id: props.seen.sign().id };
    const answer = await asked(client.call('DELETE /api/signs/:id', { params }));
    if (!answer.ok && answer.body?.code !== 'not_found') return answer.body;
    const gone = said.deleted(name());
    props.onClose();
    const leaving: Leaving = { isGone: true };
    navigate(pathOf('wall', { eventId: props.seen.event.id }), { state: { ...leaving } });
    showToast(gone, words.shell.toasts);
    return undefined;
  });
  createEffect(() => {
    if (props.isOpen) sending.reset();
  });
  clearOfflineError(() => props.seen.live.feed().step.is === 'live', sending);
  return (
    <Confirm
      isOpen={props.isOpen}
      title={said.deleteTitle(name())}
      text={said.deleteText[reach()]}
      typed={{ name: name(), label: said.deleteTyped }}
      safe={said.keep}
      action={said.delete}
      isBusy={sending.isBusy()}
      onSafe={() => props.onClose()}
      onAction={() => void sending.submit()}
    >
      <FormTrouble of={sending} />
    </Confirm>
  );
}

/** What is rarely done with a sign. What a role may not do stays in sight and says who may. */
export function MoreMenu(props: { seen: SignSeen }) {
  const { words } = useWallTools();
  const navigate = useNavigate();
  const [asks, setAsks] = createSignal<'unregister' | 'delete' | null>(null);
  const [order, setOrder] = createSignal<CommandToConfirm | null>(null);
  const { end, commands } = words.sign;
  const hasDevice = () => props.seen.sign().device !== null;
  const notOperator = () => (props.seen.may.command ? undefined : commands.onlyOperators);
  const notAdmin = () => (props.seen.may.administer ? undefined : commands.onlyAdmins);
  const notSupported = (command: CommandRequest['command']) =>
    isSupported(command, props.seen.sign().device, props.seen.commands()) ? undefined : commands.notSupported;
  const noDevice = () => (hasDevice() ? undefined : words.sign.shows.noDevice);
  return (
    <>
      <Menu
        label={words.sign.more}
        triggerClass={buttonLook({})}
        trigger={
          <span aria-hidden="true" class="inline-flex items-center gap-1.5">
            {words.sign.more} <Icon is="down" size={13} />
          </span>
        }
      >
        <Index each={ordersOf(props.seen)}>
          {(of) => {
            const mayNot = () =>
              (of().isForAdmins ? notAdmin() : notOperator()) ?? noDevice() ?? notSupported(of().command.command);
            return (
              <RefusableMenuItem
                whyNot={mayNot()}
                onSelect={() => {
                  const asked = commandToConfirm(of().command);
                  if (asked !== null) setOrder(asked);
                  else void props.seen.send(of().command);
                }}
              >
                {commandName(words, of().command.command, of().command.args)}
              </RefusableMenuItem>
            );
          }}
        </Index>
        <MenuLine />
        <RefusableMenuItem
          whyNot={notOperator()}
          onSelect={() => navigate(`${pathOf('claim')}?event=${props.seen.event.id}&sign=${props.seen.sign().id}`)}
        >
          {hasDevice() ? end.replace : end.link}
        </RefusableMenuItem>
        <Show when={hasDevice()}>
          <RefusableMenuItem whyNot={notAdmin()} onSelect={() => setAsks('unregister')}>
            {end.unregister}
          </RefusableMenuItem>
        </Show>
        <RefusableMenuItem whyNot={notAdmin()} onSelect={() => setAsks('delete')}>
          {end.delete}
        </RefusableMenuItem>
      </Menu>
      <ConfirmCommand seen={props.seen} what={order()} onClose={() => setOrder(null)} />
      <Unregister seen={props.seen} isOpen={asks() === 'unregister'} onClose={() => setAsks(null)} />
      <Delete seen={props.seen} isOpen={asks() === 'delete'} onClose={() => setAsks(null)} />
    </>
  );
}
