import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { DeviceMessage } from '../cluster/device-room-messages.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import type { KioskRecordSync } from './send-record-to-kiosk.ts';
import type { CommittedChange } from './committed-change-type.ts';

/** Where a bulk request waits for the kiosk's word, the kiosk's node reads what it gave. All else it reads to tell the whole truth, which follows. */
const readElsewhere = ({ commandId }: { commandId?: string }): DeviceMessage | undefined =>
  commandId === undefined ? undefined : { type: 'bulk', bulkId: commandId };

/**
 * Tells of committed changes: the kiosk first what changed, then the whole truth, which is read after the commit and so is right whatever
 * overtook it; then dashboards. Never rejects. Thousands at once are read together.
 */
export function createSignPublisher(deps: { gateway: KioskGateway; truth: KioskRecordSync; feed: DashboardFeed }) {
  const { gateway, truth, feed } = deps;
  return {
    async changed(changes: readonly CommittedChange[]): Promise<void> {
      const byOrganization = Map.groupBy(changes, ({ organizationId }) => organizationId);
      for (const [organizationId, ofOne] of byOrganization)
        feed.signsChanged(
          organizationId,
          ofOne.map(({ signRecordId }) => signRecordId),
        );
      for (const { deviceSignId, display, settings } of changes) {
        if (deviceSignId === null) continue;
        if (display) gateway.send(deviceSignId, 'sign:display_content', display, readElsewhere(display));
        if (settings) gateway.send(deviceSignId, 'sign:settings_update', settings, readElsewhere(settings));
      }
      await truth.syncMany(changes.flatMap(({ deviceSignId }) => (deviceSignId === null ? [] : [deviceSignId])));
    },
  };
}

export type SignPublisher = ReturnType<typeof createSignPublisher>;
