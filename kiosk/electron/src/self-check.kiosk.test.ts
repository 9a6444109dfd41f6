import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeHardening, type ContentsFacts, type HardeningFacts } from './self-check/judge-hardening.ts';
import { SCREEN_PREFERENCES } from './window/screen-web-preferences.ts';
import { openWorld } from './testing/display-service-and-pages.ts';
import { until } from './testing/poll-until.ts';

const { freshMachine } = openWorld();

/** The table as `point verdict`, and what it says of a point. */
async function selfCheck(...args: string[]) {
  const machine = await freshMachine();
  const { code, words, output } = await machine.startInVain('--selfcheck', ...args);
  const rows = [...output.matchAll(/^ ?(\d+) {2}(pass|FAIL|not available here|not tried) +(.*)$/gm)];
  const failed = rows.filter(([, , verdict]) => verdict !== 'pass').map(([, point, verdict]) => `${point} ${verdict}`);
  return { code, words, count: rows.length, failed, said: (point: number) => rows[point - 1]?.[3] };
}

/** The Electron of the tests gets no security fixes any more, and its fuses let a test driver in. */
const HERE = ['11 not available here', '12 not available here', '16 FAIL', '19 FAIL'];

test('K5: on the tests’ Electron the self-check fails only the version and the fuses, and exits with 1', async () => {
  const { code, count, failed, said, words } = await selfCheck();
  expect({ count, failed, words: count === 21 ? '' : words }).toEqual({ count: 21, failed: HERE, words: '' });
  expect(said(16)).toMatch(/Electron 33\.2\.1 gets no security fixes$/);
  expect(said(19)).toMatch(/enableNodeCliInspectArguments is true/);
  expect(code).toBe(1);
});

test('K5: the self-check fails an app that was started with weaker guards', async () => {
  const { failed, said } = await selfCheck('--disable-web-security', '--ignore-certificate-errors', '--inspect=0');
  // Not by the switch's name: the trial itself found it.
  expect(said(1)).toMatch(/a wrong certificate was taken$/);
  expect(failed).toEqual(['1 FAIL', '6 FAIL', ...HERE, '20 FAIL']);
});

/** What is known without a web contents. */
const NOTHING: HardeningFacts = {
  electron: '?',
  supportedMajor: 45,
  contents: [],
  screenUrl: null,
  screenPolicy: null,
  contentRefuses: { otherProtocols: null, wrongCertificate: null },
  ipcRefusesOthers: null,
  seenByContent: null,
  dialogsOpened: null,
  externalCalls: null,
  fuses: null,
  switches: [],
};

test('K5: the real preferences of a weak window fail, and those of the sign’s own window pass', async () => {
  const kiosk = await (await freshMachine()).start();
  const [own, weak] = await kiosk.app.evaluate(({ BrowserWindow }) => {
    type Told = { getLastWebPreferences(): unknown };
    const read = ({ webContents }: Electron.BrowserWindow) => (webContents as unknown as Told).getLastWebPreferences();
    const mine = read(BrowserWindow.getAllWindows()[0]!);
    const webPreferences = { nodeIntegration: true, contextIsolation: false, sandbox: false, webSecurity: false };
    const window = new BrowserWindow({ show: false, webPreferences });
    const theirs = read(window);
    window.destroy();
    return [mine, theirs];
  });
  const verdictsOf = (preferences: unknown): string[] => {
    const tried = { openWindow: null, navigateToFile: null, permission: null };
    const contents = [
      { role: 'screen', requested: SCREEN_PREFERENCES, preferences, hasPreload: true, tried } as ContentsFacts,
    ];
    return judgeHardening({ ...NOTHING, contents, seenByContent: [] })
      .filter(({ point }) => [2, 3, 4, 6].includes(point))
      .map(({ verdict }) => verdict);
  };
  expect(verdictsOf(own)).toEqual(['pass', 'pass', 'pass', 'pass']);
  expect(verdictsOf(weak)).toEqual(['fail', 'fail', 'fail', 'fail']);
});

test('K5: a sign that starts writes into its log what is not hard about it', async () => {
  const machine = await freshMachine();
  const kiosk = await machine.start();
  await kiosk.face('code');
  const path = join(machine.dataDir, 'log.jsonl');
  const log = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const line = /^.*hardening self-check failed.*$/m;
  const written = await until('the line in the log', log, (text) => line.test(text));
  expect(written.match(line)?.[0]).toMatch(/16: Electron 33\.2\.1 gets no security fixes/);
});
