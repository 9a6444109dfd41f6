import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createCheck } from './answer-check.ts';
import { createClient, type ClientOptions } from './client.ts';

const ID = '0190a1b2-0000-7000-8000-000000000001';
const QUERY = { query: { organizationId: ID } };

/** The bytes of an answer with these rows. */
const bytesOf = (rows: readonly unknown[]): Buffer =>
  Buffer.from([...rows, { end: true, total: rows.length }].map((row) => `${JSON.stringify(row)}\n`).join(''));

/** A client whose service answers with these bytes, in these pieces. */
function clientOf(pieces: readonly Uint8Array[], options: Partial<ClientOptions> = {}) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const reply = new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  return createClient({ origin: 'http://signs.test', fetch: async () => reply, ...options });
}
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => Math.floor(place * bytes.length)).toSorted((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
const rows = fc.array(fc.record({ id: fc.uuid(), name: fc.string({ unit: 'binary' }) }));

test('lines are the same in whatever pieces they come', async () => {
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }));
  await fc.assert(
    fc.asyncProperty(rows, places, async (given, cuts) => {
      const sent = given.map((row) => ({ ...row, name: row.name.toWellFormed() }));
      const answer = await clientOf(cutAt(bytesOf(sent), cuts)).lines('GET /api/signs/snapshot', QUERY);
      expect(answer).toEqual({ ok: true, items: sent });
    }),
  );
});

test('lines that break off anywhere are no answer, and never a short list', async () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  await fc.assert(
    fc.asyncProperty(rows, place, async (given, cut) => {
      const bytes = bytesOf(given);
      const client = clientOf([bytes.subarray(0, Math.floor(cut * bytes.length))]);
      await expect(client.lines('GET /api/signs/snapshot', QUERY)).rejects.toMatchObject({ name: 'Unreachable' });
    }),
  );
});

test('lines are no answer where the end counts others than came', async () => {
  const client = clientOf([Buffer.from('{"id":1}\n{"end":true,"total":2}\n')]);
  await expect(client.lines('GET /api/signs/snapshot', QUERY)).rejects.toThrow('1 lines came of 2');
});

test('lines whose connection is reset are no answer, and those of an aborted call are its reason', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"id":1}\n', () => response.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = createClient({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  await expect(client.lines('GET /api/signs/snapshot', QUERY)).rejects.toMatchObject({ name: 'Unreachable' });
  const signal = AbortSignal.abort(new Error('changed my mind'));
  await expect(client.lines('GET /api/signs/snapshot', { ...QUERY, signal })).rejects.toThrow('changed my mind');
});

test('lines() returns a refusal as a response, and with a check it rejects a row that does not match the schema', async () => {
  const problem = { type: 'about:blank', title: 'T', detail: 'D', status: 404, code: 'not_found' };
  const headers = { 'content-type': 'application/problem+json' };
  const fetch = async () => new Response(JSON.stringify(problem), { status: 404, headers });
  expect(await clientOf([], { fetch, check: createCheck() }).lines('GET /api/signs/snapshot', QUERY)).toMatchObject({
    ok: false,
    body: { code: 'not_found' },
  });
  const client = clientOf([bytesOf([{ id: 'x' }])], { check: createCheck() });
  await expect(client.lines('GET /api/signs/snapshot', QUERY)).rejects.toThrow(/a form that differs/);
});
