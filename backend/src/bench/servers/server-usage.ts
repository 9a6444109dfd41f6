import type { Load } from '../figures/figures.ts';
import { busyMs, coreTimes, type Cores } from './assign-cores.ts';
import { cpuUsOf, cpuUsOfFamily } from './process-usage.ts';

/** What a server took between two looks. */
export interface Taken {
  serverUs: number;
  databaseUs: number;
  load: Load;
}

/** Looks now; the answer looks again and says what was between. `databasePid`: its Postgres, where it has one. */
export async function measureUsage(
  cores: Cores | null,
  pid: number,
  databasePid: number | null,
): Promise<() => Promise<Taken>> {
  const read = async () => ({
    server: await cpuUsOf(pid),
    database: databasePid === null ? 0 : await cpuUsOfFamily(databasePid),
    times: coreTimes(),
  });
  const before = await read();
  return async () => {
    const after = await read();
    const serverUs = after.server - before.server;
    const databaseUs = after.database - before.database;
    const all = before.times.map((_, core) => core);
    const clients = busyMs(before.times, after.times, cores?.clients ?? all);
    const server = busyMs(before.times, after.times, cores?.server ?? []);
    const others = server.all > 0 ? (server.busy - (serverUs + databaseUs) / 1_000) / server.all : 0;
    return { serverUs, databaseUs, load: { clients: clients.busy / clients.all, others: Math.max(0, others) } };
  };
}
