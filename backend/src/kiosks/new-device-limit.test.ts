import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KIOSK_NAMESPACE } from '@sign-display/contracts/kiosk-events';
import { systemRandom } from '../adapters/system-random.ts';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { makeHandshake, type Handshake } from '../testing/virtual-device.ts';

/** How many signIds that nobody knew an address may bring, over real sockets. */

let database: TestDatabase;
let node: ListeningApp;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await node.close();
});

const listen = async (env: Record<string, string>): Promise<void> => {
  node = await startListeningApp(database.db, { env });
};

type Refusal = { code: string; detail: string; retryAfterMs: number };

/** What the handshake is answered with; `forwardedFor` is what a proxy would have said. */
function knock(handshake: Handshake, forwardedFor?: string): Promise<'in' | Refusal> {
  const socket = io(node.url + KIOSK_NAMESPACE, {
    auth: handshake,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(forwardedFor !== undefined && { extraHeaders: { 'x-forwarded-for': forwardedFor } }),
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('in'));
    socket.once('connect_error', (error: Error & { data?: Refusal }) => resolve(error.data!));
  });
}

/** The codes of so many fresh kiosks, one after the other. */
async function knockAll(...from: (string | undefined)[]): Promise<string[]> {
  const codes: string[] = [];
  for (const each of from) {
    const answer = await knock(makeHandshake(systemRandom), each);
    codes.push(answer === 'in' ? 'in' : answer.code);
  }
  return codes;
}

const countDevices = async (): Promise<number> =>
  Number(
    (await database.db.selectFrom('device').select(database.db.fn.countAll().as('count')).executeTakeFirstOrThrow())
      .count,
  );

describe('an address that brings new signIds', () => {
  it('A5: is refused as rate_limited past its allowance, told when to come back, and leaves no row', async () => {
    await listen({ NEW_KIOSKS_PER_ADDRESS: '2' });
    const known = makeHandshake(systemRandom);
    expect(await knock(known)).toBe('in');
    expect(await knockAll(undefined)).toEqual(['in']);
    const before = await countDevices();
    const refused = await knock(makeHandshake(systemRandom));
    // Of 2 there is one more in 50 minutes, and not all of those who wait come back at once.
    expect(refused).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('new') as string });
    const { retryAfterMs } = refused as Refusal;
    expect(retryAfterMs).toBeGreaterThan(49 * 60_000);
    expect(retryAfterMs).toBeLessThan(51 * 60_000);
    expect(await countDevices()).toBe(before);
    // Whoever is known is not counted, with the right secret or with a wrong one.
    expect(await knock(known)).toBe('in');
    const wrong = { ...known, deviceSecret: makeHandshake(systemRandom).deviceSecret };
    expect(await knock(wrong)).toMatchObject({ code: 'identity_conflict' });
  });

  it('without TRUST_PROXY is what the connection comes from, whatever it says of itself', async () => {
    await listen({ NEW_KIOSKS_PER_ADDRESS: '1' });
    expect(await knockAll('192.0.2.1', '192.0.2.2')).toEqual(['in', 'rate_limited']);
  });

  it('is whom a trusted proxy names; what stands before that is only somebody’s word', async () => {
    await listen({ NEW_KIOSKS_PER_ADDRESS: '1', TRUST_PROXY: 'loopback,10.0.0.0/8' });
    const one = ['192.0.2.1', '192.0.2.1', '198.51.100.9, 192.0.2.1, 10.1.2.3'];
    expect(await knockAll(...one)).toEqual(['in', 'rate_limited', 'rate_limited']);
    expect(await knockAll('192.0.2.2', '2001:db8::1', '2001:db8::2')).toEqual(['in', 'in', 'rate_limited']);
    expect(await knockAll(undefined, undefined)).toEqual(['in', 'rate_limited']);
  });
});
