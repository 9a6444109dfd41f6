import type { Command, CommandRequest } from '@sign-display/contracts/rest/commands';
import { createMemo, createSignal, onCleanup } from 'solid-js';
import { asked } from '../api/session.ts';
import { errorText } from '../features/error-text.ts';
import type { Live } from '../live/live-subscriptions.ts';
import { useWallTools } from '../wall-context.ts';
import { showToast } from '../ui/toasts.tsx';
import { commandName } from './command-name.ts';
import { merged } from './merge-commands.ts';
import { createRepeatedRead } from '../event/repeated-read.ts';

const REST_MS = 2_000;
const SHOWN = 50;

/** The commands of a sign, as they are told, and the way to send one. `first`: as `createRepeatedRead` has it. */
export function createCommands(live: Live, id: string, first?: (read: () => void) => void) {
  const { client, words } = useWallTools();
  const params = { id };
  const list = createRepeatedRead(
    REST_MS,
    () => client.call('GET /api/signs/:id/commands', { params, query: { limit: SHOWN } }),
    first,
  );
  const [told, setTold] = createSignal<readonly Command[]>([]);
  onCleanup(live.onCommand(({ signId, ...row }) => void (signId === id && setTold((before) => merged(before, [row])))));
  const commands = createMemo(() => {
    const known = list.value();
    return known && merged(known.items, told());
  });
  return {
    commands,
    async send(command: CommandRequest): Promise<string | null> {
      const answer = await asked(client.call('POST /api/signs/:id/commands', { params, body: command }));
      if (!answer.ok) {
        const { commands: said } = words.sign;
        const isAway = answer.body?.code === 'sign_not_connected';
        const what = commandName(words, command.command, command.args);
        showToast(isAway ? said.notSent(what) : errorText(words, answer.body), words.shell.toasts);
        return null;
      }
      list.want();
      return answer.body.commandId;
    },
  };
}
