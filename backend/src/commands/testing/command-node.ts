import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { Random } from '@sign-display/contracts/clock-and-random';
import type { CommandRequest } from '@sign-display/contracts/rest/commands';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import type { Db } from '../../db/database-types.ts';
import { organizationRoom } from '../../cluster/dashboard-feed.ts';
import type { FeedMessage } from '../../cluster/check-node-message.ts';
import type { Rooms } from '../../cluster/node-messaging.ts';
import { insertRecord, type TestNode, type TestOrganization } from '../../testing/claim-world.ts';
import type { ManualClock } from '../../testing/manual-clock.ts';
import { createVirtualDevice, type VirtualDevice } from '../../testing/virtual-device.ts';

/** Nodes without HTTP, with devices and time in the test's hand. */

export const SENDER = { id: 'alice', name: 'Alice' };
export const AUTHOR: SignedInAuthor = { person: { ...SENDER, email: 'alice@example.com' }, requestId: null, ip: null };

/** Sends as Alice; the commandId. Throws where it is refused. */
export async function send(node: TestNode, signRecordId: string, request: CommandRequest): Promise<string> {
  const sent = await node.commands.send(signRecordId, SENDER, AUTHOR, request);
  if ('code' in sent) throw new Error(`refused: ${sent.code}`);
  return sent.commandId;
}

/** Writes the device into the record, as a claim would. */
export async function link(db: Db, signRecordId: string, device: VirtualDevice | null): Promise<void> {
  const fields = {
    deviceSignId: device?.signId ?? null,
    macAddress: device && '00:1a:2b:3c:4d:5e',
    shortCode: device?.shortCode ?? null,
  };
  await db.updateTable('sign').set(fields).where('id', '=', signRecordId).execute();
}

/** A record with a device that is connected to `node`. */
export async function makeLinked(
  deps: { db: Db; clock: ManualClock; random: Random },
  organization: TestOrganization,
  node: TestNode,
): Promise<{ id: string; device: VirtualDevice }> {
  const id = await insertRecord(deps.db, deps, organization);
  const device = createVirtualDevice(deps.random);
  await link(deps.db, id, device);
  await device.connect(node);
  return { id, device };
}

/** Every change of a command that happens on these nodes, as dashboards of the organization are told of it, oldest first. */
export function collectUpdates(
  nodes: readonly Rooms[],
  organizationId: string,
): DashboardUpdateMessage<'command:update'>[] {
  const heard: DashboardUpdateMessage<'command:update'>[] = [];
  for (const rooms of nodes)
    rooms.listen(organizationRoom(organizationId), (message) => {
      const told = message as FeedMessage;
      if (told.type === 'event' && told.event === 'command:update')
        heard.push(told.message as DashboardUpdateMessage<'command:update'>);
    });
  return heard;
}

/** Removes every command and what commands brought. */
export async function clearCommands(db: Db): Promise<void> {
  for (const table of ['command', 'bulk', 'bulkTurn', 'screenshotTurn'] as const) await db.deleteFrom(table).execute();
}
