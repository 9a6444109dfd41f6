import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hardeningTable,
  isHard,
  judgeHardening,
  type ContentsFacts,
  type HardeningFacts,
  type Row,
} from './judge-hardening.ts';

const PREFERENCES = {
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};
const contents = (role: ContentsFacts['role'], part: Partial<ContentsFacts> = {}): ContentsFacts => ({
  role,
  requested: PREFERENCES,
  preferences: PREFERENCES,
  hasPreload: role === 'screen',
  tried: { openWindow: false, navigateToFile: false, permission: false },
  ...part,
});
const HARD: HardeningFacts = {
  electron: '45.4.1',
  supportedMajor: 45,
  contents: [contents('screen'), contents('content')],
  screenUrl: 'sign://screen/index.html',
  screenPolicy: "default-src 'none'; script-src 'self'; style-src 'self'",
  contentRefuses: { otherProtocols: true, wrongCertificate: true },
  ipcRefusesOthers: true,
  seenByContent: [],
  dialogsOpened: [],
  externalCalls: 0,
  fuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    onlyLoadAppFromAsar: true,
  },
  switches: [],
};
/** All was asked, and nothing came back. */
const NOTHING: HardeningFacts = {
  ...HARD,
  contents: [],
  screenUrl: null,
  screenPolicy: null,
  contentRefuses: { otherProtocols: null, wrongCertificate: null },
  ipcRefusesOthers: null,
  seenByContent: null,
  dialogsOpened: null,
  externalCalls: null,
  fuses: null,
  electron: '?',
};
/** Electron 33 leaves this preference out of its report. */
function without33(change: object): Record<string, unknown> {
  const { nodeIntegrationInWorker: _, ...reported } = PREFERENCES;
  return { ...reported, ...change };
}
const verdicts = (facts: HardeningFacts): Row['verdict'][] => judgeHardening(facts).map(({ verdict }) => verdict);
const withContent = (part: Partial<ContentsFacts>): HardeningFacts => ({
  ...HARD,
  contents: [contents('screen'), contents('content', part)],
});
const without = (change: object): HardeningFacts => withContent({ preferences: { ...PREFERENCES, ...change } });

describe('the hardening self-check', () => {
  test('the self-check has a row for each of the twenty points and one for dialogs, in order, and finds no WebViews', () => {
    const rows = judgeHardening(HARD);
    expect(rows.map(({ point }) => point)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(
      verdicts(HARD)
        .map((verdict, index) => (verdict === 'pass' ? null : [index + 1, verdict]))
        .filter(Boolean),
    ).toEqual([
      [11, 'not_available'],
      [12, 'not_available'],
    ]);
    expect(hardeningTable(rows)).toMatch(/19 pass, 0 fail, 2 not available here, 0 not tried$/);
  });

  test('passes nothing that was not read or tried', () => {
    expect(verdicts(NOTHING).filter((verdict) => verdict === 'pass')).toEqual([]);
    expect(isHard(judgeHardening(NOTHING))).toBe(false);
  });

  test('tells a trial that nobody made from a failure, and is hard only without both', () => {
    const untried: HardeningFacts = { ...HARD, ipcRefusesOthers: null };
    expect(judgeHardening(untried)[16]).toMatchObject({ verdict: 'not_tried' });
    expect([HARD, untried, { ...HARD, externalCalls: 1 }].map((facts) => isHard(judgeHardening(facts)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('the self-check checks the requested nodeIntegrationInWorker if Electron does not report it', () => {
    const unreported = withContent({ preferences: without33({}) });
    expect(judgeHardening(unreported)[1]).toMatchObject({ verdict: 'pass' });
    const reported = withContent({ preferences: without33({ nodeIntegrationInWorker: true }) });
    expect(judgeHardening(reported)[1]).toMatchObject({ verdict: 'fail' });
  });

  test.each<[number, string, HardeningFacts]>([
    [1, 'another protocol', { ...HARD, contentRefuses: { otherProtocols: false, wrongCertificate: true } }],
    [2, 'Node in a page', without({ nodeIntegration: true })],
    [3, 'no context isolation', without({ contextIsolation: undefined })],
    [4, 'no sandbox', without({ sandbox: false })],
    [1, 'a switch against certificates', { ...HARD, switches: ['ignore-certificate-errors'] }],
    [4, 'a switch against the sandbox', { ...HARD, switches: ['no-sandbox'] }],
    [4, 'a switch against system calls’ filter', { ...HARD, switches: ['disable-seccomp-filter-sandbox'] }],
    [4, 'a switch against the GPU’s sandbox', { ...HARD, switches: ['disable-gpu-sandbox'] }],
    [4, 'a switch against site isolation', { ...HARD, switches: ['disable-site-isolation-trials'] }],
    [6, 'a switch against web security', { ...HARD, switches: ['disable-web-security'] }],
    [7, 'no policy', { ...HARD, screenPolicy: '' }],
    [20, 'an open debugger', { ...HARD, switches: ['remote-debugging-port'] }],
    [5, 'a permission', withContent({ tried: { openWindow: false, navigateToFile: false, permission: true } })],
    [6, 'no web security', without({ webSecurity: false })],
    [7, 'inline scripts', { ...HARD, screenPolicy: "script-src 'self' 'unsafe-inline'" }],
    [8, 'insecure content', without({ allowRunningInsecureContent: true })],
    [9, 'experimental features', without({ experimentalFeatures: true })],
    [10, 'blink features', without({ enableBlinkFeatures: 'CSSVariables' })],
    [11, 'WebViews', without({ webviewTag: true })],
    [
      13,
      'navigation to a file',
      withContent({ tried: { openWindow: false, navigateToFile: true, permission: false } }),
    ],
    [14, 'a new window', withContent({ tried: { openWindow: true, navigateToFile: false, permission: false } })],
    [15, 'opening programs', { ...HARD, externalCalls: 1 }],
    [16, 'an old Electron', { ...HARD, electron: '33.2.1' }],
    [17, 'another sender', { ...HARD, ipcRefusesOthers: false }],
    [18, 'a page from a file', { ...HARD, screenUrl: 'file:///screen/index.html' }],
    [19, 'a fuse', { ...HARD, fuses: { runAsNode: true } }],
    [20, 'an exposed API', { ...HARD, seenByContent: ['require'] }],
    [2, 'Node in a worker', { ...HARD, seenByContent: ['require (in a worker)'] }],
    [2, 'Node requested for workers', withContent({ requested: {}, preferences: without33({}) })],
    [21, 'a file dialog', { ...HARD, dialogsOpened: ['file'] }],
    [20, 'a preload in content', withContent({ hasPreload: true })],
  ])('fails point %i for %s', (point, _, facts) => {
    expect(judgeHardening(facts)[point - 1]).toMatchObject({ verdict: 'fail' });
  });

  test('passes a row only if it would with every web contents alone', () => {
    const anyPreferences = fc.record(
      Object.fromEntries(Object.keys(PREFERENCES).map((name) => [name, fc.constantFrom(true, false, undefined)])),
    );
    fc.assert(
      fc.property(fc.array(anyPreferences, { minLength: 1, maxLength: 3 }), (several) => {
        const every = several.map((preferences) => contents('content', { preferences }));
        const together = verdicts({ ...HARD, contents: every });
        for (const one of every) {
          const alone = verdicts({ ...HARD, contents: [one] });
          expect(together.filter((verdict, index) => verdict === 'pass' && alone[index] !== 'pass')).toEqual([]);
        }
      }),
    );
  });
});
