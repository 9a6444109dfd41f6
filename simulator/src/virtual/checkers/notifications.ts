import type { Checker, Watch } from './checker.ts';
import { checkArrivals, checkDeliveries } from './deliveries.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import { watchOutages } from './watch-outages.ts';
import type { NotificationRow } from './row-types.ts';
import { checkCompleteNotifications } from './complete-notifications.ts';
import { deliveryCheck } from './check-each-notification.ts';
import { watchGraces, watchMessages } from './watch-sent-messages.ts';

/**
 * N3, N4, N5, N7, N10: who is told what, and how often. Outages are held against what records say of presence, messages against outages, and what
 * arrived against messages. Who never changes a subscription (initial-data.ts) must be told; of the others nothing wrong may be told.
 */
export const notifications: Checker = {
  promises: ['N3', 'N4', 'N5', 'N7', 'N10'],
  begin(world): Watch {
    const outages = watchOutages(world);
    const graces = watchGraces(world);
    const messages = watchMessages(world);
    const rows: Mirror<NotificationRow> = mirror(world, 'notification');
    const check = deliveryCheck(world, { outages, graces });

    return {
      async afterCommit(commits) {
        await graces.afterCommit(commits);
        await outages.afterCommit(commits);
        await messages.afterCommit(commits, check);
      },
      atEnd() {
        outages.checkStability();
        checkCompleteNotifications(world, { outages, graces, messages });
        checkDeliveries(world, messages, rows.rows());
        checkArrivals(world);
      },
    };
  },
};
