import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { SignRow } from '@sign-display/contracts/rest/snapshot';
import { LinesEnd } from '@sign-display/contracts/common-schemas';
import { problemOf, type Person } from '../../access/testing/test-service.ts';
import { startListeningApp, type ListeningApp } from '../../process/testing/listening-app.ts';
import { connectKiosk, linkKiosk, startSignsWorld, type SignsWorld } from '../testing/signs-world.ts';

let world: SignsWorld;
let node: ListeningApp;

beforeAll(async () => {
  world = await startSignsWorld({ OFFLINE_AFTER_MS: '86400000' });
  node = await startListeningApp(world.service.database.db);
});
afterAll(async () => {
  await node.close();
  await world.service.close();
});
beforeEach(() => world.service.database.db.deleteFrom('sign').execute());

const pathOf = (query: Record<string, string> = {}): string =>
  `/api/signs/snapshot?${new URLSearchParams({ organizationId: world.organizationId, ...query })}`;
const ask = (person: Person, query?: Record<string, string>) => person.call('GET', pathOf(query));
const get = (headers: Record<string, string> = {}, method = 'GET', person = world.people.viewer) =>
  fetch(node.url + pathOf(), { method, headers: { authorization: `Bearer ${person.token}`, ...headers } });
async function linesOf(query?: Record<string, string>): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${world.people.viewer.token}` };
  const reply = await fetch(node.url + pathOf(query), { headers });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  return (await reply.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

test('a snapshot is each sign as GET has it, without its settings, one a line, and an end', async () => {
  await linkKiosk(world, await connectKiosk(world), (await world.makeRecord({ name: '"Größe" \\ 🙂' })).id);
  await world.makeRecord({ eventId: world.otherEventId });
  const { body } = await world.people.viewer.call('GET', `/api/signs?organizationId=${world.organizationId}`);
  const rows = (body as { items: Sign[] }).items.map(({ settings: _, ...row }) => row);
  const lines = await linesOf();
  expect(lines).toEqual([...rows, { end: true, total: rows.length }]);
  expect(lines.slice(0, -1).every((line) => Check(SignRow, line))).toBe(true);
  expect(Check(LinesEnd, lines.at(-1))).toBe(true);
});

test('a snapshot can be of one event', async () => {
  const here = await world.makeRecord();
  const there = await world.makeRecord({ eventId: world.otherEventId });
  for (const { id, eventId } of [here, there])
    expect(await linesOf({ eventId })).toMatchObject([{ id }, { end: true, total: 1 }]);
});

test('A1: a snapshot of what is another’s, or nowhere, is not_found', async () => {
  const nowhere = '00000000-0000-4000-8000-000000000000';
  const { viewer, stranger } = world.people;
  for (const query of [
    { organizationId: world.foreign.organizationId },
    { organizationId: nowhere },
    { eventId: world.foreign.eventId },
    { eventId: nowhere },
  ])
    expect(problemOf(await ask(viewer, query)).code).toBe('not_found');
  expect(problemOf(await ask(stranger)).code).toBe('not_found');
  // A member of both: the event is the other organization's all the same.
  await world.service.setRole(world.foreign.organizationId, viewer.id, 'viewer');
  expect(problemOf(await ask(viewer, { eventId: world.foreign.eventId })).code).toBe('not_found');
  expect(problemOf(await ask(viewer, { limit: '5' })).code).toBe('validation_failed');
});

test('a snapshot comes as gzip to who takes it, else plain, and is kept by no cache', async () => {
  await world.insertRecords(50);
  const [zipped, plain] = await Promise.all([get(), get({ 'accept-encoding': 'identity' })]);
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const { headers } of [zipped, plain]) {
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(await zipped.text()).toBe(await plain.text());
  const head = await get({}, 'HEAD');
  expect([head.status, head.headers.get('content-encoding'), await head.text()]).toEqual([200, 'gzip', '']);
  // Another length than that of GET would be false (RFC 9110, 8.6).
  const told = ['content-type', 'vary', 'cache-control', 'content-length'];
  expect(told.map((name) => head.headers.get(name))).toEqual(told.map((name) => zipped.headers.get(name)));
});

test('20 who ask at once are all answered, by the same bytes', async () => {
  await world.insertRecords(600);
  const replies = await Promise.all(Array.from({ length: 20 }, () => get()));
  const texts = await Promise.all(replies.map((reply) => reply.text()));
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]!.trimEnd().split('\n')).toHaveLength(601);
});

test('what a proxy of HTTP/1.0 is given of a compressed snapshot is whole', async () => {
  await world.insertRecords(600);
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
  const { token } = world.people.viewer;
  socket.write(
    `GET ${pathOf()} HTTP/1.0\r\nhost: x\r\naccept-encoding: gzip\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const answer = Buffer.concat(parts);
  const body = gunzipSync(answer.subarray(answer.indexOf('\r\n\r\n') + 4)).toString();
  expect(body.trimEnd().split('\n').at(-1)).toBe('{"end":true,"total":600}');
});
