import type { Command, CommandRequest } from '@sign-display/contracts/rest/commands';
import { createMemo, createSignal, onCleanup } from 'solid-js';
import { asked } from '../api/session.ts';
import { sayTrouble } from '../features/troubles.ts';
import type { Live } from '../live/lives.ts';
import { useWallTools } from '../wall-tools.ts';
import { showToast } from '../ui/toasts.tsx';
import { callOrder } from './call-order.ts';
import { merged } from './commands.ts';
import { createReading } from '../event/reading.ts';

const REST_MS = 2_000;
const SHOWN = 50;

/** The commands of a sign, as they are told, and the way to send one. `first`: as `createReading` has it. */
export function createCommands(live: Live, id: string, first?: (read: () => void) => void) {
  const { client, words } = useWallTools();
  const params = { id };
  const list = createReading(
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
        const what = callOrder(words, command.command, command.args);
        showToast(isAway ? said.notSent(what) : sayTrouble(words, answer.body), words.shell.toasts);
        return null;
      }
      list.want();
      return answer.body.commandId;
    },
  };
}
