import { chooseEvent, chooseOrganization } from '../find-record.ts';
import { onInterrupt, type Commands } from '../command-context.ts';
import { print } from '../terminal-output.ts';
import { watchSigns } from '../watch-signs.ts';

/** Adds the command `watch`, which prints changes of signs as they happen. */
export function addWatching({ command, acts }: Commands): void {
  command('watch', 'Prints changes of signs, one per line, until Ctrl-C.', 'watch --event "Trade fair"')
    .option('--event <name>', 'only signs of this event')
    .action(
      acts(async ({ client, clock, server, token, organization, event: wanted, json }) => {
        const { id: organizationId } = await chooseOrganization(client, organization);
        const event = wanted === undefined ? null : await chooseEvent(client, organizationId, wanted);
        const subscription = { organizationId, ...(event && { eventId: event.id }) };
        const stopped = { code: 'interrupted', title: 'Stopped watching the signs.', next: 'Nothing was changed.' };
        const signal = onInterrupt(stopped);
        await watchSigns({
          client,
          server,
          token,
          subscription,
          signal,
          say(words, kind, message) {
            const at = new Date(clock.now());
            print(
              json
                ? JSON.stringify({ at, event: kind, ...Object(message) })
                : `${at.toTimeString().slice(0, 8)} ${words}`,
            );
          },
        });
      }),
    );
}
