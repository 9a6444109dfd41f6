import type { DeviceInfo } from '@sign-display/contracts/kiosk-events';
import type { Clock, NetworkInterface, ProofResult, Shell } from '@sign-display/kiosk-agent/ports';
import type { PageClient } from './page-client.ts';

/** What stands on a simulated screen. */
export type ScreenContent =
  | { kind: 'qr'; qrText: string; shortCode: string; notice: string | null }
  | { kind: 'splash'; message: string | null }
  | { kind: 'page'; url: string };

/** The machine under an agent, as far as it can change. */
export interface Machine {
  appVersion: string;
  hostname: string;
  macAddress: string;
  /** The cable is in. */
  plugged: boolean;
}

export interface ShellHands {
  /** Each change of the screen. */
  onScreen(screen: ScreenContent): void;
  /** Each proof, when it began. */
  onProve(url: string): void;
  onRestart(): void;
  onLog(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
  /** Stands between a page that has loaded and the agent that waits for it: what holds a handshake open at a known point. */
  gate(): Promise<void>;
}

/** A sign without glass: real page loads by `pages`, and a screen that only remembers what it shows. */
export function createSimulatedShell(machine: Machine, pages: PageClient, clock: Clock, hands: ShellHands): Shell {
  const bootedMs = clock.monotonicMs();
  let provedUrl: string | null = null;

  return {
    device: (): DeviceInfo => ({
      appVersion: machine.appVersion,
      platform: 'simulator',
      osRelease: '1',
      arch: 'virtual',
      hostname: machine.hostname,
      screen: { width: 1920, height: 1080, scaleFactor: 1 },
      timeZone: 'UTC',
    }),
    networkInterfaces: () => Promise.resolve(interfaces(machine)),
    showQr: ({ qrText, shortCode, notice }) => hands.onScreen({ kind: 'qr', qrText, shortCode, notice }),
    showSplash: ({ message }) => hands.onScreen({ kind: 'splash', message }),
    async prove(url, timeoutMs): Promise<ProofResult> {
      hands.onProve(url);
      const startedMs = clock.monotonicMs();
      const result = await pages.prove(url, timeoutMs);
      await hands.gate();
      if (result.ok) provedUrl = url;
      return { ...result, loadMs: clock.monotonicMs() - startedMs };
    },
    show(url) {
      if (provedUrl !== url) void pages.show(url);
      provedUrl = null;
      hands.onScreen({ kind: 'page', url });
    },
    discardProof() {
      provedUrl = null;
    },
    check: (url) => pages.check(url),
    applySettings: () => {},
    metrics: () => ({
      cpuLoad: 0.1,
      memUsedBytes: 800_000_000,
      memTotalBytes: 4_000_000_000,
      uptimeSeconds: Math.floor((clock.monotonicMs() - bootedMs) / 1_000),
    }),
    restart: () => hands.onRestart(),
    log: (level, message, fields) => hands.onLog(level, message, fields),
  };
}

function interfaces({ macAddress, plugged }: Machine): NetworkInterface[] {
  return [
    { name: 'lo', macAddress: '00:00:00:00:00:00', physical: false, connected: true },
    { name: 'eth0', macAddress, physical: true, connected: plugged },
  ];
}
