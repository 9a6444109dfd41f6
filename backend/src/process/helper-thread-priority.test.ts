import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createServiceProcesses } from './testing/service-process.ts';

const services = createServiceProcesses();
afterEach(() => services.end());

/** Name and niceness of each thread (proc_pid_stat(5): the 19th field). */
const threadsOf = (pid: number): { name: string; nice: number }[] =>
  readdirSync(`/proc/${pid}/task`).map((id) => {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8'))!;
    return { name: name!, nice: Number(rest!.split(' ')[16]) };
  });

test.runIf(process.platform === 'linux')(
  'V8’s helper threads yield to the event loop of the service, which does not yield',
  async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(() => folder.remove());
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const service = services.start({ DATA_DIR: folder.path, DATABASE_URL: database.url });
    await service.ready();
    const threads = threadsOf(service.pid);
    const helpers = threads.filter(({ name }) => name.startsWith('V8Worker'));
    expect(helpers.length).toBeGreaterThan(0);
    expect(helpers.map(({ nice }) => nice)).toEqual(helpers.map(() => 19));
    expect(threads.find(({ name }) => name === 'MainThread')?.nice).toBe(getPriority());
  },
);
