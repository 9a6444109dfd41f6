/*
 * The files that read tables of other rooms in SQL of their own, and why. A room's `tables.ts` names the tables that the room owns; only that
 * room writes them. `ORDER` (rule-lists.js) says which room is above which. `tables` has the SQL names of all tables that the file reads and its
 * room does not own.
 */

/** The owner is below the reader, as for an import. */
export const READS_BELOW = {
  'backend/src/claims/resolve-claim-request.ts': {
    tables: ['organization', 'member', 'event', 'sign'],
    why: "an operator's role and the place of the claim in one round trip",
  },
  'backend/src/claims/claims-repository.ts': {
    tables: ['device', 'user', 'sign'],
    why: 'a claim with the device and the operator of it in one round trip',
  },
  'backend/src/claims/claim-attempts.ts': {
    tables: ['history', 'sign', 'user'],
    why: 'attempts under way and ended are one list (D12)',
  },
  'backend/src/claims/replacements.ts': {
    tables: ['history', 'sign', 'device', 'node'],
    why: 'what has become of each replaced device in one round trip (D14)',
  },
  'backend/src/claims/failed-claim-delay.ts': {
    tables: ['history'],
    why: 'who is held back follows from the history of attempts alone (C10)',
  },
  'backend/src/clones/clones-repository.ts': {
    tables: ['sign'],
    why: 'a decision holds while the record has the device by the same claim',
  },
  'backend/src/cluster/nodes-repository.ts': {
    tables: ['device'],
    why: 'which connections the rows of dead nodes still hold',
  },
  'backend/src/commands/bulk/bulk-progress.ts': {
    tables: ['sign', 'device'],
    why: 'how far each sign is: whether it has a device, is there, and answered',
  },
  'backend/src/commands/bulk/bulk-undo.ts': {
    tables: ['sign'],
    why: 'which signs were changed since is read with what each had',
  },
  'backend/src/commands/bulk/bulk-repository.ts': {
    tables: ['sign'],
    why: 'which signs a bulk request is for is decided where it is written down',
  },
  'backend/src/commands/bulk/bulk-worker.ts': {
    tables: ['sign'],
    why: 'what a dead node has not told is told with the records as they are now',
  },
  'backend/src/commands/commands-repository.ts': {
    tables: ['sign', 'node', 'device'],
    why: 'a command counts while its record has the device; whoever holds the device sends it',
  },
  'backend/src/commands/commands-service.ts': {
    tables: ['sign'],
    why: 'the record is locked before its commands are',
  },
  'backend/src/commands/take-regular-screenshots.ts': {
    tables: ['sign'],
    why: 'turns of signs that want screenshots, in one statement for all',
  },
  'backend/src/commands/stored-screenshots.ts': {
    tables: ['sign'],
    why: 'a picture is kept only while the record has the device that took it',
  },
  'backend/src/commands/stored-sign-logs.ts': {
    tables: ['sign'],
    why: 'lines are kept only while the record has the device that sent them',
  },
  'backend/src/commands/record-updater-status.ts': {
    tables: ['sign'],
    why: 'a status is kept only while the record has the device that sent it',
  },
  'backend/src/dashboards/dashboard-queries.ts': {
    tables: ['sign', 'event', 'member', 'session', 'organization'],
    why: 'what one person may see, asked at every connect and subscription',
  },
  'backend/src/dashboards/subscription-sign-counts.ts': {
    tables: ['sign'],
    why: 'how many signs the subscriptions of one turn cover, in one statement for all',
  },
  'backend/src/events/events-repository.ts': {
    tables: ['sign'],
    why: 'an event with signs is not deleted',
  },
  'backend/src/jobs/free-abandoned-jobs.ts': {
    tables: ['node'],
    why: "a job's lock counts while its node lives",
  },
  'backend/src/kiosks/merge-settings-from-kiosk.ts': {
    tables: ['sign'],
    why: 'the record is locked before its settings are merged',
  },
  'backend/src/kiosks/resync-outdated-kiosks.ts': {
    tables: ['sign'],
    why: 'what kiosks were told is compared with the records, of all in one statement',
  },
  'backend/src/notifications/delivery/deliver-notifications.ts': {
    tables: ['member', 'event', 'user', 'organization'],
    why: 'a delivery with its person, their language, event and membership as they are now',
  },
  'backend/src/notifications/delivery/list-and-retry-failed-deliveries.ts': {
    tables: ['user', 'organization'],
    why: 'the address that a mail did not reach; the names of the organizations whose messages failed',
  },
  'backend/src/notifications/delivery/fail-unfinished-deliveries.ts': {
    tables: ['graphile_worker._private_jobs'],
    why: "a delivery's job, by its key",
  },
  'backend/src/notifications/audit-faults/mail-audit-fault.ts': {
    tables: ['member', 'user', 'organization'],
    why: 'the owners of an organization get a mail about a fault of its audit log',
  },
  'backend/src/notifications/inbox/warn-of-expiring-push.ts': {
    tables: ['session', 'user'],
    why: 'a push endpoint ends with its session, and its person gets a mail before',
  },
  'backend/src/notifications/inbox/inbox-repository.ts': {
    tables: ['member', 'organization'],
    why: 'an inbox shows organizations that the person is still in and that are open to the session',
  },
  'backend/src/notifications/inbox/push-subscriptions-repository.ts': {
    tables: ['session'],
    why: 'a browser takes messages as long as the session that made its endpoint',
  },
  'backend/src/notifications/inbox/subscriptions-repository.ts': {
    tables: ['sign', 'event'],
    why: 'a snoozed sign is one of the event; a person leaves all events of an organization',
  },
  'backend/src/dashboards/watch-outages.ts': {
    tables: ['outage'],
    why: 'which outages of changed signs are other than at the last read, in one statement',
  },
  'backend/src/notifications/inbox/change-by-mail-link.ts': {
    tables: ['event', 'user', 'audit'],
    why: 'the audit entry names the person and the organization of a subscription that a mail’s link changes, and has the snooze before a mute',
  },
  'backend/src/notifications/inbox/mail-link-routes.ts': {
    tables: ['event', 'user', 'member'],
    why: 'a link in a mail names an event to a person who is still a member of its organization',
  },
  'backend/src/notifications/outages/outages-repository.ts': {
    tables: ['outage'],
    why: 'an outage is shown with who was told of it',
  },
  'backend/src/notifications/outages/read-deliveries.ts': {
    tables: ['user'],
    why: 'a delivery is shown with the name of its person',
  },
  'backend/src/notifications/planning/planner-repository.ts': {
    tables: ['event', 'member', 'sign', 'outage'],
    why: 'subscribers who are still members, where signs are that a message tells of, and what fails besides them',
  },
  'backend/src/notifications/planning/count-and-describe-signs.ts': {
    tables: ['sign'],
    why: 'how many signs of an event are offline or have bad pages, in one statement',
  },
  'backend/src/outages/outages-repository.ts': {
    tables: ['device'],
    why: 'the address of a device is recorded in the statement that opens its outages',
  },
  'backend/src/outages/notice-queue.ts': {
    tables: ['graphile_worker._private_jobs'],
    why: 'a notice is planned where no job is',
  },
  'backend/src/reports/analytics/analytics-batches-repository.ts': {
    tables: ['sign', 'device_usage'],
    why: 'one statement writes a batch, its owner and its charge, or nothing',
  },
  'backend/src/reports/content-fetches/content-fetches-repository.ts': {
    tables: ['sign'],
    why: 'the list of content fetches shows the names of signs as they are now',
  },
  'backend/src/reports/content-reports/content-reports.ts': {
    tables: ['sign', 'history'],
    why: 'one statement finds the record and the last report, and writes the next',
  },
  'backend/src/reports/sign-metrics/sign-metrics-repository.ts': {
    tables: ['sign'],
    why: 'numbers go to the record that has the device, of all devices in one statement',
  },
  'backend/src/system/count-fleet.ts': {
    tables: ['device', 'node', 'sign', 'clone'],
    why: 'devices, machines and kiosk versions of all organizations are counted in one statement',
  },
  'backend/src/signs/update-sign-acknowledgement.ts': {
    tables: ['outage'],
    why: 'what a row says of its outages is settled for many signs in one statement',
  },
  'backend/src/signs/content/update-page-to-show.ts': {
    tables: ['organization'],
    why: 'a page must be of a host that the organization allows now',
  },
  'backend/src/signs/content/schedules-repository.ts': {
    tables: ['user'],
    why: 'who changed a set last is named with its version',
  },
  'backend/src/signs/begin-and-end-restarts.ts': {
    tables: ['device'],
    why: 'which boot of the device is told to restart, where that is written down',
  },
  'backend/src/signs/heartbeat-facts-repository.ts': {
    tables: ['outage', 'device'],
    why: 'a fact is written where no outage says it yet and no other node holds the device',
  },
  'backend/src/signs/sign-list.ts': {
    tables: ['member', 'organization'],
    why: "the caller's role and the page of signs in one round trip",
  },
  'backend/src/signs/signs-repository.ts': {
    tables: ['organization'],
    why: "a record with its organization's rules in one round trip",
  },
};

/**
 * The owner is above the reader, or in the same layer. The reader may not import the owner, so each of these is an exception that a review
 * decides. Add one only where the value can't be handed in from above without a second query or without the lock.
 */
export const READS_ABOVE = {
  'backend/src/access/check-quotas.ts': {
    tables: ['sign', 'claim', 'event', 'schedule', 'screenshot'],
    why: 'a quota counts what an organization has, of every room, under one lock',
  },
  'backend/src/audit/refused-attempts.ts': {
    tables: ['sign', 'event', 'member', 'outage', 'bulk'],
    why: 'a refused request names a sign, an event, an outage or a bulk request, and its entry needs the organization',
  },
  'backend/src/audit/audit-names.ts': {
    tables: ['user', 'sign', 'event', 'organization', 'member', 'invitation'],
    why: 'the list of the audit log shows the names of people and things as they are now',
  },
  'backend/src/devices/device-connections.ts': {
    tables: ['node', 'sign', 'clone'],
    why: 'a connection counts while its node lives and nobody has decided against it',
  },
  'backend/src/devices/devices-pruning.ts': {
    tables: ['sign', 'claim', 'clone'],
    why: 'a device goes only where no record, attempt or decision needs it',
  },
  'backend/src/devices/devices-repository.ts': {
    tables: ['sign'],
    why: 'whether a device is claimed is read with the device',
  },
  'backend/src/outages/notice-queue.ts': {
    tables: ['subscription'],
    why: 'a notice is kept only where somebody subscribes',
  },
  'backend/src/outages/outages-repository.ts': {
    tables: ['sign'],
    why: 'the size of a place is counted in the statement that opens its outages, and only there',
  },
  'backend/src/signs/claim-time.ts': {
    tables: ['claim'],
    why: 'when the present claim of a record was committed',
  },
  'backend/src/signs/content/schedules-service.ts': {
    tables: ['event'],
    why: "an event's schedules are changed under the event's lock",
  },
  'backend/src/signs/signs-repository.ts': {
    tables: ['event'],
    why: "a record with its event's time zone in one round trip",
  },
  'backend/src/signs/signs-service.ts': {
    tables: ['event'],
    why: 'the event that a sign goes to belongs to the same organization',
  },
};
