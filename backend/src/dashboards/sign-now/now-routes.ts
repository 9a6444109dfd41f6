import { hostOf } from '@sign-display/contracts/group-outages-by-cause';
import type { KioskGateway } from '../../cluster/kiosk-gateway-types.ts';
import type { NodeWatch } from '../../cluster/node-watch.ts';
import { findService } from '../../cluster/nodes-repository.ts';
import { findUpdateStatus } from '../../commands/record-updater-status.ts';
import type { Db } from '../../db/database-types.ts';
import { findRegisteredConnection } from '../../devices/device-connections.ts';
import { answer, type Router } from '../../http/router.ts';
import { findLastDisplayed, findLastReport } from '../../history/history-repository.ts';
import { findLastOfScreen } from '../../reports/analytics/analytics-batches-repository.ts';
import { findPageRequest } from '../../reports/content-fetches/last-page-request.ts';
import { KINDS } from '../../reports/content-reports/report-rate-limit.ts';
import { findClaimedSince } from '../../signs/claim-time.ts';
import { countFailingOnHost } from '../../signs/host-failures.ts';
import { openSign } from '../../signs/signs-repository.ts';
import { describeSign, type SignRow } from '../../signs/sign-view.ts';
import { composeNow, wellAt, type Known } from './sign-now-view.ts';

const NOTHING_OF_DEVICE = { connection: null, update: null };
const NOTHING_HEARD = {
  report: null,
  displayedAt: null,
  request: null,
  sameHost: 0,
  renderedAt: null,
  blankCheckedAt: null,
};

type Heard = Pick<Known, keyof typeof NOTHING_HEARD>;

/** What the present device has told of its page and its screen. Each read goes a bounded way back, however long the page fails. */
async function readHeard(db: Db, { id, organizationId }: SignRow, url: string): Promise<Heard> {
  // The record's history and analytics are of the devices before, too.
  const since = await findClaimedSince(db, id);
  const report = await findLastReport(db, id, KINDS, since);
  const displayedAt = await findLastDisplayed(db, id, since);
  const request = await findPageRequest(db, { signRecordId: id, url, since, wellAt: wellAt(report) });
  const host = hostOf(url);
  const sameHost = host === null ? 0 : await countFailingOnHost(db, { organizationId, host, besides: id });
  return { report, displayedAt, request, sameHost, ...(await findLastOfScreen(db, id, since)) };
}

/** How it stands with a sign, from us to its screen. All of it is in the database, so that any node says the same. */
export function addNowRoutes(
  router: Router,
  deps: { db: Db; nodeId: string; nodes: Pick<NodeWatch, 'dead'>; gateway: Pick<KioskGateway, 'isHere'> },
): void {
  const { db, nodeId, nodes, gateway } = deps;

  async function readConnection(deviceSignId: string, dead: readonly string[]): Promise<Known['connection']> {
    const found = await findRegisteredConnection(db, deviceSignId, dead);
    // A row that still names this node may be of a connection that has ended, and is about to be taken back.
    return found && (found.nodeId !== nodeId || gateway.isHere(deviceSignId)) ? found : null;
  }

  router.route('GET /api/signs/:id/now', async ({ params, caller, role }) => {
    const row = await openSign(db, params.id, caller.userId, role);
    if ('code' in row) return row;
    const sign = describeSign(row);
    const { deviceSignId } = row;
    const dead = nodes.dead();
    const service = await findService(db, dead);
    const ofDevice =
      deviceSignId === null
        ? NOTHING_OF_DEVICE
        : {
            connection: await readConnection(deviceSignId, dead),
            update: await findUpdateStatus(db, row.id, deviceSignId),
          };
    const isHeard = sign.presence === 'online' && sign.shown.url !== null;
    const heard = isHeard ? await readHeard(db, row, sign.shown.url!) : NOTHING_HEARD;
    return answer(200, composeNow(sign, { service, ...ofDevice, ...heard }));
  });
}
