import type {
  CheckResult,
  ClaimingScreen,
  Clock,
  IdentifyOverlay,
  NetworkInterface,
  ProofResult,
  QrScreen,
  Screenshot,
  Shell,
  SplashScreen,
} from '../ports.ts';

export interface ScriptedShell extends Shell {
  interfaces: NetworkInterface[];
  /** What pages do, by URL: a result, `hang` until `finish`, or `throw`. Unknown ones load in 100 ms. */
  readonly pages: Map<string, ProofResult | 'hang' | 'throw'>;
  readonly checks: Map<string, CheckResult | 'throw'>;
  /** What is on screen, in one word and its subject: `qr:`, `claiming:`, `splash:`, `page:`. */
  screen: string;
  /** The same in full; null where another one is on screen. */
  qr: QrScreen | null;
  claiming: ClaimingScreen | null;
  splash: SplashScreen | null;
  /** Over it. */
  overlay: IdentifyOverlay | null;
  readonly proved: string[];
  readonly shown: string[];
  readonly logged: { level: string; message: string; fields: Record<string, unknown> }[];
  restarts: number;
  deviceRestarts: number;
  updateChecks: number;
  background: boolean;
  /** What each command's shell call does instead of succeeding: rejects with this, or never answers. */
  readonly failing: Map<'rebootDevice' | 'setBackgroundMode' | 'checkForUpdate' | 'captureScreen', Error | 'hang'>;
  screenshot: Screenshot;
  /** What a sample of the view says. */
  blank: boolean | null;
  /** The page of every hanging proof leads to this host. */
  leadTo(host: string | null): void;
  /** Ends every hanging proof. */
  finish(result: ProofResult): void;
}

export const GOOD: ProofResult = { ok: true, loadMs: 100, httpStatus: 200 };
export const BAD: ProofResult = { ok: false, loadMs: 50, reason: 'url_unreachable', detail: 'connection refused' };
export const ETHERNET: NetworkInterface = {
  name: 'eth0',
  macAddress: '00:1a:2b:3c:4d:5e',
  physical: true,
  connected: true,
};
export const WIFI: NetworkInterface = {
  name: 'wlan0',
  macAddress: '00:1a:2b:3c:4d:5f',
  physical: true,
  connected: false,
};

/** A screen, a browser and a machine that do as the test says. Shows only what was proved, and says so loudly otherwise. */
export function createScriptedShell(clock: Clock): ScriptedShell {
  let hidden: string | null = null;
  let hanging: { end(result: ProofResult): void; leadsTo(host: string | null): void }[] = [];
  const shell: ScriptedShell = {
    interfaces: [ETHERNET],
    pages: new Map(),
    checks: new Map(),
    screen: 'nothing',
    qr: null,
    claiming: null,
    splash: null,
    overlay: null,
    proved: [],
    shown: [],
    logged: [],
    restarts: 0,
    deviceRestarts: 0,
    updateChecks: 0,
    background: false,
    failing: new Map(),
    blank: false,
    screenshot: { image: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), width: 640, height: 360 },
    device: () => ({
      appVersion: '1.0.0',
      platform: 'linux',
      osRelease: '6.1',
      arch: 'x64',
      hostname: 'sign',
      screen: { width: 1920, height: 1080, scaleFactor: 1 },
      timeZone: 'Europe/Berlin',
    }),
    networkInterfaces: () => Promise.resolve(shell.interfaces),
    showQr: (qr) => put(`qr:${qr.shortCode}`, { qr }),
    showClaiming: (claiming) => put(`claiming:${claiming.step}`, { claiming }),
    showSplash: (splash) => put(`splash:${splash.signName}`, { splash }),
    identify(overlay) {
      shell.overlay = overlay;
    },
    async prove(url, _timeoutMs, leadsTo) {
      shell.proved.push(url);
      hidden = null;
      const page = shell.pages.get(url) ?? GOOD;
      if (page === 'throw') throw new Error('the renderer is gone');
      const result =
        page === 'hang'
          ? await new Promise<ProofResult>((end) => hanging.push({ end, leadsTo }))
          : await new Promise<ProofResult>((resolve) => clock.after(page.loadMs, () => resolve(page)));
      if (result.ok) hidden = url;
      return result;
    },
    show(url) {
      if (hidden !== url) throw new Error(`${url} was shown without a proof`);
      shell.shown.push(url);
      put(`page:${url}`, {});
    },
    discardProof() {
      hidden = null;
    },
    check(url) {
      const answer = shell.checks.get(url) ?? { ok: true, fingerprint: 'same' };
      return answer === 'throw' ? Promise.reject(new Error('no network')) : Promise.resolve(answer);
    },
    applySettings: () => {},
    sampleView: () => Promise.resolve(shell.blank),
    metrics: () => ({ cpuLoad: 0.1, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 }),
    restart: () => {
      shell.restarts += 1;
    },
    async rebootDevice() {
      await ready('rebootDevice');
      shell.deviceRestarts += 1;
    },
    async setBackgroundMode(enabled) {
      await ready('setBackgroundMode');
      shell.background = enabled;
    },
    async checkForUpdate() {
      await ready('checkForUpdate');
      shell.updateChecks += 1;
    },
    async captureScreen() {
      await ready('captureScreen');
      return shell.screenshot;
    },
    log: (level, message, fields) => shell.logged.push({ level, message, fields }),
    leadTo(host) {
      for (const { leadsTo } of hanging) leadsTo(host);
    },
    finish(result) {
      const ended = hanging;
      hanging = [];
      for (const { end } of ended) end(result);
    },
  };
  function put(screen: string, full: Partial<Pick<ScriptedShell, 'qr' | 'claiming' | 'splash'>>): void {
    Object.assign(shell, { screen, qr: null, claiming: null, splash: null }, full);
  }
  async function ready(what: Parameters<ScriptedShell['failing']['get']>[0]): Promise<void> {
    const failure = shell.failing.get(what);
    if (failure === 'hang') await new Promise(() => {});
    if (failure instanceof Error) throw failure;
  }
  return shell;
}
