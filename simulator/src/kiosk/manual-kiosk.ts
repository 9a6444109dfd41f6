import { encodeQR } from 'qr';
import { createAgent, type Agent } from '@sign-display/kiosk-agent/agent';
import type { Clock, Random, Transport } from '@sign-display/kiosk-agent/ports';
import { createMemoryLogBook } from '../machine/memory-disk.ts';
import type { Camera } from '../machine/draw-screenshot.ts';
import type { PageClient } from '../pages/page-client.ts';
import type { ScreenContent } from '../evidence/evidence-types.ts';
import { createSimulatedShell, type Machine } from '../machine/simulated-shell.ts';
import type { FolderDisk } from './folder-disk.ts';
import { printMessages } from './print-messages.ts';

/** A virtual kiosk that people claim by hand: the real agent on a simulated machine, which tells what happens to it. */
interface HandKiosk {
  stop(): Promise<void>;
}

const SCREEN = { width: 1_920, height: 1_080 };

/** White modules on black, whatever the terminal's colours: a scanner wants the border light. */
const WHITE_ON_BLACK = ['\u001B[97;40m', '\u001B[0m'] as const;

function drawQr(text: string): string {
  const [begin, end] = WHITE_ON_BLACK;
  return encodeQR(text, 'ascii', { ecc: 'low', border: 2 })
    .trimEnd()
    .split('\n')
    .map((line) => `${begin}${line}${end}`)
    .join('\n');
}

export function startManualKiosk(deps: {
  /** From 1 on. */
  number: number;
  clock: Clock;
  random: Random;
  transport: Transport;
  pages: PageClient;
  camera: Camera;
  disk: FolderDisk;
  appVersion: string;
  /** Whether the QR is drawn; else its text is all there is. */
  drawsQr: boolean;
  say(line: string): void;
}): HandKiosk {
  const { number, clock, random, pages, camera, disk, appVersion, drawsQr, say } = deps;
  const { macAddress } = disk;
  const machine: Machine = {
    appVersion,
    hostname: `virtual-${number}`,
    macAddress,
    drawsMac: false,
    background: false,
    plugged: true,
    screen: SCREEN,
  };
  const transport = printMessages(deps.transport, say);
  const logs = createMemoryLogBook();
  let agent: Agent | null = null;
  let shown: ScreenContent | null = null;
  let isStopped = false;

  function tellScreen(screen: ScreenContent): void {
    if (JSON.stringify(screen) === JSON.stringify(shown)) return;
    shown = screen;
    if (screen.kind === 'page') say(`shows ${screen.url}`);
    if (screen.kind === 'splash') say(`shows its name${screen.message === null ? '' : `: ${screen.message}`}`);
    if (screen.kind !== 'qr') return;
    const { qrText, shortCode, notice, failure } = screen;
    const why = failure === null ? notice : `the last claim failed with ${failure}`;
    const more = why === null ? '' : `: ${why}`;
    if (qrText === null) return say(`shows its QR code struck out, because the sign can’t be claimed yet${more}`);
    say(`shows its QR code${more}`);
    if (drawsQr) say(`\n${drawQr(qrText)}\n`);
    say(`QR code: ${qrText}`);
    say(`short code: ${shortCode}`);
  }

  function boot(): void {
    if (isStopped) return;
    const restart = (): void => {
      say('is restarting');
      boot();
    };
    const shell = createSimulatedShell(machine, pages, clock, {
      onScreen: tellScreen,
      onIdentify(overlay) {
        if (overlay === null) return say('no longer shows its code');
        say(`shows ${overlay.shortCode}, large`);
        say(`the code has been blinking since ${new Date(overlay.startsAtMs).toISOString()}`);
      },
      onClaimLoad() {},
      onRestart: restart,
      onDeviceRestart() {
        say('the machine of the sign is rebooting');
        void agent?.stop().then(boot);
      },
      onFetched: (report) => agent?.contentFetched(report),
      onUpdateStatus: (status) => agent?.updateStatus(status),
      onCapture(scene, maxWidth) {
        const name = agent?.state().stored.claim?.sign.name ?? machine.hostname;
        return camera.take(scene, { name, screen: SCREEN }, maxWidth, `${machine.hostname}: ${JSON.stringify(shown)}`);
      },
      onLog(level, message, fields) {
        if (level === 'error') say(`${message} ${JSON.stringify(fields)}`);
      },
    });
    agent = createAgent({ clock, random, transport, store: disk.store, outbox: disk.outbox, logs, shell, appVersion });
    void agent.start();
  }

  boot();
  return {
    async stop() {
      isStopped = true;
      await agent?.stop();
    },
  };
}
