import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditPage } from '@sign-display/contracts/rest/audit';
import { EVENT_MAKER_SUBSCRIPTION, type Subscription } from '@sign-display/contracts/rest/subscriptions';
import {
  AUTH_SECRET,
  patchOrganization,
  problemOf,
  startTestService,
  type Person,
  type TestService,
} from '../../access/testing/test-service.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { decideLinkChange } from './change-by-mail-link.ts';
import { LINK_LIFETIME_MS, LINK_PURPOSES, readMailLink, signMailLink, type LinkPurpose } from './mail-link-token.ts';

const HOUR_MS = 3_600_000;
const clock = createManualClock(Date.parse('2026-11-30T18:38:00Z'));
let service: TestService;
let owner: Person;
let organizationId: string;
let eventId: string;

beforeAll(async () => {
  service = await startTestService({ clock, env: { PUBLIC_URL: 'https://signs.example.org' } });
  owner = await service.makePerson('owner');
  const made = await owner.call('POST', '/api/organizations', { name: 'Opera' });
  organizationId = (made.body as { id: string }).id;
});
afterAll(() => service.close());
beforeEach(async () => {
  const event = { name: 'Ball <b>of</b> "1900"', timeZone: 'Europe/Zurich' };
  const reply = await owner.call('POST', `/api/organizations/${organizationId}/events`, event);
  eventId = (reply.body as { id: string }).id;
});

const subscription = async () => (await owner.call('GET', `/api/events/${eventId}/subscription`)).body as Subscription;
const pathOf = (purpose: 'unsubscribe' | 'snooze', issuedAtMs = clock.now(), userId = owner.id): string =>
  `/api/${purpose}/${signMailLink({ purpose, userId, eventId, issuedAtMs }, AUTH_SECRET)}`;
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (method: 'GET' | 'POST' | 'HEAD', url: string, headers: Record<string, string> = BROWSER) =>
  service.app.http.inject({ method, url, headers });
const headingOf = (html: string): string =>
  /<h1>(.*?)<\/h1>/.exec(html)![1]!.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
/** Presses the page's button: resolves the form's action as a browser does. */
async function press(url: string, html: string) {
  const action = /<form method="post" action="([^"]*)">/.exec(html)?.[1] ?? url;
  return await open('POST', new URL(action, `https://signs.example.org${url}`).pathname);
}
const auditDetails = async () => {
  const query = `organizationId=${organizationId}&eventId=${eventId}&action=subscription.update`;
  const { items } = (await owner.call('GET', `/api/audit?${query}`)).body as AuditPage;
  return items.map(({ actor, detail }) => ({ actor: actor?.id, detail })).toReversed();
};

describe('the unsubscribe link of a mail', () => {
  test('RFC 8058: GET and HEAD of the unsubscribe link change nothing, and a mail program’s POST, even twice, ends the mails', async () => {
    const path = pathOf('unsubscribe');
    const page = await open('GET', path);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.payload).toContain('Ball &#60;b&#62;of&#60;/b&#62; &#34;1900&#34;');
    expect((await open('HEAD', path)).statusCode).toBe(200);
    expect(await subscription()).toMatchObject({ channels: EVENT_MAKER_SUBSCRIPTION.channels });
    for (let count = 0; count < 2; count += 1) {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = 'List-Unsubscribe=One-Click';
      const reply = await service.app.http.inject({ method: 'POST', url: path, payload, headers: form });
      expect(reply.statusCode).toBe(200);
      expect((await subscription()).channels).toEqual(['inbox']);
    }
    const by = 'the link in a mail';
    expect(await auditDetails()).toEqual([{ actor: owner.id, detail: { by, removed: ['email'] } }]);
  });

  test('the page of the unsubscribe link undoes it without a session, and its audit entry names the person', async () => {
    const path = pathOf('unsubscribe');
    const done = await open('POST', path);
    expect(headingOf(done.payload)).toBe('You will no longer receive mails about “Ball <b>of</b> "1900"”.');
    const undone = await press(path, done.payload);
    expect(headingOf(undone.payload)).toBe('You will receive mails about “Ball <b>of</b> "1900"” again.');
    expect((await subscription()).channels.toSorted()).toEqual(['email', 'inbox']);
    expect((await auditDetails()).map(({ detail }) => detail)).toMatchObject([
      { removed: ['email'] },
      { added: ['email'] },
    ]);
  });

  test('ends the mails also with a token of an older version, which has no time, and the token of its undo has one', async () => {
    const subject = Buffer.from(JSON.stringify([owner.id, eventId])).toString('base64url');
    const signature = createHmac('sha256', AUTH_SECRET).update(`unsubscribe\n${subject}`).digest('base64url');
    const path = `/api/unsubscribe/${subject}.${signature}`;
    expect((await open('GET', path)).statusCode).toBe(200);
    const done = await open('POST', path);
    expect((await subscription()).channels).toEqual(['inbox']);
    const [undo] = /(?<=<form method="post" action=")[^"]*/.exec(done.payload)!;
    expect(readMailLink(undo, { purposes: LINK_PURPOSES, secret: AUTH_SECRET, nowMs: clock.now() })).toMatchObject({
      is: 'valid',
      link: { purpose: 'resubscribe', issuedAtMs: clock.now() },
    });
    expect(headingOf((await press(path, done.payload)).payload)).toMatch(/^You will receive mails about .* again\.$/);
    expect((await subscription()).channels.toSorted()).toEqual(['email', 'inbox']);
  });

  test('shows its pages in the language that mails have for the person: the account’s, else the organization’s', async () => {
    const choose = (language: 'en' | 'de' | null) => owner.call('POST', '/api/auth/update-user', { language });
    const show = async (method: 'GET' | 'POST') => (await open(method, pathOf('unsubscribe'))).payload;
    expect(await show('GET')).toContain('<html lang="en">');
    await choose('de');
    const asking = await show('GET');
    expect(asking).toContain('<html lang="de">');
    expect(asking).toContain('<h1>E-Mails zu „Ball &#60;b&#62;of&#60;/b&#62; &#34;1900&#34;“ abbestellen?</h1>');
    expect(asking).toContain('<button>Abbestellen</button>');
    expect(await show('POST')).toContain('<h1>Sie erhalten keine E-Mails mehr zu „Ball');
    await choose(null);
    await patchOrganization(owner, organizationId, { language: 'de' });
    expect(await show('GET')).toContain('<html lang="de">');
    await patchOrganization(owner, organizationId, { language: null });
  });
});

describe('the mute link of a mail', () => {
  test('GET and HEAD of the mute link change nothing, POST mutes the event for an hour, and the page says until when', async () => {
    const path = pathOf('snooze');
    const page = await open('GET', path);
    expect(headingOf(page.payload)).toBe('Mute notifications about “Ball <b>of</b> "1900"” for an hour?');
    expect((await open('HEAD', path)).statusCode).toBe(200);
    expect((await subscription()).snoozedUntil).toBeNull();
    const done = await open('POST', path);
    const snoozedUntil = new Date(clock.now() + HOUR_MS).toISOString();
    expect((await subscription()).snoozedUntil).toBe(snoozedUntil);
    expect(headingOf(done.payload)).toBe('Notifications about “Ball <b>of</b> "1900"” are muted until 20:38 CET.');
    const by = 'the link in a mail';
    expect(await auditDetails()).toEqual([{ actor: owner.id, detail: { by, snoozedUntil, snoozedBefore: null } }]);

    const undone = await press(path, done.payload);
    expect(headingOf(undone.payload)).toContain('are no longer muted.');
    expect((await subscription()).snoozedUntil).toBeNull();
    // The undo of a mute that has already ended changes nothing.
    expect(headingOf((await press(path, done.payload)).payload)).toContain('Nothing was undone');
    expect(await auditDetails()).toHaveLength(2);
  });

  /** Snoozes the event as the dashboard does, without a link. */
  async function snooze(ms: number): Promise<string> {
    const { channels, kinds, graceSeconds, quietHours } = EVENT_MAKER_SUBSCRIPTION;
    const snoozedUntil = new Date(clock.now() + ms).toISOString();
    const body = { channels, kinds, graceSeconds, quietHours, snoozedUntil };
    await owner.call('PUT', `/api/events/${eventId}/subscription`, body);
    return snoozedUntil;
  }

  test('the mute link keeps a longer snooze, and its undo restores a shorter one', async () => {
    const longer = await snooze(5 * HOUR_MS);
    const kept = (await open('POST', pathOf('snooze'))).payload;
    expect([headingOf(kept), kept.includes('<form')]).toEqual([
      'Notifications about “Ball <b>of</b> "1900"” are muted until 1 Dec 00:38 CET.',
      false,
    ]);
    expect((await subscription()).snoozedUntil).toBe(longer);

    const shorter = await snooze(HOUR_MS / 2);
    const path = pathOf('snooze');
    const undone = await press(path, (await open('POST', path)).payload);
    expect(headingOf(undone.payload)).toContain('are muted until 20:08 CET, as before.');
    expect((await subscription()).snoozedUntil).toBe(shorter);
  });

  test.each([
    ['none', null],
    ['a shorter one', HOUR_MS / 2],
  ])('one undo after several mutes by link restores the snooze before the first one: %s', async (_what, ms) => {
    const startMs = clock.now();
    const before = ms === null ? null : await snooze(ms);
    const path = pathOf('snooze');
    await open('POST', path);
    // A double press, a reload after a minute, and the link of a second mail.
    await open('POST', path);
    clock.stepWall(60_000);
    await open('POST', path);
    clock.stepWall(60_000);
    const second = pathOf('snooze');
    const done = await open('POST', second);
    const until = new Date(clock.now() + HOUR_MS).toISOString();
    expect((await subscription()).snoozedUntil).toBe(until);
    expect((await auditDetails()).at(-1)!.detail).toMatchObject({ snoozedUntil: until, snoozedBefore: before });
    await press(second, done.payload);
    expect((await subscription()).snoozedUntil).toBe(before);
    clock.stepWall(startMs - clock.now());
  });

  test('the undo of the first of two mutes ends both, and the undo of a replaced mute changes nothing', async () => {
    const startMs = clock.now();
    const before = await snooze(HOUR_MS / 2);
    const path = pathOf('snooze');
    const first = await open('POST', path);
    clock.stepWall(1_500);
    await open('POST', path);
    expect(headingOf((await press(path, first.payload)).payload)).toContain('are muted until 20:08 CET, as before.');
    expect((await subscription()).snoozedUntil).toBe(before);
    clock.stepWall(startMs - clock.now());

    const muted = await open('POST', path);
    const other = await snooze(2 * HOUR_MS);
    expect(headingOf((await press(path, muted.payload)).payload)).toContain('Nothing was undone');
    expect((await subscription()).snoozedUntil).toBe(other);
  });

  test('a mute by link after a snooze that replaced an earlier mute restores that snooze', async () => {
    const path = pathOf('snooze');
    await open('POST', path);
    const shorter = await snooze(HOUR_MS / 2);
    await press(path, (await open('POST', path)).payload);
    expect((await subscription()).snoozedUntil).toBe(shorter);
  });

  test('a change by a link and its undo restore the subscription, whatever it was', () => {
    const anyChannels = fc.uniqueArray(fc.constantFrom('email' as const, 'push' as const, 'inbox' as const));
    const anyEnd = fc.option(fc.integer({ min: 0, max: 9_000_000 }));
    const waits = fc.array(fc.nat(HOUR_MS - 1), { maxLength: 4 });
    fc.assert(
      fc.property(anyChannels, anyEnd, waits, (channels, untilMs, waitsMs) => {
        let nowMs = 1_000_000;
        const stored = { channels, snoozedUntil: untilMs === null ? null : new Date(untilMs) };
        const mute = (present: typeof stored, beforeMuteMs: number | null | undefined) => {
          const { outcome, change } = decideLinkChange(
            { purpose: 'snooze', set: null },
            { ...present, beforeMuteMs },
            nowMs,
          );
          if (outcome.is !== 'snoozed') throw new Error(outcome.is);
          return { outcome, change, muted: { ...present, ...change } };
        };
        let { outcome, change, muted } = mute(stored, undefined);
        const first = outcome.set;
        expect(outcome.untilMs).toBe(Math.max(untilMs ?? 0, nowMs + HOUR_MS));
        if (outcome.set === null) return void expect(change).toBeNull();
        for (const waitMs of waitsMs) {
          nowMs += waitMs;
          ({ outcome, change, muted } = mute(muted, outcome.set!.beforeMs));
          expect(outcome.untilMs).toBe(nowMs + HOUR_MS);
        }
        const present = { ...muted, beforeMuteMs: outcome.set!.beforeMs };
        const isOver = untilMs === null || untilMs <= nowMs;
        // The undo of any of these mutes.
        for (const set of [first, outcome.set]) {
          const undone = decideLinkChange({ purpose: 'unmute', set }, present, nowMs);
          expect(undone.change).toEqual({ snoozedUntil: isOver ? null : stored.snoozedUntil });
        }
      }),
    );
  });
});

describe.each(['unsubscribe', 'snooze'] as const)('the link %s', (purpose) => {
  const refusedHeading = async (path: string, headers = BROWSER as Record<string, string>) => {
    const pages = await Promise.all((['GET', 'POST'] as const).map((method) => open(method, path, headers)));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(pages[0]!.payload).toBe(pages[1]!.payload);
    return headingOf(pages[0]!.payload);
  };

  test('the page of a mail link is in English if the person and the event were deleted, and says that there is nothing to change', async () => {
    const gone = { userId: 'gone', eventId: '018f0000-0000-7000-8000-000000000000', issuedAtMs: clock.now() };
    const url = `/api/${purpose}/${signMailLink({ purpose, ...gone }, AUTH_SECRET)}`;
    expect((await open('GET', url)).payload).toContain('<html lang="en">');
    const done = await open('POST', url);
    expect([done.statusCode, headingOf(done.payload)]).toEqual([200, 'You are not subscribed to this event.']);
  });

  test('A1: changes nothing for a person who has left the organization, does not name the event to them, and changes nothing of another person', async () => {
    const viewer = await service.makePerson(`viewer-${purpose}`);
    await service.setRole(organizationId, viewer.id, 'viewer');
    const body = { ...EVENT_MAKER_SUBSCRIPTION, excluded: [], snoozedSigns: [] };
    await viewer.call('PUT', `/api/events/${eventId}/subscription`, body);
    await owner.call('DELETE', `/api/organizations/${organizationId}/members/${viewer.id}`);
    const before = [await subscription(), await auditDetails()];
    const path = pathOf(purpose, clock.now(), viewer.id);
    expect((await open('GET', path)).payload).not.toContain('Ball');
    const done = await open('POST', path);
    expect(headingOf(done.payload)).toBe('You are not subscribed to this event.');
    expect(done.payload).not.toContain('Ball');
    expect(done.payload).not.toContain(eventId);
    expect([await subscription(), await auditDetails()]).toEqual(before);
  });

  test('a mail link is refused after 30 days, and its page explains in the person’s language what to do', async () => {
    const path = pathOf(purpose, clock.now() - LINK_LIFETIME_MS - 1);
    expect(await refusedHeading(path)).toBe('This link has expired');
    expect(problemOf(await service.call('POST', path))).toMatchObject({ code: 'not_found' });
    expect(await auditDetails()).toEqual([]);
    await owner.call('POST', '/api/auth/update-user', { language: 'de' });
    expect(await refusedHeading(path)).toBe('Dieser Link ist abgelaufen');
    await owner.call('POST', '/api/auth/update-user', { language: null });
  });

  test('A5: a token for another route or from another secret, and any other text, is refused and changes nothing', async () => {
    const subject = { userId: owner.id, eventId, issuedAtMs: clock.now() };
    const own: readonly LinkPurpose[] = purpose === 'snooze' ? ['snooze', 'unmute'] : ['unsubscribe', 'resubscribe'];
    const others = LINK_PURPOSES.filter((each) => !own.includes(each));
    const tokens = [
      ...others.map((each) => signMailLink({ purpose: each, ...subject }, AUTH_SECRET)),
      ...own.map((each) => signMailLink({ purpose: each, ...subject }, 'another secret of the same length')),
    ];
    const before = await subscription();
    for (const token of tokens) {
      expect(await refusedHeading(`/api/${purpose}/${token}`)).toBe('This link does not work');
      expect(problemOf(await service.call('GET', `/api/${purpose}/${token}`)).code).toBe('not_found');
    }
    const german = { ...BROWSER, 'accept-language': 'de-AT,en;q=0.5' };
    expect(await refusedHeading(`/api/${purpose}/x`, german)).toBe('Dieser Link funktioniert nicht');
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60 }), async (text) => {
        const { statusCode } = await open('POST', `/api/${purpose}/${encodeURIComponent(text.toWellFormed())}`);
        expect([400, 404]).toContain(statusCode);
      }),
      { numRuns: 50 },
    );
    expect([await subscription(), await auditDetails()]).toEqual([before, []]);
  });
});

test('other routes still accept only JSON', async () => {
  const reply = await service.app.http.inject({
    method: 'POST',
    url: '/api/organizations',
    payload: 'name=Opera',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(reply.statusCode).toBe(415);
});
