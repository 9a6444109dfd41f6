import { describe, expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AnalyticsEntries } from '@sign-display/contracts/analytics-entries';
import { KioskToBackend, type KioskMessage } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import { at, claimedMessage, commandIdOf, configMessage, OTHER_PAGE, PAGE } from './testing/backend-messages.ts';
import { createSignUnderTest, type SignUnderTest } from './testing/sign-under-test.ts';
import { settle } from './testing/virtual-clock.ts';
import { jsonBytes } from './wire/wire-size.ts';

async function showingSign(): Promise<SignUnderTest> {
  const sign = createSignUnderTest();
  await sign.reboot();
  sign.transport.last().say('sign:claimed', claimedMessage());
  await sign.clock.advance(1_000);
  return sign;
}

const batchesOf = (sign: SignUnderTest): KioskMessage<'sign:analytics'>[] =>
  sign.transport.attempts.flatMap((far) => far.heard('sign:analytics'));
const fetchesIn = (batches: readonly KioskMessage<'sign:analytics'>[]) =>
  batches.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'content_fetch'));
const FETCH = { url: PAGE, durationMs: 12, status: 200, bytes: 4_096, fromCache: false, error: null };

describe('K7: analytics', () => {
  test('are on disk at once, leave in a batch within a minute or so, and are gone when they are acknowledged', async () => {
    const sign = await showingSign();
    sign.agent.contentFetched(FETCH);
    await settle();
    expect([...sign.outbox.disk.values()].join()).toContain('content_fetch');
    expect(batchesOf(sign)).toEqual([]);
    await sign.clock.advance(80_000);
    const [batch] = batchesOf(sign);
    expect(fetchesIn([batch!])).toMatchObject([{ url: PAGE, durationMs: 12, status: 200, bytes: 4_096 }]);
    expect(batch!.entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['content_fetch', 'render']));
    expect(sign.outbox.disk.has(batch!.batchId)).toBe(false);
    await sign.clock.advance(1_000_000);
    const all = batchesOf(sign).flatMap(({ entries }) => entries);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      new Set(['content_fetch', 'render', 'blank_check', 'resource']),
    );
    const known = AnalyticsEntries as Record<string, TSchema>;
    for (const entry of all) expect(Compile(known[entry.kind]!).Check(entry)).toBe(true);
  });

  test('are sent again as they were until they are acknowledged, over lost connections and reboots', async () => {
    const sign = await showingSign();
    sign.agent.contentFetched(FETCH);
    sign.transport.last().deaf.add('sign:analytics');
    await sign.clock.advance(80_000);
    await sign.reboot();
    sign.transport.last().deaf.add('sign:analytics');
    await sign.clock.advance(11_000);
    sign.transport.last().lose();
    await sign.clock.advance(15_000);
    const [first, ...again] = batchesOf(sign).filter((batch) => fetchesIn([batch]).length > 0);
    expect(again.length).toBeGreaterThanOrEqual(2);
    for (const batch of again) expect(batch).toEqual(first);
    expect(sign.outbox.disk.has(first!.batchId)).toBe(false);
  });

  test('M5: are gone when the backend acknowledges them and says that it dropped some, and the next batch leaves', async () => {
    const sign = await showingSign();
    sign.transport.analyticsReply = { ok: true, dropped: 1 };
    for (const url of [PAGE, OTHER_PAGE]) {
      sign.agent.contentFetched({ ...FETCH, url });
      await sign.clock.advance(80_000);
      const batch = batchesOf(sign).at(-1)!;
      expect(fetchesIn([batch])).toMatchObject([{ url }]);
      expect(sign.outbox.disk.has(batch.batchId)).toBe(false);
    }
  });

  test('fit the wire, are paced, and of what waits too long the oldest gives way and is counted', async () => {
    const sign = await showingSign();
    sign.transport.mode = 'refusing';
    sign.transport.last().lose();
    const url = `https://example.org/${'ü'.repeat(1_500)}`;
    for (let n = 0; n < 1_000; n += 1) {
      sign.agent.contentFetched({ ...FETCH, url });
      if (n % 20 === 0) await settle();
    }
    await settle();
    const waiting = [...sign.outbox.disk.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(waiting).toBeLessThan(1_200_000);
    sign.agent.contentFetched(FETCH);
    sign.transport.mode = 'welcoming';
    await sign.clock.advance(300_000);
    const batches = batchesOf(sign);
    const valid = Compile(KioskToBackend['sign:analytics']);
    for (const batch of batches) {
      expect(jsonBytes(batch)).toBeLessThan(LIMITS.messageBytes);
      expect(valid.Check(batch)).toBe(true);
    }
    const dropped = batches.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'dropped'));
    const count = (dropped as unknown as { entries: number }[]).reduce((sum, { entries }) => sum + entries, 0);
    const lostRenders = batches.flatMap(({ entries }) => entries).some(({ kind }) => kind === 'render') ? 0 : 1;
    expect(count + fetchesIn(batches).length - lostRenders).toBeGreaterThanOrEqual(1_001);
    expect(count).toBeGreaterThan(0);
  });

  test('of a claim that is over are forgotten, on disk too', async () => {
    const sign = await showingSign();
    sign.agent.contentFetched(FETCH);
    await settle();
    sign.transport.last().say('sign:unregistered', { reason: 'moved' });
    sign.agent.contentFetched(FETCH);
    await settle();
    expect(sign.outbox.disk.size).toBe(0);
    sign.transport.last().say('sign:claimed', claimedMessage({ request: 2, record: 2 }));
    await sign.clock.advance(100_000);
    expect(fetchesIn(batchesOf(sign))).toEqual([]);
  });

  test.each(['hears of both', 'hears only of the new one', 'hears of it at the next register', 'boots in between'])(
    'A1: of a claim never reach the next one, where the sign %s',
    async (how) => {
      const sign = await showingSign();
      sign.agent.contentFetched(FETCH);
      sign.transport.last().deaf.add('sign:analytics');
      await sign.clock.advance(how === 'hears of both' ? 1_000 : 80_000);
      const before = batchesOf(sign).length;
      if (how === 'hears of both') sign.transport.last().say('sign:unregistered', { reason: 'moved' });
      if (how === 'hears of it at the next register') {
        sign.transport.last().lose();
        await sign.clock.advance(5_000);
      }
      if (how === 'boots in between') await sign.reboot();
      // Nothing leaves before the backend has said whose the sign is: what is sent at once is spread over some seconds.
      sign.transport.last().say('sign:claimed', claimedMessage({ request: 2, record: 2, url: OTHER_PAGE }));
      await sign.clock.advance(200_000);
      const later = batchesOf(sign).slice(before);
      expect(later.length).toBeGreaterThan(0);
      expect(JSON.stringify(later)).not.toContain(PAGE);
      for (const kept of sign.outbox.disk.values()) expect(kept).not.toContain(PAGE);
    },
  );

  test('that the disk does not take are sent all the same; those that no backend will ever take are given up', async () => {
    const sign = await showingSign();
    sign.outbox.full = true;
    sign.agent.contentFetched(FETCH);
    sign.transport.analyticsReply = { ok: false, error: { code: 'invalid_message', detail: 'no' } };
    await sign.clock.advance(200_000);
    expect(fetchesIn(batchesOf(sign))).toHaveLength(1);
  });

  test('leave what no contract has out, whatever a shell reports', async () => {
    const sign = await showingSign();
    const mad = {
      url: '',
      durationMs: Number.NaN,
      status: 0,
      bytes: -1,
      fromCache: true,
      error: '\ud800'.repeat(9_000),
    };
    sign.agent.contentFetched(mad);
    sign.agent.contentFetched({ ...mad, durationMs: Infinity, bytes: Infinity });
    await sign.clock.advance(80_000);
    const valid = Compile(AnalyticsEntries.content_fetch);
    const fetched = fetchesIn(batchesOf(sign));
    expect(fetched).toHaveLength(2);
    for (const entry of fetched) expect(valid.Check(entry)).toBe(true);
  });
});

describe('K9: a screen of one colour', () => {
  test('is a fact beside the page that shows, told after two looks and loaded again once, until one look finds it well', async () => {
    const sign = await showingSign();
    sign.shell.blank = true;
    await sign.clock.advance(200_000);
    const far = sign.transport.last();
    const said = far.heard('heartbeat');
    expect([...new Set(said.map(({ blank }) => blank))]).toEqual([null, true]);
    expect([...new Set(said.slice(1).map(({ status, contentState }) => `${status} ${contentState}`))]).toEqual([
      'showing showing',
    ]);
    expect(far.heard('sign:status')).toMatchObject([{ state: 'screen_blank' }]);
    expect(sign.shell.shown).toEqual([PAGE, PAGE]);
    sign.shell.blank = false;
    await sign.clock.advance(60_000);
    expect(far.heard('sign:status').map(({ state }) => state)).toEqual(['screen_blank', 'screen_recovered']);
    expect(far.heard('heartbeat').at(-1)).toMatchObject({ contentState: 'showing', blank: false });
    expect([far.heard('sign:content_error'), far.heard('sign:content_recovered')]).toEqual([[], []]);
  });
});

describe('K9: whether the screen is blank', () => {
  const blanks = (sign: SignUnderTest) =>
    sign.transport
      .last()
      .heard('heartbeat')
      .map(({ blank }) => blank);

  test('K9: is not known before a look; one look of one colour among others is none', async () => {
    const sign = await showingSign();
    let looks = 0;
    Object.defineProperty(sign.shell, 'blank', { get: () => (looks += 1) === 2 });
    await sign.clock.advance(200_000);
    expect(looks).toBeGreaterThan(2);
    expect(blanks(sign)[0]).toBe(null);
    expect(new Set(blanks(sign))).toEqual(new Set([null, false]));
  });

  test('K9: is not known while the app is in the background, and of another page', async () => {
    const sign = await showingSign();
    sign.shell.blank = true;
    await sign.clock.advance(100_000);
    expect(blanks(sign).at(-1)).toBe(true);
    const command = { commandId: commandIdOf(1), expiresAt: at(sign.clock.now() + 60_000) };
    sign.transport.last().say('sign:set_background_mode', { ...command, enabled: true });
    await sign.clock.advance(10_000);
    expect(blanks(sign).at(-1)).toBe(null);
    sign.transport.last().say('sign:set_background_mode', { ...command, commandId: commandIdOf(2), enabled: false });
    await sign.clock.advance(10_000);
    expect(blanks(sign).at(-1)).toBe(true);
    sign.transport
      .last()
      .say('sign:display_content', { contentId: commandIdOf(3), url: OTHER_PAGE, source: 'assigned' });
    await sign.clock.advance(10_000);
    expect(blanks(sign).at(-1)).toBe(null);
  });
});

describe('M4: settings that are changed at the sign', () => {
  const synced = (sign: SignUnderTest) => sign.transport.attempts.flatMap((far) => far.heard('sign:config_sync'));

  test('hold at once and are told under the version they were made on, over a reboot if need be', async () => {
    const sign = await showingSign();
    sign.transport.last().lose();
    sign.transport.mode = 'refusing';
    sign.agent.changeSettings({ muted: true });
    await settle();
    await sign.reboot();
    expect(sign.agent.state().stored.claim?.settings).toEqual({ muted: true });
    sign.transport.mode = 'welcoming';
    await sign.clock.advance(5_000);
    sign.transport.last().say('sign:config', configMessage({ settings: { zoom: 2 } }));
    await settle();
    expect(synced(sign)).toEqual([{ baseVersion: 1, patch: { muted: true } }]);
    expect(sign.agent.state().stored.claim).toMatchObject({
      settings: { zoom: 2, muted: true },
      configVersion: 2,
      unsynced: null,
    });
  });

  test('D27: are removed by null, also over a reboot, and the backend learns of it', async () => {
    const sign = await showingSign();
    sign.transport.last().say('sign:config', configMessage({ settings: { zoom: 2, muted: true } }));
    await settle();
    sign.transport.last().lose();
    sign.transport.mode = 'refusing';
    sign.agent.changeSettings({ zoom: null });
    await settle();
    await sign.reboot();
    expect(sign.agent.state().stored.claim?.settings).toEqual({ muted: true });
    sign.transport.mode = 'welcoming';
    await sign.clock.advance(5_000);
    sign.transport.last().say('sign:config', configMessage({ settings: { zoom: 2, muted: true } }));
    await settle();
    expect(synced(sign).at(-1)).toMatchObject({ patch: { zoom: null } });
    expect(sign.agent.state().stored.claim).toMatchObject({ settings: { muted: true }, unsynced: null });
    expect(sign.agent.state().stored.claim?.settings).not.toHaveProperty('zoom');
  });

  test('give way to what the record says since then', async () => {
    const sign = await showingSign();
    sign.transport.last().say('sign:config', configMessage());
    sign.transport.syncReply = { ok: false, error: { code: 'conflict', detail: 'version 3' } };
    sign.agent.changeSettings({ muted: true });
    await sign.clock.advance(2_000);
    sign.transport.last().say('sign:config', configMessage({ version: 3, settings: { zoom: 2 } }));
    await settle();
    expect(sign.agent.state().stored.claim).toMatchObject({ settings: { zoom: 2 }, unsynced: null });
    expect(sign.agent.state().stored.claim?.settings.muted).toBeUndefined();
    expect(synced(sign)).toHaveLength(1);
  });

  test('that no contract knows are not taken', async () => {
    const sign = await showingSign();
    sign.agent.changeSettings({ zoom: 99 });
    await settle();
    expect(synced(sign)).toEqual([]);
  });
});
