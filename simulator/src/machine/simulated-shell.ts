import type { DeviceInfo } from '@sign-display/contracts/kiosk-events';
import type {
  Clock,
  FetchReport,
  IdentifyOverlay,
  NetworkInterface,
  ProofResult,
  Screenshot,
  Shell,
  SplashScreen,
} from '@sign-display/kiosk-agent/ports';
import type { UpdateStatus } from '@sign-display/kiosk-agent/state/state';
import { isUnclaimedScreen, type ScreenContent } from '../evidence/evidence-types.ts';
import type { OnFetched, PageClient } from '../pages/page-client.ts';
import type { PageAppearance } from '../pages/page-appearance.ts';
import type { Scene } from './draw-scene.ts';

/** The changeable parts of the machine under an agent. */
export interface Machine {
  appVersion: string;
  hostname: string;
  macAddress: string;
  /** Its only card has no address of its own, and each boot draws one. */
  drawsMac: boolean;
  /** The operator has put the app into the background. */
  background: boolean;
  /** The cable is in. */
  plugged: boolean;
  /** In pixels. */
  screen: { width: number; height: number };
}

export interface ShellHands {
  /** Each change of the screen. `isBlank`: it is of one colour although a page is up. */
  onScreen(screen: ScreenContent, isBlank: boolean): void;
  /** The sign's code over the screen; null: no more. */
  onIdentify(overlay: IdentifyOverlay | null): void;
  /** Each load of a page that the sign is to be claimed with, when it begins. */
  onClaimLoad(url: string): void;
  onRestart(): void;
  /** The whole machine goes down and comes up again. */
  onDeviceRestart(): void;
  onFetched(report: FetchReport): void;
  onUpdateStatus(status: UpdateStatus): void;
  /** A picture of the screen is wanted, which shows this. */
  onCapture(scene: Scene, maxWidth: number): Screenshot;
  onLog(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>): void;
}

/** Asking a server for an update takes this long. */
const UPDATE_CHECK_MS = 300;
/** A page that is put on screen unproved has no deadline of its own. */
const UNPROVED_TIMEOUT_MS = 30_000;

/** The shell of a simulated sign: `pages` loads real pages, and the screen only remembers what it shows. */
export function createSimulatedShell(machine: Machine, pages: PageClient, clock: Clock, hands: ShellHands): Shell {
  const bootedMs = clock.monotonicMs();
  let provedUrl: string | null = null;
  let screen: ScreenContent | null = null;
  /** What the page that was loaded last looks like, and what the one on screen does. */
  let provedLook: PageAppearance | null = null;
  let look: PageAppearance | null = null;
  let splash: SplashScreen | null = null;
  let overlay: IdentifyOverlay | null = null;
  const onFetched: OnFetched = (report) => hands.onFetched(report);
  const put = (content: ScreenContent): void => {
    screen = content;
    look = content.kind === 'page' ? provedLook : null;
    hands.onScreen(content, isBlank());
  };
  const isBlank = (): boolean => look?.isBlank ?? false;

  return {
    device: (): DeviceInfo => ({
      appVersion: machine.appVersion,
      platform: 'simulator',
      osRelease: '1',
      arch: 'virtual',
      hostname: machine.hostname,
      screen: { ...machine.screen, scaleFactor: 1 },
      timeZone: 'UTC',
    }),
    networkInterfaces: () => Promise.resolve(interfaces(machine)),
    showQr: ({ qrText, shortCode, notice, failure }) =>
      put({
        kind: 'qr',
        qrText,
        shortCode: shortCode ?? '',
        notice,
        failure: failure && `${failure.reason}: ${failure.detail}`,
      }),
    showClaiming: ({ shortCode, step }) => put({ kind: 'claiming', shortCode, step }),
    identify(next) {
      overlay = next;
      hands.onIdentify(next);
    },
    showSplash(next) {
      splash = next;
      put({ kind: 'splash', message: next.message });
    },
    async prove(url, timeoutMs): Promise<ProofResult> {
      // A sign that nobody has claimed loads a page for a claim only.
      const purpose = screen !== null && isUnclaimedScreen(screen) ? 'claim' : 'show';
      if (purpose === 'claim') hands.onClaimLoad(url);
      const result = await pages.prove(url, purpose, timeoutMs, (report, seen) => {
        hands.onFetched(report);
        provedLook = seen;
      });
      if (result.ok) provedUrl = url;
      return result;
    },
    show(url) {
      if (provedUrl !== url) void pages.prove(url, 'show', UNPROVED_TIMEOUT_MS, onFetched);
      provedUrl = null;
      put({ kind: 'page', url });
    },
    discardProof() {
      provedUrl = null;
    },
    check: (url) => pages.check(url, onFetched),
    sampleView: () => Promise.resolve(screen?.kind === 'page' && !machine.background ? isBlank() : null),
    applySettings: () => {},
    metrics: () => ({
      cpuLoad: 0.1,
      memUsedBytes: 800_000_000,
      memTotalBytes: 4_000_000_000,
      uptimeSeconds: Math.floor((clock.monotonicMs() - bootedMs) / 1_000),
    }),
    restart: () => hands.onRestart(),
    rebootDevice() {
      hands.onDeviceRestart();
      return Promise.resolve();
    },
    setBackgroundMode(enabled) {
      machine.background = enabled;
      return Promise.resolve();
    },
    async checkForUpdate() {
      hands.onUpdateStatus({ state: 'checking' });
      await new Promise<void>((resolve) => clock.after(UPDATE_CHECK_MS, resolve));
      hands.onUpdateStatus({ state: 'none', version: machine.appVersion });
    },
    captureScreen: (maxWidth) =>
      Promise.resolve(
        hands.onCapture(sceneOf({ screen, look, splash, overlay, background: machine.background }), maxWidth),
      ),
    log: (level, message, fields) => hands.onLog(level, message, fields),
  };
}

/** What a camera in front of the machine would see. */
function sceneOf(seen: {
  screen: ScreenContent | null;
  look: PageAppearance | null;
  splash: SplashScreen | null;
  overlay: IdentifyOverlay | null;
  background: boolean;
}): Scene {
  const { screen, look, splash, overlay, background } = seen;
  if (overlay) return { kind: 'code', shortCode: overlay.shortCode };
  if (background) return { kind: 'desktop' };
  if (screen?.kind === 'page' && look) return { kind: 'page', look };
  if (screen?.kind === 'splash' && splash) return { kind: 'splash', splash };
  if (screen?.kind === 'qr' || screen?.kind === 'claiming') return { kind: 'code', shortCode: screen.shortCode };
  return { kind: 'dark' };
}

function interfaces({ macAddress, drawsMac, plugged }: Machine): NetworkInterface[] {
  const ethernet = { name: 'eth0', macAddress, madeUp: drawsMac, physical: true, connected: plugged };
  // Connected, but without a way to the backend: pulling the cable must not make the sign a new one (promise K1).
  const wifi = { name: 'wlan0', macAddress: `04${macAddress.slice(2)}`, physical: true, connected: true };
  return [
    { name: 'lo', macAddress: '00:00:00:00:00:00', physical: false, connected: true },
    ethernet,
    ...(drawsMac ? [] : [wifi]),
  ];
}
