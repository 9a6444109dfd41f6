import { pathOf } from '@sign-display/contracts/pages';
import { useNavigate } from '@solidjs/router';
import { createEffect, createSignal, Index, Show } from 'solid-js';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { asked } from '../api/session.ts';
import { createSubmission } from '../features/submission.ts';
import { FormTrouble } from '../features/form.tsx';
import { useWallTools } from '../wall-tools.ts';
import { buttonLook } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { showToast } from '../ui/toasts.tsx';
import { reachOf } from './reach.ts';
import type { Leaving, SignSeen } from './seen.ts';

/** The commands of the menu, with what each is called. The name of a refused one says who may. */
function ordersOf(seen: SignSeen): { command: CommandRequest; of: string; isForAdmins: boolean }[] {
  const isBack = seen.sign().mode === 'background';
  return [
    { command: { command: 'identify' }, of: 'identify', isForAdmins: false },
    { command: { command: 'reboot' }, of: 'reboot', isForAdmins: false },
    { command: { command: 'reboot_device' }, of: 'reboot_device', isForAdmins: true },
    {
      command: { command: 'set_background_mode', args: { enabled: !isBack } },
      of: isBack ? 'off' : 'on',
      isForAdmins: false,
    },
    { command: { command: 'update' }, of: 'update', isForAdmins: false },
  ];
}

function Unregister(props: { seen: SignSeen; isOpen: boolean; onClose(): void }) {
  const { words, client } = useWallTools();
  const said = words.sign.end;
  const name = () => props.seen.sign().name;
  const reach = () => reachOf(props.seen.sign());
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
  const reach = () => reachOf(props.seen.sign());
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

/** For a minute nobody sees a page there. */
function RebootDevice(props: { seen: SignSeen; isOpen: boolean; onClose(): void }) {
  const { words } = useWallTools();
  const said = words.sign.end;
  const reach = () => reachOf(props.seen.sign());
  const sending = createSubmission(async () => {
    await props.seen.send({ command: 'reboot_device' });
    props.onClose();
    return undefined;
  });
  createEffect(() => {
    if (props.isOpen) sending.reset();
  });
  return (
    <Confirm
      isOpen={props.isOpen}
      title={said.rebootTitle(props.seen.sign().name)}
      text={said.rebootText[reach() === 'now' ? 'now' : 'away']}
      safe={words.sign.clones.keep}
      action={words.sign.commands.names['reboot_device']!}
      isBusy={sending.isBusy()}
      onSafe={() => props.onClose()}
      onAction={() => void sending.submit()}
    />
  );
}

/** What is rarely done with a sign. What a role may not do stays in sight and says who may. */
export function MoreMenu(props: { seen: SignSeen }) {
  const { words } = useWallTools();
  const navigate = useNavigate();
  const [asks, setAsks] = createSignal<'unregister' | 'delete' | 'reboot_device' | null>(null);
  const { end, commands } = words.sign;
  const may = () => props.seen.may;
  const hasDevice = () => props.seen.sign().device !== null;
  const called = (of: string): string => (of === 'on' || of === 'off' ? commands.background[of] : commands.names[of]!);
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
          {(order) => {
            const mayDo = () => (order().isForAdmins ? may().administer : may().command);
            return (
              <MenuItem
                disabled={!mayDo() || !hasDevice()}
                title={mayDo() ? undefined : order().isForAdmins ? commands.onlyAdmins : commands.onlyOperators}
                onSelect={() => {
                  const { command } = order();
                  if (command.command === 'reboot_device') setAsks(command.command);
                  else void props.seen.send(command);
                }}
              >
                {called(order().of)}
              </MenuItem>
            );
          }}
        </Index>
        <MenuLine />
        <MenuItem
          disabled={!may().command}
          title={may().command ? undefined : commands.onlyOperators}
          onSelect={() => navigate(`${pathOf('claim')}?event=${props.seen.event.id}&sign=${props.seen.sign().id}`)}
        >
          {hasDevice() ? end.replace : end.link}
        </MenuItem>
        <Show when={hasDevice()}>
          <MenuItem
            disabled={!may().administer}
            title={may().administer ? undefined : commands.onlyAdmins}
            onSelect={() => setAsks('unregister')}
          >
            {end.unregister}
          </MenuItem>
        </Show>
        <MenuItem
          disabled={!may().administer}
          title={may().administer ? undefined : commands.onlyAdmins}
          onSelect={() => setAsks('delete')}
        >
          {end.delete}
        </MenuItem>
      </Menu>
      <RebootDevice seen={props.seen} isOpen={asks() === 'reboot_device'} onClose={() => setAsks(null)} />
      <Unregister seen={props.seen} isOpen={asks() === 'unregister'} onClose={() => setAsks(null)} />
      <Delete seen={props.seen} isOpen={asks() === 'delete'} onClose={() => setAsks(null)} />
    </>
  );
}
