import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import { createMemo } from 'solid-js';
import { createSubmission } from '../features/submission.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWallTools } from '../wall-context.ts';
import { commandName, backgroundChangeOf } from './command-name.ts';
import { reachabilityOf } from './device-reachability.ts';
import type { SignSeen } from './sign-page-context.ts';

/** What visitors see and nobody can take back. */
export type CommandToConfirm = 'on' | 'reboot' | 'reboot_device';

const ORDERS: Record<CommandToConfirm, CommandRequest> = {
  on: { command: 'set_background_mode', args: { enabled: true } },
  reboot: { command: 'reboot' },
  reboot_device: { command: 'reboot_device' },
};

/** Null: it is sent without a question. To the foreground it brings back what visitors are to see. */
export function commandToConfirm({ command, args }: CommandRequest): CommandToConfirm | null {
  if (command === 'reboot' || command === 'reboot_device') return command;
  return backgroundChangeOf(command, args) === 'on' ? 'on' : null;
}

/** Asks before a command that has no undo, as the wall does for many signs; `what` null: nothing is asked. */
export function ConfirmCommand(props: { seen: SignSeen; what: CommandToConfirm | null; onClose(): void }) {
  const { words } = useWallTools();
  const said = words.sign.end;
  // While it closes its words stay.
  const what = createMemo<CommandToConfirm>((was) => props.what ?? was, 'reboot');
  const called = () => commandName(words, ORDERS[what()].command, ORDERS[what()].args);
  const sending = createSubmission(async () => {
    const mine = what();
    await props.seen.send(ORDERS[mine]);
    // Another one may be asked about by now.
    if (props.what === mine) props.onClose();
    return undefined;
  });
  return (
    <Confirm
      isOpen={props.what !== null}
      title={said.askTitle(called(), props.seen.sign().name)}
      text={reachabilityOf(props.seen.sign()) === 'now' ? said.askText[what()] : said.askAway}
      safe={said.leave}
      action={called()}
      isBusy={sending.isBusy()}
      onSafe={() => props.onClose()}
      onAction={() => void sending.submit()}
    />
  );
}
