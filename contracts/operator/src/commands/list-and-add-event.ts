import { Option } from 'commander';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import { chooseEvent, chooseOrganization } from '../find-record.ts';
import type { Commands } from '../command-context.ts';
import { done } from '../failure.ts';

/** `list` and `add-event`: what an organization has. */
export function addRecords({ command, acts }: Commands): void {
  command('list', 'Lists signs: status, code, name, location, page.', 'list --event "Trade fair" --status offline')
    .option('--event <name>', 'only signs of this event')
    .addOption(new Option('--status <status>', 'only signs with this status').choices(SIGN_STATUSES))
    .option('--search <text>', 'only signs with this text in their name, location or code')
    .action(
      acts(async ({ client, organization, event, status, search, tell }) => {
        const { id: organizationId } = await chooseOrganization(client, organization);
        const query = {
          organizationId,
          ...(event === undefined ? {} : { eventId: (await chooseEvent(client, organizationId, event)).id }),
          ...(status === undefined ? {} : { status }),
          ...(search === undefined ? {} : { q: search }),
        };
        const { items } = done(await client.list('GET /api/signs', { query }));
        const rows = items.map(({ status, device, name, location, url }) =>
          [status.padEnd(19), device?.shortCode ?? '------', name, `(${location})`, url ?? 'no page'].join('  '),
        );
        tell(items, [...rows, items.length === 1 ? '1 sign' : `${items.length} signs`].join('\n'));
      }),
    );

  command('add-event', 'Creates an event to claim signs for.', 'add-event "Trade fair" --time-zone Europe/Vienna')
    .argument('<name>')
    .option('--time-zone <zone>', 'time zone of the event (default: UTC)')
    .action(
      acts(async ({ client, organization, timeZone = 'UTC', tell }, name) => {
        const params = { id: (await chooseOrganization(client, organization)).id };
        const answer = await client.call('POST /api/organizations/:id/events', {
          params,
          body: { name: name!, timeZone },
        });
        const { body } = done(answer);
        tell(body, `“${body.name}” was created. Claim signs for it with --event.`);
      }),
    );
}
