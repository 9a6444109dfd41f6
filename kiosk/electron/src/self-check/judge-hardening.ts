/**
 * The hardening self-check: a row for each point of Electron's security checklist (docs/tutorial/security of Electron,
 * twenty points in November 2026), and one of our own: no dialogs. A row is `pass` only if the running app was read or
 * tried. A feature that this Electron or this app lacks is `not_available`, with the reason. A fact that could not be
 * read is a `fail`. A trial that did not run is `not_tried`.
 */
export type Verdict = 'pass' | 'fail' | 'not_available' | 'not_tried';
export interface Row {
  /** The number in Electron's checklist; 21 is our own. */
  point: number;
  title: string;
  verdict: Verdict;
  detail: string;
}

/** What a web contents was really made with (`getLastWebPreferences`) and what was tried on it. Null: it could not be read. */
export interface ContentsFacts {
  /** `screen`: ours. `content`: a page of somebody else's. */
  role: 'screen' | 'content';
  preferences: Readonly<Record<string, unknown>> | null;
  /** What the app asked for when it made the web contents. */
  requested: Readonly<Record<string, unknown>>;
  hasPreload: boolean;
  /** A page tried these, and whether it came through; null where nobody tried. */
  tried: { openWindow: boolean | null; navigateToFile: boolean | null; permission: boolean | null };
}

export interface HardeningFacts {
  electron: string;
  /** The newest major version that is supported, at the time of this build. */
  supportedMajor: number;
  contents: readonly ContentsFacts[];
  /** Where our own page is loaded from; null where it could not be read. */
  screenUrl: string | null;
  /** The policy that our page lives under, empty without one; null where nobody tried. */
  screenPolicy: string | null;
  /** Whether the content's session refused a request that was neither http nor https, and one with a wrong certificate; null where nobody tried. */
  contentRefuses: { otherProtocols: boolean | null; wrongCertificate: boolean | null };
  /** Our handlers that were asked by another sender than our own page, and refused; null where nobody tried. */
  ipcRefusesOthers: boolean | null;
  /** Globals of Electron or Node that a page of somebody else's saw (`require`, `process`, `kiosk`); null where nobody looked. */
  seenByContent: readonly string[] | null;
  /** Dialogs that a page could open (`file`, `print`, `usb`); null without a trial. */
  dialogsOpened: readonly string[] | null;
  /** Calls of `shell.openExternal` in the text of the program; null where nobody read it. */
  externalCalls: number | null;
  /** The fuses of this binary by name; null if they could not be read. */
  fuses: Readonly<Record<string, boolean>> | null;
  /** Of `WEAKENING_SWITCHES`, those on the command line. */
  switches: readonly string[];
}

/** Chromium's and Node's switches that turn a guard off, by what they weaken. */
const SWITCHES = {
  certificates: ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list'],
  sandbox: [
    'no-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-namespace-sandbox',
    'disable-gpu-sandbox',
    'disable-site-isolation-trials',
    'single-process',
  ],
  // Not `allow-file-access-from-files`: Electron gives it to itself.
  webSecurity: ['disable-web-security'],
  insecureContent: ['allow-running-insecure-content'],
  blinkFeatures: ['enable-blink-features'],
  debugger: ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk'],
} as const;
export const WEAKENING_SWITCHES: readonly string[] = Object.values(SWITCHES).reduce<string[]>(
  (found, names) => [...found, ...names],
  [],
);

type Finding = [Verdict, string];
const pass = (detail: string): Finding => ['pass', detail];
const fail = (detail: string): Finding => ['fail', detail];
const absent = (detail: string): Finding => ['not_available', detail];
const untried = (detail: string): Finding => ['not_tried', detail];

/** Electron 33 never reports these preferences: the row uses the app's own request, and a trial proves the effect. */
const UNREPORTED = ['nodeIntegrationInWorker'];
const valueOf = ({ preferences, requested }: ContentsFacts, name: string): unknown =>
  preferences !== null && UNREPORTED.includes(name) ? (preferences[name] ?? requested[name]) : preferences?.[name];

/**
 * Passes if the preference is `wanted` in every web contents. An unreported preference fails, because defaults differ
 * between versions.
 */
function everywhere(facts: HardeningFacts, name: string, wanted: boolean, among?: ContentsFacts['role']): Finding {
  const contents = facts.contents.filter(({ role }) => among === undefined || role === among);
  if (contents.length === 0) return fail('there is no web contents to read it from');
  const wrong = contents.filter((one) => valueOf(one, name) !== wanted);
  if (wrong.length === 0) return pass(`${name} is ${wanted} in ${contents.map(({ role }) => role).join(', ')}`);
  return fail(wrong.map((one) => `${name} is ${String(valueOf(one, name))} in ${one.role}`).join('; '));
}

/** A preference that must not be set at all. */
function nowhere(facts: HardeningFacts, name: string): Finding {
  if (facts.contents.length === 0 || facts.contents.some(({ preferences }) => preferences === null))
    return fail('the preferences could not be read');
  const set = facts.contents.filter(({ preferences }) => Boolean(preferences?.[name]));
  return set.length === 0
    ? pass(`${name} is nowhere set`)
    : fail(`${name} is set in ${set.map(({ role }) => role).join(', ')}`);
}

/** What a page tried. */
function tried(facts: HardeningFacts, what: keyof ContentsFacts['tried'], words: string): Finding {
  const answers = facts.contents.filter(({ role }) => role === 'content').map((one) => one.tried[what]);
  if (answers.includes(true)) return fail(`a page could ${words}`);
  if (answers.length === 0 || answers.includes(null)) return untried(`nobody tried to ${words}`);
  return pass(`a page tried to ${words} and could not`);
}

function answered(isSo: boolean | null, good: string, bad: string): Finding {
  return isSo === null ? untried(`nobody looked whether ${good}`) : isSo ? pass(good) : fail(bad);
}

/** The first failure, else the first that is no pass, else all of them in one. */
function all(...findings: Finding[]): Finding {
  const failed = findings.find(([verdict]) => verdict === 'fail');
  return (
    failed ?? findings.find(([verdict]) => verdict !== 'pass') ?? pass(findings.map(([, detail]) => detail).join('; '))
  );
}

function noSwitch({ switches }: HardeningFacts, guard: keyof typeof SWITCHES): Finding {
  const given = switches.filter((one) => (SWITCHES[guard] as readonly string[]).includes(one));
  return given.length === 0 ? pass('no switch turns it off') : fail(`started with --${given.join(', --')}`);
}

/** Electron's own are on only where a package needs them. */
const FUSES: Readonly<Record<string, boolean>> = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  onlyLoadAppFromAsar: true,
};

function fuses({ fuses: found }: HardeningFacts): Finding {
  if (found === null) return untried('nobody read them');
  const wrong = Object.entries(FUSES).filter(([name, wanted]) => found[name] !== wanted);
  if (wrong.length === 0) return pass('set as a kiosk needs them');
  return fail(wrong.map(([name]) => `${name} is ${String(found[name] ?? 'not told')}`).join('; '));
}

function version({ electron, supportedMajor }: HardeningFacts): Finding {
  const major = Number.parseInt(electron, 10);
  // Electron supports its three newest.
  return major > supportedMajor - 3
    ? pass(`Electron ${electron}`)
    : fail(`Electron ${electron} gets no security fixes`);
}

function policy({ screenPolicy }: HardeningFacts): Finding {
  if (screenPolicy === null) return untried('nobody tried an inline script on our page');
  if (screenPolicy === '') return fail('our page has none');
  const parts = screenPolicy.split(';').map((part) => part.trim());
  const scripts =
    parts.find((part) => part.startsWith('script-src ')) ?? parts.find((part) => part.startsWith('default-src '));
  if (scripts === undefined) return fail('it says nothing of scripts');
  return /unsafe-|\*|https?:|data:/.test(scripts) ? fail(`it allows too much: ${scripts}`) : pass(scripts);
}

const POINTS: readonly [string, (facts: HardeningFacts) => Finding][] = [
  [
    'Only load secure content',
    (facts) =>
      all(
        answered(
          facts.contentRefuses.otherProtocols,
          'other protocols than http and https are refused',
          'another protocol was loaded',
        ),
        answered(
          facts.contentRefuses.wrongCertificate,
          'a wrong certificate is refused',
          'a wrong certificate was taken',
        ),
        noSwitch(facts, 'certificates'),
      ),
  ],
  [
    'Do not enable Node.js integration for remote content',
    (facts) =>
      all(
        everywhere(facts, 'nodeIntegration', false),
        everywhere(facts, 'nodeIntegrationInWorker', false),
        everywhere(facts, 'nodeIntegrationInSubFrames', false),
        seesNothing(facts),
      ),
  ],
  ['Enable context isolation', (facts) => everywhere(facts, 'contextIsolation', true)],
  ['Enable process sandboxing', (facts) => all(everywhere(facts, 'sandbox', true), noSwitch(facts, 'sandbox'))],
  ['Handle session permission requests from remote content', (facts) => tried(facts, 'permission', 'get a permission')],
  [
    'Do not disable webSecurity',
    (facts) => all(everywhere(facts, 'webSecurity', true), noSwitch(facts, 'webSecurity')),
  ],
  ['Define a Content-Security-Policy', policy],
  [
    'Do not enable allowRunningInsecureContent',
    (facts) => all(nowhere(facts, 'allowRunningInsecureContent'), noSwitch(facts, 'insecureContent')),
  ],
  ['Do not enable experimental features', (facts) => nowhere(facts, 'experimentalFeatures')],
  [
    'Do not use enableBlinkFeatures',
    (facts) => all(nowhere(facts, 'enableBlinkFeatures'), noSwitch(facts, 'blinkFeatures')),
  ],
  ['Do not use allowpopups for WebViews', (facts) => withoutWebviews(facts)],
  ['Verify WebView options before creation', (facts) => withoutWebviews(facts)],
  ['Disable or limit navigation', (facts) => tried(facts, 'navigateToFile', 'go to a file of this machine')],
  ['Disable or limit creation of new windows', (facts) => tried(facts, 'openWindow', 'open a window')],
  [
    'Do not use shell.openExternal with untrusted content',
    ({ externalCalls }) =>
      answered(
        externalCalls === null ? null : externalCalls === 0,
        'the program never calls it',
        'the program calls it',
      ),
  ],
  ['Use a current version of Electron', version],
  [
    'Validate the sender of all IPC messages',
    ({ ipcRefusesOthers }) => answered(ipcRefusesOthers, 'a message of another sender was refused', 'it was not'),
  ],
  [
    'Avoid usage of the file:// protocol and prefer usage of custom protocols',
    ({ screenUrl }) =>
      screenUrl === null || screenUrl.startsWith('file:')
        ? fail(`our page comes from ${screenUrl ?? 'nowhere'}`)
        : pass(`our page comes from ${screenUrl.split('/')[0] ?? ''}//`),
  ],
  ['Check which fuses you can change', fuses],
  [
    'Do not expose Electron APIs to untrusted web content',
    (facts) => {
      if (facts.contents.some(({ role, hasPreload }) => role === 'content' && hasPreload))
        return fail('content has a preload');
      return all(noSwitch(facts, 'debugger'), seesNothing(facts));
    },
  ],
  [
    'Never open a dialog for a page',
    ({ dialogsOpened }) =>
      answered(
        dialogsOpened === null ? null : dialogsOpened.length === 0,
        'a page asked for each kind of dialog and got none',
        `a page opened: ${dialogsOpened?.join(', ')}`,
      ),
  ],
];

/** Passes if neither a page nor its worker sees a global of Node or Electron. */
const seesNothing = ({ seenByContent }: HardeningFacts): Finding =>
  answered(
    seenByContent === null ? null : seenByContent.length === 0,
    'a page and its worker see nothing of Node and Electron',
    `a page sees ${seenByContent?.join(', ')}`,
  );

/** Electron makes a tag for them only where a preference says so: then there is nothing to verify. */
function withoutWebviews(facts: HardeningFacts): Finding {
  const [verdict, detail] = everywhere(facts, 'webviewTag', false);
  return verdict === 'pass' ? absent(`there are no WebViews: ${detail}`) : fail(detail);
}

/** A row for each point, in the list's order. */
export const judgeHardening = (facts: HardeningFacts): Row[] =>
  POINTS.map(([title, judge], index) => {
    const [verdict, detail] = judge(facts);
    return { point: index + 1, title, verdict, detail };
  });

const WORDS: Record<Verdict, string> = {
  pass: 'pass',
  fail: 'FAIL',
  not_available: 'not available here',
  not_tried: 'not tried',
};

/** Nothing failed, and nothing was left untried. */
export const isHard = (rows: readonly Row[]): boolean =>
  rows.every(({ verdict }) => verdict === 'pass' || verdict === 'not_available');

/** A line for each row, and one that sums up. */
export function hardeningTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ point, title, verdict, detail }) =>
      `${`${point}`.padStart(2)}  ${WORDS[verdict].padEnd(19)} ${title}: ${detail}`,
  );
  const count = (wanted: Verdict): number => rows.filter(({ verdict }) => verdict === wanted).length;
  const sum = `${count('pass')} pass, ${count('fail')} fail, ${count('not_available')} not available here, ${count('not_tried')} not tried`;
  return [...lines, sum].join('\n');
}
