import { join } from 'node:path';
import { app } from 'electron';
import { createAgent, type Agent } from '@sign-display/kiosk-agent/agent';
import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { EXIT } from './exit-codes.ts';
import type { KioskConfig } from './machine/config.ts';
import { createFileLogBook } from './machine/file-log-book.ts';
import { createFileOutbox } from './machine/file-outbox.ts';
import { createFileStore } from './machine/file-store.ts';
import { MACHINE_FILES as files } from './machine/file-system.ts';
import { createMachineFacts } from './machine/machine-facts.ts';
import { listInterfaces } from './machine/network-interfaces.ts';
import { rebootDevice } from './machine/reboot-device.ts';
import { agentFacts } from '@sign-display/kiosk-shell/agent-facts';
import type { Front } from './shell/first-window.ts';
import { createKioskShell, type MachineParts } from './shell/kiosk-shell.ts';
import { openOverlays } from './shell/open-overlays.ts';
import { openScreens } from './shell/open-sign-screens.ts';
import { within, type Exit, type StartAgain } from './restart-process.ts';
import { chooseDisplay } from './window/blacken-other-displays.ts';
import { trustFor } from './content/trust-service-certificate.ts';
import { openPages } from './window/connect-pages-to-agent.ts';

/** A sign that knows its service: the agent on this machine's parts. */
export interface Sign {
  /** Writes into the log. */
  note: Agent['note'];
  /** Ends this program in peace. */
  end(): void;
  /** Ends this program because of an error that nobody expected, and starts another one. */
  fail(error: unknown): void;
}

export interface SignParts {
  clock: Clock;
  random: Random;
  config: KioskConfig;
  /** The service's origin. */
  server: string;
  front: Front;
  exit: Exit;
  startAgain: StartAgain;
  /** Tells whoever started this program. */
  say: Agent['note'];
}

/** Some days of a sign that has little to tell. */
const LOG_BYTES = 1_048_576;
const LAST_LINES_MS = 2_000;
const STOP_MS = 10_000;

export function openSign({ clock, random, config, server, front, exit, startAgain, say }: SignParts): Sign {
  const { stage, faces } = front;
  const appVersion = app.getVersion();
  const logs = createFileLogBook({ files, clock, path: join(config.dataDir, 'log.jsonl'), mostBytes: LOG_BYTES });
  const { content, pages } = openPages(stage, clock, trustFor(server, config.ca, clock), {
    contentFetched: (report) => agent.contentFetched(report),
    pageFailed: (failure) => agent.pageFailed(failure),
  });
  const overlays = openOverlays(front, pages, clock, (typed) => agent.release(typed));
  const facts = () => agentFacts(agent.state(), { wallMs: clock.now(), monotonicMs: clock.monotonicMs() });
  const shell = createKioskShell({
    clock,
    stage,
    pages,
    faces,
    screens: openScreens({ clock, random, faces, server, ca: config.ca, appVersion, facts }),
    overlays,
    content,
    machine: machineParts(clock, appVersion, config, say),
    fetched: (report) => agent.contentFetched(report),
    restart: () => leave(() => startAgain.now()),
  });
  const agent = createAgent({
    clock,
    random,
    transport: createKioskTransport(server, clock, { ca: config.ca ?? undefined }),
    store: createFileStore(files, config.dataDir),
    outbox: createFileOutbox(files, join(config.dataDir, 'outbox')),
    logs,
    shell,
    appVersion,
  });
  /** The last lines of the log are worth a moment; a disk that hangs is not worth the restart. */
  const leave = (then: () => void): void => void within(clock, LAST_LINES_MS, logs.close()).then(then);
  const stop = (then: () => void): void => void within(clock, STOP_MS, agent.stop()).then(() => leave(then));

  // Chromium restarts a helper process (GPU, network) itself, so only log it.
  app.on('child-process-gone', (_event, { type, reason }) =>
    agent.note('warn', 'helper process gone', { what: type, reason }),
  );
  void agent.start();
  return {
    note: (...line) => agent.note(...line),
    end: () => stop(() => exit(EXIT.ended)),
    fail(error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      agent.note('error', 'the app failed', { error: words });
      stop(() => startAgain.later());
    },
  };
}

const machineParts = (
  clock: Clock,
  appVersion: string,
  { display, allowRebootDevice }: KioskConfig,
  log: Agent['note'],
): MachineParts => ({
  ...createMachineFacts(clock, appVersion, () => {
    const { size, scaleFactor } = chooseDisplay(display);
    return { ...size, scaleFactor };
  }),
  networkInterfaces: () => listInterfaces(),
  rebootDevice: () => rebootDevice(allowRebootDevice, process.platform),
  log,
});
