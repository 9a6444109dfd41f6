import { arch, cpus, freemem, hostname, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import type { Outbox } from '@sign-display/kiosk-agent/ports';
import { listInterfaces } from './machine/network-interfaces.ts';
import type { MachineParts } from './shell/kiosk-shell.ts';

/** PROVISIONAL: stands in for `machine/` (outbox, configuration, facts) until that lands. */

export interface Config {
  server: string | null;
  dataDir: string;
  windowed: boolean;
  /** Which display is the sign, from 0. */
  display: number;
}

export function readConfig(args: readonly string[], home: string): Config {
  const value = (name: string): string | null => {
    const at = args.indexOf(name);
    return at < 0
      ? (args.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null)
      : (args[at + 1] ?? null);
  };
  return {
    server: value('--server'),
    dataDir: value('--data-dir') ?? join(home, 'sign-display-kiosk'),
    windowed: args.includes('--windowed'),
    display: Number(value('--display') ?? 0) || 0,
  };
}

export const noOutbox: Outbox = {
  read: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

export function thisMachine(
  appVersion: string,
  screen: () => { width: number; height: number; scaleFactor: number },
): MachineParts {
  return {
    device: () => ({
      appVersion,
      platform: platform(),
      osRelease: release(),
      arch: arch(),
      hostname: hostname(),
      screen: screen(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    networkInterfaces: () => listInterfaces(),
    metrics: () => ({
      cpuLoad: Math.min(1, loadavg()[0]! / Math.max(1, cpus().length)),
      memUsedBytes: totalmem() - freemem(),
      memTotalBytes: totalmem(),
      uptimeSeconds: Math.floor(uptime()),
    }),
    rebootDevice: () => Promise.reject(new Error('not supported yet')),
    log: (level, message, fields) =>
      process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`) && undefined,
  };
}
