import { readFile, readdir } from 'node:fs/promises';

/** What other processes take of the machine, as Linux counts it in /proc. */

/** The kernel's unit of processor time in /proc on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;
const US_A_TICK = 1_000_000 / TICKS_A_SECOND;

/** The fields after the command in `/proc/PID/stat`, from `state` on; null where the process is gone. */
async function statOf(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? null;
}

/** Processor time of all its threads, in the kernel and outside, in microseconds; not that of its children. */
export async function cpuUsOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  if (!stat) throw new Error(`process ${pid} no longer exists`);
  const [user, kernel] = [Number(stat[11]), Number(stat[12])];
  return (user + kernel) * US_A_TICK;
}

/** A process and its children. */
export async function familyOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (each) => Number((await statOf(each))?.[1])));
  return [pid, ...pids.filter((_, index) => parents[index] === pid)];
}

/** That of a process and of its children, those that have ended included: a Postgres and its backends. */
export async function cpuUsOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  let ticks = 0;
  for (const each of pids) {
    const stat = await statOf(each);
    if (!stat || (each !== pid && Number(stat[1]) !== pid)) continue;
    ticks += Number(stat[11]) + Number(stat[12]);
    if (each === pid) ticks += Number(stat[13]) + Number(stat[14]);
  }
  return ticks * US_A_TICK;
}

/** Memory that is the process's alone, in bytes: what is not mapped from a file. */
export async function anonymousBytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)![1]) * 1_024;
}

/** How many files and sockets this process may have open. Node raises its own limit to the hard one when it starts. */
export async function mostOpenFiles(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  const soft = /^Max open files\s+(\S+)/m.exec(limits)![1]!;
  return soft === 'unlimited' ? Infinity : Number(soft);
}

/** From how many ports connections of one address to another can begin. */
export async function mostPorts(): Promise<number> {
  const [first, last] = (await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')).split(/\s+/).map(Number);
  return last! - first! + 1;
}
