import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { MOUNT_NEED, mountMayBeSkipped, mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { createServiceProcesses, signIn } from './testing/service-process.ts';

/** The service with its embedded database on a disk that is really full. */

/** The printed first password would only let its owner replace it. */
const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const services = createServiceProcesses();
afterEach(() => services.end());

function useDisk(megabytes: number): SmallDisk {
  const disk = mountSmallDisk(megabytes);
  onTestFinished(async () => {
    await services.end();
    disk.remove();
  });
  return disk;
}

describe.skipIf(mountMayBeSkipped)(`a full disk; ${MOUNT_NEED}`, () => {
  test('F5: writes are `unavailable`, /health is `degraded` and says why, and it heals by itself when there is space', async () => {
    const disk = useDisk(420);
    const service = services.start({
      DATA_DIR: join(disk.path, 'data'),
      RATE_LIMIT_PER_MINUTE: '1000000',
      BOOTSTRAP_EMAIL: OWNER.email,
      BOOTSTRAP_PASSWORD: OWNER.password,
    });
    const { url } = await service.ready();
    const health = async () => {
      const response = await fetch(`${url}/health`);
      const { status, reason } = (await response.json()) as { status: string; reason: string | null };
      return [response.status, status, reason];
    };
    const { headers } = await signIn(url, OWNER);
    const authorization = `Bearer ${headers.get('set-auth-token')}`;
    const call = async (method: string, path: string, body?: unknown) => {
      const init = { method, headers: { authorization, 'content-type': 'application/json' } };
      const response = await fetch(url + path, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const me = (await call('GET', '/api/me')).body as { organizations: { id: string }[] };
    const makeEvent = () =>
      call('POST', `/api/organizations/${me.organizations[0]!.id}/events`, { name: 'x'.repeat(200), timeZone: 'UTC' });
    expect([(await makeEvent()).status, await health()]).toEqual([201, [200, 'ok', null]]);

    disk.fill();
    let refused = await makeEvent();
    // What fits into a page that is there is still written.
    for (let tries = 0; refused.status === 201 && tries < 3_000; tries += 1) refused = await makeEvent();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(await health()).toEqual([200, 'degraded', 'disk_full']);
    // Reads go on, and it stays so.
    expect((await call('GET', '/api/me')).status).toBe(200);
    await expect.poll(health, { interval: 500, timeout: 6_000 }).toEqual([200, 'degraded', 'disk_full']);

    disk.free();
    await expect.poll(health, { interval: 500, timeout: 60_000 }).toEqual([200, 'ok', null]);
    expect((await makeEvent()).status).toBe(201);
  });

  test('F5: a start without the space for a new database is one sentence with the space it needs, and exit code 2', async () => {
    const disk = useDisk(64);
    const DATA_DIR = join(disk.path, 'data');
    const service = services.start({ DATA_DIR });
    expect(await service.exited).toEqual({ code: 2, signal: null });
    expect(service.stderr).toMatch(
      /^The disk that contains \S+data has 6\d MB free, but a new database needs 320 MB\. Free up some space, or set DATA_DIR to a folder on another disk\.\n$/,
    );
    expect(service.stdout).toBe('');
    disk.fill();
    const full = services.start({ DATA_DIR: join(disk.path, 'other') });
    expect(await full.exited).toEqual({ code: 2, signal: null });
    expect(full.stderr).toMatch(/^The disk that contains [^\n]+\n$/);
  });
});
