import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandPage } from '@sign-display/contracts/rest/commands';
import type { LogPage } from '@sign-display/contracts/rest/telemetry';
import type { Static } from 'typebox';
import { problemOf } from '../access/testing/test-service.ts';
import { jpegHead } from '../testing/make-jpeg-head.ts';
import { startCommandsWorld, type CommandsWorld } from './testing/commands-world.ts';

/** What commands bring, over REST. */

let world: CommandsWorld;
beforeAll(async () => {
  world = await startCommandsWorld();
});
afterAll(async () => {
  await world.service.close();
});

const get = (path: string, person = world.people.viewer) => person.call('GET', path);
const image = jpegHead({ width: 4, height: 3 }, Buffer.from([1, 2, 3]));

describe('GET /api/signs/:id/screenshot', () => {
  it('is the image with its time and its own size, which no browser may store', async () => {
    const { kiosk, sign } = await world.linked();
    const path = `/api/signs/${sign.id}/screenshot`;
    expect(problemOf(await get(path)).code).toBe('not_found');
    const { commandId } = await world.send(sign.id, { command: 'screenshot' });
    const capturedAt = '2026-01-02T03:04:05.678Z';
    await world.say(kiosk, 'sign:command_ack', {
      commandId,
      result: { capturedAt, width: 1_920, height: 1_080, image },
    });
    const reply = await world.service.app.http.inject({
      url: path,
      headers: { authorization: `Bearer ${world.people.viewer.token}` },
    });
    expect(reply.rawPayload).toEqual(image);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-captured-at': capturedAt,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await world.find(sign.id, commandId)).result).toEqual({ capturedAt, width: 4, height: 3, bytes: 20 });

    expect(problemOf(await get(path, world.people.stranger)).code).toBe('not_found');
    // It shows where the device was: without it there is none, from that moment on.
    await world.people.admin.call('POST', `/api/signs/${sign.id}/unregister`);
    expect(problemOf(await get(path)).code).toBe('not_found');
  });
});

describe('GET /api/signs/:id/logs', () => {
  it('pages through every line, newest first, within its range', async () => {
    const { kiosk, sign } = await world.linked();
    const { commandId } = await world.send(sign.id, { command: 'fetch_logs' });
    const claimedAtMs = Date.parse(sign.updatedAt);
    const at = (second: number) => new Date(claimedAtMs + second * 1_000).toISOString();
    const lines = Array.from({ length: 7 }, (_, index) => ({
      at: at(Math.floor(index / 2)),
      level: 'info',
      message: `line ${index}`,
    }));
    await kiosk.request('sign:logs', { commandId, lines: lines.slice(0, 5), truncated: false });
    await kiosk.request('sign:logs', { commandId, lines, truncated: false });
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor === '' ? '?limit=3' : `?limit=3&cursor=${cursor}`;
      const page = (await get(`/api/signs/${sign.id}/logs${query}`)).body as Static<typeof LogPage>;
      read.push(...page.items.map(({ message }) => message));
      expect(page.items.every((item) => item.commandId === commandId)).toBe(true);
      cursor = page.nextCursor;
    }
    expect(read).toEqual(lines.map(({ message }) => message).toReversed());
    const ranged = (await get(`/api/signs/${sign.id}/logs?from=${at(1)}&to=${at(3)}`)).body as Static<typeof LogPage>;
    expect(ranged.items.map(({ message }) => message)).toEqual(['line 5', 'line 4', 'line 3', 'line 2']);
    expect(problemOf(await get(`/api/signs/${sign.id}/logs?cursor=x`)).code).toBe('validation_failed');
    expect(problemOf(await get(`/api/signs/${sign.id}/logs`, world.people.stranger)).code).toBe('not_found');
  });
});

describe('GET /api/signs/:id/commands', () => {
  it('pages through every command, newest first', async () => {
    const { sign } = await world.linked();
    const sent: string[] = [];
    for (let count = 0; count < 5; count += 1) sent.push((await world.send(sign.id, { command: 'refresh' })).commandId);
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`;
      const page = (await get(`/api/signs/${sign.id}/commands${query}`)).body as CommandPage;
      read.push(...page.items.map(({ commandId }) => commandId));
      cursor = page.nextCursor;
    }
    expect(read).toHaveLength(5);
    expect(read).toEqual(sent.toSorted().toReversed());
    expect(problemOf(await get(`/api/signs/${sign.id}/commands`, world.people.stranger)).code).toBe('not_found');
  });
});
