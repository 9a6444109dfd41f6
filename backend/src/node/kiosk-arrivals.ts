import { TAKEOVER_MARGIN_MS } from '@sign-display/contracts/limits';
import { createConnectionReleases } from '../cluster/store-ended-connections.ts';
import { createBindingLimit } from '../devices/new-device-limit.ts';
import { createGate } from '../flow/gate.ts';
import { createDeviceRooms } from '../kiosks/receive-node-messages.ts';
import { createKioskHandshake } from '../kiosks/kiosk-handshake.ts';
import { createKioskMessageHandlers } from '../kiosks/kiosk-messages.ts';
import { serveKiosks } from '../kiosks/kiosk-namespace.ts';
import { createTakeover } from '../kiosks/admit-connecting-device.ts';
import { countRepeatedWarnings } from '../logging/warning-throttle.ts';
import type { Presence } from '../presence/presence.ts';
import { createDeviceFacts } from '../signs/write-registration-facts.ts';
import type { KioskTransport } from '../sockets/kiosk-transport-types.ts';
import { KIOSK_STORM, type NodeDeps } from './deps.ts';
import type { Features } from './features.ts';
import type { OutgoingMessages } from './reach-kiosks-and-dashboards.ts';

/** How kiosks arrive at a node, are told what they missed, and move between nodes. */
export function createKioskArrivals(
  deps: NodeDeps,
  nodeId: string,
  reach: OutgoingMessages,
  features: Features,
  presence: Presence,
) {
  const { db, clock, random, log, kioskStorm = KIOSK_STORM } = deps;
  const { heartbeatIntervalMs } = deps.kioskLimits;
  const { claims, commands } = features;
  const storm = {
    handshakes: createGate(kioskStorm.handshakes),
    registrations: createGate({ ...kioskStorm.registrations, mostWaiting: Infinity }),
  };
  const bindings = createBindingLimit(clock, deps.newKiosksPerAddress);
  /** All that the record says, then the attempt and the commands that the kiosk may have missed (promises C7, M3). */
  async function catchUp(deviceSignId: string): Promise<void> {
    await reach.ownTruth.tell(deviceSignId);
    await claims.resume(deviceSignId);
    await commands.deliver(deviceSignId);
  }
  const connectionReleases = createConnectionReleases({ db, clock, log });
  const own = { ...reach, truth: reach.ownTruth, db, clock, log, nodeId, catchUp };
  const between = { ...own, waitMs: heartbeatIntervalMs + TAKEOVER_MARGIN_MS };
  const deviceRooms = createDeviceRooms({
    ...between,
    deliver: commands.deliver,
    resumeClaim: claims.resume,
    identify: claims.identify,
    askForWord: commands.bulk.askForWord,
    release: connectionReleases.add,
  });
  const takeover = createTakeover(between);

  return {
    storm,
    deviceRooms,
    serve(transport: KioskTransport) {
      return serveKiosks({
        transport,
        boundary: deps.boundary,
        connections: reach.connections,
        log,
        authorize: createKioskHandshake({
          db,
          clock,
          random,
          takeover,
          bindings,
          pace: reach.pace,
          log: countRepeatedWarnings(log, clock),
          gate: storm.handshakes,
          waitMostMs: kioskStorm.handshakes.waitMostMs,
          clones: features.cloneNotes,
        }),
        handlers: createKioskMessageHandlers({
          ...features,
          ...own,
          presence,
          deviceFacts: createDeviceFacts({ ...own, restartEnded: presence.restartEnded }),
          registrations: storm.registrations,
          heartbeatIntervalMs,
        }),
        observe: deps.observe,
        opened: deviceRooms.opened,
        closed(connection) {
          deviceRooms.closed(connection);
          presence.letGo(connection.signId);
        },
      });
    },
  };
}
