import { createECDH, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Mail } from '../../mail/message.ts';
import { insertOrganization } from '../../testing/claim-world.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { NOTIFICATION_KINDS } from '@sign-display/contracts/rest/subscriptions';
import { createPushEndpoints } from './guard-push-endpoints.ts';
import type { PushPayload } from './push-sender.ts';
import { addPlanning, recordNotices } from '../../outages/notice-queue.ts';

test('N7: a service without a network sends its messages through the given senders when its jobs are due', async () => {
  const clock = createManualClock();
  const mails: Mail[] = [];
  const pushes: { endpoint: string; payload: PushPayload }[] = [];
  const asked: string[] = [];
  const service = await startTestService({
    clock,
    outside: {
      sendMail: async (mail) => void mails.push(mail),
      async sendPush({ endpoint }, payload) {
        pushes.push({ endpoint, payload });
        return { result: 'taken' };
      },
      pushEndpoints: createPushEndpoints({
        allowPrivate: false,
        lookUpAll(host, done) {
          asked.push(host);
          done(null, [{ address: '1.1.1.1', family: 4 }]);
        },
      }),
    },
  });
  onTestFinished(service.close);
  const { db } = service.database;
  const ada = await service.makePerson('ada');
  const organization = await insertOrganization(db, { clock, random: systemRandom }, { [ada.id]: 'viewer' });
  const { id: organizationId, eventId } = organization;
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  const endpoint = 'https://push.invalid/1';
  const subscription = { kinds: [...NOTIFICATION_KINDS], channels: ['email', 'push'] };
  const rest = { graceSeconds: null, quietHours: null, snoozedUntil: null };
  const asks = [
    ada.call('POST', '/api/push-subscriptions', { endpoint, keys }),
    ada.call('PUT', `/api/events/${eventId}/subscription`, { ...subscription, ...rest }),
  ];
  expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([201, 200]);
  expect(asked).toEqual(['push.invalid']);

  expect(await service.app.runDueJobs()).toBe(null);
  const notice = {
    organizationId,
    eventId,
    signRecordId: organizationId,
    signName: 'Foyer',
    at: new Date(clock.now()),
  };
  await recordNotices(db, [{ ...notice, kind: 'claim_completed' }]);
  await addPlanning(db, eventId);
  const nextAtMs = await service.app.runDueJobs();
  expect([nextAtMs, mails]).toEqual([clock.now() + 30_000, []]);
  clock.advance(nextAtMs! - clock.now());
  expect(await service.app.runDueJobs()).toBe(null);
  expect(mails).toMatchObject([{ to: ada.email, subject: 'Foyer was claimed (Event)' }]);
  expect(pushes).toMatchObject([{ endpoint, payload: { title: 'Foyer was claimed – Event' } }]);
});
