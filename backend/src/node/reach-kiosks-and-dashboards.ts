import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { CommandName } from '@sign-display/contracts/rest/commands';
import { createDashboardFeed, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import { deviceRoom, type DeviceMessage } from '../cluster/device-room-messages.ts';
import { createNodeWatch } from '../cluster/node-watch.ts';
import { createSignVersions } from '../cluster/sign-change-counters.ts';
import { createGatewayAcrossNodes, createRecordSyncAcrossNodes } from '../kiosks/kiosks-across-nodes.ts';
import { createKioskConnections } from '../kiosks/kiosk-connections.ts';
import type { Presence } from '../presence/presence.ts';
import { createKioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import { createSignPublisher } from '../signs/sign-change-publisher.ts';
import { KIOSK_STORM, type NodeDeps } from './deps.ts';

/** What tells dashboards; each update of a command is counted on its way. */
function countCommands(feed: DashboardFeed, { observe }: NodeDeps): DashboardFeed {
  return {
    ...feed,
    toOrganization(organizationId, event, message) {
      if (event === 'command:update') {
        const { command, state } = message as DashboardUpdateMessage<'command:update'>;
        observe.command(command as CommandName, state);
      }
      feed.toOrganization(organizationId, event, message);
    },
  };
}

/** How a node reaches kiosks and dashboards, its own and those of other nodes. */
export function createOutgoingMessages(deps: NodeDeps, nodeId: string, { claimChanged }: Presence) {
  const { db, clock, log, rooms, kioskLimits, claimUrl, kioskStorm = KIOSK_STORM } = deps;
  const pace = { clock, everyMs: kioskStorm.paceMs };
  const feed = countCommands(createDashboardFeed(rooms), deps);
  const connections = createKioskConnections({ clock, claimChanged });
  const nodes = createNodeWatch(clock);
  const gateway = createGatewayAcrossNodes({ db, nodes, rooms, connections, nodeId });
  const ownTruth = createKioskRecordSync({ db, pace, gateway: connections, kioskLimits, claimUrl, log });
  const truth = createRecordSyncAcrossNodes({ own: ownTruth, rooms, connections });
  const telling = createSignPublisher({ gateway, truth, feed });
  const toDevice = (deviceSignId: string, message: DeviceMessage) => rooms.publish(deviceRoom(deviceSignId), message);
  const signVersions = createSignVersions(rooms);
  return { rooms, pace, feed, signVersions, connections, nodes, gateway, ownTruth, truth, telling, toDevice };
}
export type OutgoingMessages = ReturnType<typeof createOutgoingMessages>;
