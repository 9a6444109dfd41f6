import { createECDH, randomBytes } from 'node:crypto';
import { findPage, type PageName } from '@sign-display/contracts/page-paths';
import { OUTAGE_KINDS } from '@sign-display/contracts/rest/outages';
import { NOTIFICATION_KINDS, type NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Mail } from '../../mail/message.ts';
import { addPlanning, recordNotices, type NewNotice } from '../../outages/notice-queue.ts';
import { insertOutage } from '../../outages/testing/insert-outage.ts';
import { OUTAGE_NOTICES } from '../../outages/notice-types.ts';
import { insertOrganization, insertRecord } from '../../testing/claim-world.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { PushPayload } from './push-sender.ts';

/**
 * Checks that every link in every mail and push leads to a page of `contracts/src/page-paths.ts` or is a link that
 * changes a subscription.
 */

const PUBLIC_URL = 'https://signs.opera.example';
const unescaped = (html: string): string => html.replaceAll('&amp;', '&');
const linksOf = ({ text, html = '' }: Mail): string[] => [
  ...(text.match(/\bhttps?:\/\/\S+/g) ?? []),
  ...(html.match(/(?<=\b(?:href|src)=")[^"]*/g) ?? []).map(unescaped),
];

/** Returns the name of the page that a link leads to, or the link itself if it leads to none. */
function pageBehind(link: string): PageName | 'end of the mails' | 'mute for an hour' | string {
  const { origin, pathname } = new URL(link);
  if (origin !== PUBLIC_URL) return link;
  if (/^\/api\/unsubscribe\/[\w.-]+$/.test(pathname)) return 'end of the mails';
  if (/^\/api\/snooze\/[\w.-]+$/.test(pathname)) return 'mute for an hour';
  return findPage(pathname)?.name ?? link;
}
const pagesOf = (mails: readonly Mail[]) => new Set(mails.flatMap(linksOf).map(pageBehind));

async function startOutside() {
  const clock = createManualClock();
  const mails: Mail[] = [];
  const pushes: PushPayload[] = [];
  const service = await startTestService({
    clock,
    env: { PUBLIC_URL },
    outside: {
      sendMail: async (mail) => void mails.push(mail),
      sendPush: async (_, payload) => {
        pushes.push(payload);
        return { result: 'taken' };
      },
    },
  });
  onTestFinished(service.close);
  return { clock, mails, pushes, service };
}

test('U5: every link in every kind of mail and push leads to an existing page, or ends or mutes the mails', async () => {
  const { clock, mails, pushes, service } = await startOutside();
  const { db } = service.database;
  const ada = await service.makePerson('ada');
  const organization = await insertOrganization(db, { clock, random: systemRandom }, { [ada.id]: 'viewer' });
  const { id: organizationId, eventId } = organization;
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  await ada.call('POST', '/api/push-subscriptions', { endpoint: 'https://push.invalid/1', keys });
  const wishes = { kinds: [...NOTIFICATION_KINDS], channels: ['email', 'push'], graceSeconds: null };
  await ada.call('PUT', `/api/events/${eventId}/subscription`, { ...wishes, quietHours: null, snoozedUntil: null });

  const deps = { clock, random: systemRandom };
  const signs = await Promise.all([1, 2, 3].map(() => insertRecord(db, deps, organization)));
  /** Of each sign, what the newest outage that was told is called: of an end is told to whom its beginning was. */
  const outages = new Map<string, string>();
  /** Tells of these kinds, each of these signs, in one message. */
  async function tell(kinds: readonly NotificationKind[], signIds: readonly string[]) {
    const at = new Date(clock.now());
    const notices: NewNotice[] = [];
    for (const kind of kinds)
      for (const signRecordId of signIds) {
        const place = { organizationId, eventId, signRecordId };
        const begun = OUTAGE_KINDS.find((each) => OUTAGE_NOTICES[each].begins === kind);
        if (begun) outages.set(signRecordId, await insertOutage(db, place, begun));
        const ends = OUTAGE_KINDS.some((each) => OUTAGE_NOTICES[each].ends === kind);
        const isOutage = begun !== undefined || ends;
        if (ends)
          await db
            .updateTable('outage')
            .set({ closedAt: at, closedBy: 'recovered' })
            .where('signRecordId', '=', signRecordId)
            .execute();
        const outageId = isOutage ? outages.get(signRecordId)! : null;
        notices.push({ ...place, signName: 'Säule', kind, at, outageId, since: isOutage ? at : null });
      }
    await recordNotices(db, notices);
    await addPlanning(db, eventId);
    // Past the hour of N4, too.
    clock.advance(3_600_000);
    for (let atMs = await service.app.runDueJobs(); atMs !== null; atMs = await service.app.runDueJobs())
      clock.advance(atMs - clock.now());
  }
  for (const kind of NOTIFICATION_KINDS) await tell([kind], signs.slice(0, 1));
  await tell(['sign_offline'], signs);
  await tell(['claim_completed', 'clone_detected'], signs);

  expect(mails).toHaveLength(NOTIFICATION_KINDS.length + 2);
  expect(pushes).toHaveLength(mails.length);
  expect(pagesOf(mails)).toEqual(
    new Set(['sign', 'outage', 'devices', 'wall', 'subscription', 'end of the mails', 'mute for an hour']),
  );
  expect(new Set(pushes.map(({ url }) => pageBehind(url)))).toEqual(new Set(['sign', 'outage', 'devices', 'wall']));
});

test('the links in an invitation mail and in a password reset mail lead to existing pages', async () => {
  const { mails, service } = await startOutside();
  const owner = await service.makePerson('owner');
  const made = await owner.call('POST', '/api/organizations', { name: 'Opera' });
  const members = `/api/organizations/${(made.body as { id: string }).id}/members`;
  await owner.call('POST', members, { email: 'new@example.org', role: 'viewer' });
  await service.call('POST', '/api/auth/request-password-reset', { email: owner.email });
  await expect.poll(() => mails.length, { timeout: 30_000 }).toBe(2);
  expect(pagesOf(mails)).toEqual(new Set(['invitation', 'resetPassword']));
});
