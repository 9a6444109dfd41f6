import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { systemRandom } from '../adapters/system-random.ts';
import { addSampleRoute } from '../http/pages/sample-route.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { isFramable } from './frame-permission.ts';
import { createOwnPages } from './request-page-in-process.ts';

const http = createHttpServer({ log: pino({ level: 'silent' }), random: systemRandom });
addSampleRoute(http as never);
http.get('/twice', async (_request, reply) => reply.header('x-frame-options', ['DENY', 'SAMEORIGIN']).send('x'));
http.get('/caller', async (request, reply) => reply.header('x-frame-options', request.ip).send('x'));
const ownPage = createOwnPages(() => http as never);
afterAll(() => http.close());

const SERVICE = new URL('https://signs.example');

test('the sample page is framable from every origin of the service and keeps its fingerprint', async () => {
  const sample = await ownPage('/sample');
  expect(sample).toMatchObject({ status: 200, location: null, options: [], fingerprint: expect.any(String) as string });
  for (const origin of ['https://signs.example', 'http://localhost:3000', 'https://192.168.1.20:3000'])
    expect(isFramable(sample, new URL('/sample', SERVICE), new URL(origin))).toBe(true);
  expect((await ownPage('/sample')).fingerprint).toBe(sample.fingerprint);
});

test('a repeated header keeps all of its values', async () => {
  expect((await ownPage('/twice')).options).toEqual(['DENY', 'SAMEORIGIN']);
});

test('R4: a check of the service’s own page does not count against any client’s request limit', async () => {
  expect((await ownPage('/caller')).options).toEqual(['0.0.0.0']);
});

test.each(['//elsewhere.example/sample', '//sample', '//', '///sample', '//[', '//user:x@h:1/sample'])(
  'the path %s is not read as a host, so it is not the sample page',
  async (path) => {
    expect(await ownPage(path)).toMatchObject({ status: 404, fingerprint: null });
  },
);

test('a missing page returns its status and no fingerprint', async () => {
  expect(await ownPage('/nowhere')).toMatchObject({ status: 404, fingerprint: null });
});
