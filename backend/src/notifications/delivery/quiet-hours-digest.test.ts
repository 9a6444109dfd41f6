import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../access/testing/test-service.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { recordOutages } from '../../outages/record-outages.ts';
import { addPlanning } from '../../outages/notice-queue.ts';
import { insertLinkedSign } from '../../reports/testing/analytics-fixtures.ts';
import { insertOrganization } from '../../testing/claim-world.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { startPushReceiver } from '../../testing/push-receiver.ts';
import { readReceivedMail } from '../../testing/received-mail.ts';

/** Runs a night with quiet hours on a simulated clock, with a real mail server and a real push receiver. */

const MINUTE_MS = 60_000;
const EVENING = '2026-11-21T20:30:00Z';

async function startNight() {
  const clock = createManualClock(Date.parse(EVENING));
  const [mails, pushes] = await Promise.all([startMailServer(), startPushReceiver()]);
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    PUSH_ALLOW_PRIVATE: 'true',
    PUSH_CONTACT: 'ops@example.org',
  };
  const service = await startTestService({ clock, env });
  onTestFinished(async () => {
    await service.close();
    await Promise.all([mails.close(), pushes.close()]);
  });
  const { db } = service.database;
  const ada = await service.makePerson('ada');
  const organization = await insertOrganization(db, { clock, random: systemRandom }, { [ada.id]: 'viewer' });
  const signs = new Map<string, string>();
  for (const name of ['Bar', 'Foyer']) {
    const { id } = await insertLinkedSign(db, { clock, random: systemRandom }, organization);
    await db
      .updateTable('sign')
      .set({ name, shortCode: name.padEnd(6, 'X') })
      .where('id', '=', id)
      .execute();
    signs.set(name, id);
  }
  return { clock, mails, pushes, service, db, ada, organization, signs };
}
type Night = Awaited<ReturnType<typeof startNight>>;

/** Changes the presence of a sign now. */
async function changePresence(night: Night, name: string, presence: 'online' | 'offline'): Promise<void> {
  const { db, clock, organization, signs } = night;
  const change = {
    id: signs.get(name)!,
    organizationId: organization.id,
    eventId: organization.eventId,
    name,
    location: 'Hall 1',
    page: 'https://example.com/',
    wasPresence: presence === 'online' ? ('offline' as const) : ('online' as const),
    presence,
    contentState: 'showing' as const,
    blank: false,
    tellsBlank: true,
    problem: null,
    problemDetail: null,
    lastSeenAt: new Date(clock.now()),
  };
  await db.transaction().execute(async (trx) => {
    await recordOutages(trx, [change], clock.now(), () => makeUuidV7(clock, systemRandom));
    await addPlanning(trx, organization.eventId);
  });
}

/** Advances the simulated clock to this time and runs each job when it is due. */
async function passUntil({ clock, service }: Night, time: string): Promise<void> {
  const untilMs = Date.parse(time);
  for (;;) {
    const nextAtMs = await service.app.runDueJobs();
    const toMs = Math.min(nextAtMs ?? untilMs, untilMs);
    // Each step is a minute at most, so that the service's timers run in between.
    clock.advance(Math.min(Math.max(toMs - clock.now(), 0), MINUTE_MS));
    if (clock.now() >= untilMs && (nextAtMs === null || nextAtMs > untilMs)) return;
  }
}

const titlesInInbox = async ({ ada }: Night): Promise<string[]> => {
  const { body } = await ada.call('GET', '/api/notifications');
  return (body as { items: { title: string }[] }).items.map(({ title }) => title).toReversed();
};

test('N6: quiet hours hold mails and pushes back until one digest at their end, while the inbox gets each message immediately', async () => {
  const night = await startNight();
  const { ada, organization, mails, pushes } = night;
  const browser = pushes.subscribe();
  expect((await ada.call('POST', '/api/push-subscriptions', browser)).status).toBe(201);
  const subscription = {
    kinds: ['sign_offline', 'sign_online'],
    channels: ['email', 'push', 'inbox'],
    graceSeconds: null,
    quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Berlin' },
    snoozedUntil: null,
  };
  expect((await ada.call('PUT', `/api/events/${organization.eventId}/subscription`, subscription)).status).toBe(200);

  // At 22:30 in Berlin, Bar goes offline for two hours. At 03:00, Foyer goes offline and stays offline.
  await passUntil(night, '2026-11-21T21:30:00Z');
  await changePresence(night, 'Bar', 'offline');
  await passUntil(night, '2026-11-21T23:30:00Z');
  await changePresence(night, 'Bar', 'online');
  await passUntil(night, '2026-11-22T02:00:00Z');
  await changePresence(night, 'Foyer', 'offline');
  await passUntil(night, '2026-11-22T05:59:00Z');
  expect(await titlesInInbox(night)).toEqual([
    'Bar is offline – Event',
    'Bar is back online – Event',
    'Foyer is offline – Event',
  ]);
  expect([mails.taken.length, pushes.received.length]).toEqual([0, 0]);

  await passUntil(night, '2026-11-22T06:01:00Z');
  await Promise.all([mails.takenSoMany(1), pushes.receivedSoMany(1)]);
  await passUntil(night, '2026-11-22T12:00:00Z');
  expect([mails.taken.length, pushes.received.length, pushes.faults]).toEqual([1, 1, []]);
  const { subject, text } = readReceivedMail(mails.taken[0]!.raw);
  expect(subject).toBe('Foyer is offline, Bar was offline and is back (Event)');
  expect(text).toContain('  Foyer   last seen 03:00:00\n');
  expect(text).toContain('  Bar   offline from 21 Nov 22:30:00 to 00:30:00\n');
  expect(pushes.received[0]!.payload).toMatchObject({ title: 'Foyer is offline, Bar was offline and is back – Event' });
});
