import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectWireKiosk, type WireKiosk } from '../nodes/testing/wire-kiosk.ts';
import { createServiceProcesses, signIn } from '../process/testing/service-process.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3 * 1024 * 1024)]);
const metrics = { cpuLoad: 0.1, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 1 };

/** A service in its own process, its owner, and the place where signs go. */
async function start() {
  const folder = await makeTemporaryFolder();
  const database = await createTestDatabase();
  const services = createServiceProcesses();
  onTestFinished(async () => {
    await services.end();
    await database.drop();
    await folder.remove();
  });
  const service = services.start({
    DATA_DIR: join(folder.path, 'data'),
    DATABASE_URL: database.url,
    BOOTSTRAP_EMAIL: OWNER.email,
    BOOTSTRAP_PASSWORD: OWNER.password,
  });
  const { url } = await service.ready();
  const authorization = `Bearer ${(await signIn(url, OWNER)).headers.get('set-auth-token')}`;
  const call = async (path: string, body: unknown = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const organization = await call('/api/organizations', { name: 'Opera' });
  const organizationId = organization.body.id as string;
  const event = await call(`/api/organizations/${organizationId}/events`, { name: 'Ball', timeZone: 'UTC' });
  return { url, call, place: { organizationId, eventId: event.body.id, name: 'Foyer', location: 'Hall 1' } };
}

test('H1: a sign that was unregistered while it held a screenshot sends it when it is back, stays connected and is claimed again', async () => {
  const { url, call, place } = await start();
  const connect = async (handshake?: WireKiosk['handshake']): Promise<WireKiosk> => {
    const kiosk = await connectWireKiosk(url, handshake);
    if (typeof kiosk === 'string') throw new Error(`not let in: ${kiosk}`);
    onTestFinished(() => kiosk.cut());
    return kiosk;
  };
  const claim = async (kiosk: WireKiosk): Promise<string> => {
    const { signId, shortCode } = kiosk;
    const replying = call('/api/signs/claim', { ...place, url: 'https://example.com/', signId, shortCode });
    await kiosk.proveNext();
    const { status, body } = await replying;
    expect(status).toBe(201);
    return (body.sign as { id: string }).id;
  };

  const first = await connect();
  const recordId = await claim(first);
  const asked = first.next<{ commandId: string }>('sign:screenshot');
  await call(`/api/signs/${recordId}/commands`, { command: 'screenshot' });
  const { commandId } = await asked;
  first.cut();
  expect(await call(`/api/signs/${recordId}/unregister`)).toMatchObject({ status: 200 });

  // As an agent does that was installed before agents let go of the picture when they are released.
  const back = await connect(first.handshake);
  const result = { capturedAt: new Date().toISOString(), width: 640, height: 360, image: JPEG };
  back.send('sign:command_ack', { commandId, result });
  const answered = Promise.race([back.next('heartbeat:ack'), back.ended.then(() => 'cut off')]);
  back.send('heartbeat', { seq: 1, status: 'unclaimed', mode: 'foreground', metrics, contentState: 'idle' });
  expect(await answered).toMatchObject({ seq: 1 });
  expect(back.heard.filter(({ event }) => event === 'kiosk:error')).toEqual([]);
  expect(await claim(back)).not.toBe(recordId);

  // Once a connection.
  back.send('sign:command_ack', { commandId, result });
  await back.ended;
  expect(back.heard.findLast(({ event }) => event === 'kiosk:error')).toMatchObject({
    payload: { code: 'invalid_message' },
  });
});
