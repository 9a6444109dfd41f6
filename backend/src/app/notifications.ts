import type { JobTasks } from '../jobs/worker.ts';
import type { Node } from '../node.ts';
import { createChannelTests } from '../notifications/delivery/send-test-messages.ts';
import { createAuditChecks } from '../audit/audit-checks.ts';
import { addJob } from '../jobs/add-job.ts';
import { createAuditFaultMails } from '../notifications/audit-faults/mail-audit-fault.ts';
import { createDeliveries } from '../notifications/delivery/deliver-notifications.ts';
import { createPushEndpoints } from '../notifications/delivery/guard-push-endpoints.ts';
import { pushContact } from '../notifications/delivery/push-contact.ts';
import { createPushSender } from '../notifications/delivery/push-sender.ts';
import { createVapidKeys } from '../notifications/delivery/vapid-keys.ts';
import { createEndingEndpoints } from '../notifications/inbox/warn-of-expiring-push.ts';
import { createPlanner } from '../notifications/planning/planner.ts';
import { createPreviews } from '../notifications/planning/preview-subscription.ts';
import type { Post } from './accounts.ts';
import type { AppDeps } from './deps.ts';

/** Plans and delivers notifications, by mail and by push, and checks audit logs, whose faults are mailed; `tasks` are the jobs of all. */
export function createNotifying(deps: AppDeps, { feed }: Node, { send, isOutbox, mail }: Post) {
  const { config, db, clock, random, log, publicUrl, metrics } = deps;
  const own = deps.pushEndpoints ? null : createPushEndpoints({ allowPrivate: config.push.allowPrivate });
  const pushEndpoints = deps.pushEndpoints ?? own!;
  const vapidKeys = createVapidKeys({ db, clock });
  // A free port is known only when the service listens.
  const contact = () =>
    pushContact({ contact: config.push.contact, mailFrom: config.mail.from, publicUrl: publicUrl() });
  const sendPush = deps.sendPush ?? createPushSender({ clock, endpoints: pushEndpoints, vapidKeys, contact });
  const ways = { db, clock, log, publicUrl, secret: deps.authSecret, sendMail: send, isOutbox, sendPush };
  const deliveries = createDeliveries({
    ...ways,
    observe: (channel, result) => metrics.notifications.inc({ channel, result }),
  });
  const planner = createPlanner({ db, clock, random, log, feed, settings: config.limits });
  const faultMails = createAuditFaultMails({ db, clock, random, publicUrl, sendMail: send });
  const auditChecks = createAuditChecks({
    db,
    clock,
    log,
    addCheck: (trx, organizationId) =>
      addJob(trx, 'check_audit', { organizationId }, { atMs: null, key: `audit:${organizationId}`, mode: 'sooner' }),
    addMails: faultMails.add,
  });
  const tasks: JobTasks = {
    check_audit: ({ organizationId }) => auditChecks.check(organizationId),
    mail_audit_fault: faultMails.send,
    plan_notices: ({ eventId }) => planner.planEvent(eventId),
    deliver_mail: ({ notificationId }) => deliveries.deliver(notificationId),
    deliver_notification: ({ notificationId }) => deliveries.deliver(notificationId),
  };
  const previewSubscription = createPreviews({ db, clock, settings: config.limits });
  const testChannels = createChannelTests({ ...ways, random, feed, contact });
  const endingEndpoints = createEndingEndpoints({ ...deps, feed, mail });
  return {
    pushEndpoints,
    vapidKeys,
    contact,
    tasks,
    testChannels,
    previewSubscription,
    endingEndpoints,
    auditChecks,
    close: () => own?.close(),
  };
}
export type Notifying = ReturnType<typeof createNotifying>;
