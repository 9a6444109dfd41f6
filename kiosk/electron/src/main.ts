import './old-engine.ts';
import { join } from 'node:path';
import { app, powerSaveBlocker, protocol } from 'electron';
import { createAgent, type Agent } from '@sign-display/kiosk-agent/agent';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { machineClock as clock } from './adapters/machine-clock.ts';
import { machineRandom as random } from './adapters/machine-random.ts';
import { makeSelfSigned } from './adapters/self-signed.ts';
import { openContentSession } from './content/content-session.ts';
import { createContentView } from './content/content-view.ts';
import { PLAIN_LOOK } from './content/page-look.ts';
import { onHelperGone } from './electron/versions.ts';
import { SCREEN_SCHEME } from './screen/screen-files.ts';
import { askForServer, openFront, type Front } from './shell/front.ts';
import { readConfig, writeServer } from './machine/config.ts';
import { createFileLogBook } from './machine/file-log-book.ts';
import { createFileOutbox } from './machine/file-outbox.ts';
import { createFileStore } from './machine/file-store.ts';
import { MACHINE_FILES as files, readFileNow } from './machine/files.ts';
import { lockFolder } from './machine/folder-lock.ts';
import { createMachineFacts } from './machine/machine-facts.ts';
import { listInterfaces } from './machine/network-interfaces.ts';
import { rebootDevice } from './machine/reboot-device.ts';
import { endLater } from './renderers.ts';
import { agentFacts } from './shell/agent-facts.ts';
import { createStartAgain, within } from './start-again.ts';
import { createKioskShell } from './shell/kiosk-shell.ts';
import { openScreens } from './shell/open-screens.ts';
import { createOverlays } from './shell/overlays.ts';
import { createReleaseDialog } from './shell/release.ts';
import { watchReleaseKey } from './shell/release-key.ts';
import { noteHardening } from './self-check/note-hardening.ts';
import { runSelfCheck } from './self-check/run.ts';
import { chooseDisplay } from './window/displays.ts';
import { createPages } from './window/pages.ts';

/** The sign's program: reads what it is to be, and puts the agent on this machine's parts. */

const defaultFolder = join(app.getPath('appData'), 'sign-display-kiosk');
const { config, problems } = readConfig(readFileNow, process.argv, process.env, defaultFolder);
const APP_FOLDER = app.getAppPath();
/** Some days of a sign that has little to tell. */
const LOG_BYTES = 1_048_576;
const LAST_LINES_MS = 2_000;
const STOP_MS = 10_000;

const isSelfCheck = process.argv.includes('--selfcheck');
const startAgain = createStartAgain(app, clock, process.argv, process.env);
/** What is done about an error that nobody expected; once there is an agent, it is told. */
let atFailure: (error: unknown) => void = () => (isSelfCheck ? app.exit(1) : startAgain.later());
let hasFailed = false;
for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(kind, (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    // Nobody stands at a sign to close a box with an error in it; what fails while it ends is only written down.
    if (!hasFailed) atFailure(error);
    hasFailed = true;
  });

app.setPath('userData', join(config.dataDir, 'browser'));
protocol.registerSchemesAsPrivileged([{ scheme: SCREEN_SCHEME, privileges: { standard: true, secure: true } }]);
// Electron ends the app with its last window; this one ends by its own means.
app.on('window-all-closed', () => {});
// Whoever asks for a password or a certificate of ours gets none.
app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
  event.preventDefault();
  (callback as (certificate?: Electron.Certificate) => void)();
});

/** Says it to whoever started this program. */
const say: Agent['note'] = (level, message, fields) =>
  void process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`);
/** The same, and into the log once there is one. */
let note = say;
/** Ends this program in peace. */
let end = (): void => app.exit(0);

/** Nobody has said where the service is: a person types it, and the sign goes on from there. */
function startWithoutServer(front: Front): void {
  askForServer(front, clock, (origin) => {
    start(origin, front);
    // A sign whose disk is full works for now, and asks again at its next start.
    writeServer(files, config, origin).catch((error: unknown) =>
      note('error', 'the address of the service is not kept', { error: String(error) }),
    );
  });
}

function start(server: string, { stage, ourScreen, faces }: Front): void {
  const machine = createMachineFacts(clock, app.getVersion(), () => {
    const { size, scaleFactor } = chooseDisplay(config.display);
    return { ...size, scaleFactor };
  });
  const logs = createFileLogBook({ files, clock, path: join(config.dataDir, 'log.jsonl'), mostBytes: LOG_BYTES });
  onHelperGone(app, (what, reason) => agent.note('warn', 'helper process gone', { what, reason }));

  const watchKeys = watchReleaseKey(clock, () => dialog.open());
  app.on('web-contents-created', (_event, contents) => watchKeys(contents));
  watchKeys(stage.window.webContents);

  const content = openContentSession((report) => agent.contentFetched(report));
  const endRenderer = endLater(app, clock);
  const pages = createPages(
    stage,
    clock,
    PLAIN_LOOK,
    (url, look) => createContentView({ window: stage.window, content, clock, endRenderer }, url, look),
    (url, { code, detail }) => agent.pageFailed({ url, code, detail }),
  );
  ourScreen.heed({
    releaseTyped: (text) => dialog.typed(text),
    releaseCancelled: () => dialog.cancel(),
  });
  const overlays = createOverlays((overlay) => {
    faces.overlay(overlay);
    pages.cover(overlay !== null);
  });
  const dialog = createReleaseDialog(
    clock,
    overlays,
    (code) => agent.release(code),
    () => {
      stage.window.focus();
      stage.window.webContents.focus();
    },
  );

  const screens = openScreens({
    clock,
    random,
    faces,
    server,
    appVersion: app.getVersion(),
    facts: () => agentFacts(agent.state(), { wallMs: clock.now(), monotonicMs: clock.monotonicMs() }),
  });
  const shell = createKioskShell({
    clock,
    stage,
    pages,
    faces,
    screens,
    overlays,
    content,
    machine: {
      ...machine,
      networkInterfaces: () => listInterfaces(),
      rebootDevice: () => rebootDevice(config.allowRebootDevice, process.platform),
      log: say,
    },
    fetched: (report) => agent.contentFetched(report),
    restart: () => leave(() => startAgain.now()),
  });
  const agent = createAgent({
    clock,
    random,
    transport: createKioskTransport(server, clock),
    store: createFileStore(files, config.dataDir),
    outbox: createFileOutbox(files, join(config.dataDir, 'outbox')),
    logs,
    shell,
    appVersion: app.getVersion(),
  });
  /** The last lines of the log are worth a moment; a disk that hangs is not worth the restart. */
  const leave = (then: () => void): void => void within(clock, LAST_LINES_MS, logs.close()).then(then);
  const stop = (then: () => void): void => void within(clock, STOP_MS, agent.stop()).then(() => leave(then));
  end = () => stop(() => app.exit(0));
  atFailure = (error) => {
    agent.note('error', 'the app failed', {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    stop(() => startAgain.later());
  };
  note = (...line) => agent.note(...line);
  void agent.start();
}

function refuse(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  app.exit(code);
}

const TAKEN = `Another kiosk runs already on ${config.dataDir}.`;

/** The data folder is ours alone, or this process ends. Where no lock can be had, Electron's own stands against a second one. */
async function takeFolder(): Promise<boolean> {
  await files.makeFolder(config.dataDir);
  const isOurs = await lockFolder(config.dataDir).then(
    (lock) => lock !== null,
    () => true,
  );
  if (!isOurs) refuse(TAKEN, 3);
  return isOurs;
}

if (problems.length > 0) refuse(problems.join('\n'), 2);
else if (isSelfCheck)
  void app
    .whenReady()
    .then(() => runSelfCheck(APP_FOLDER, clock, makeSelfSigned))
    .then(
      (code) => app.exit(code),
      (error: Error) => refuse(`The self-check could not be made: ${error.message}`, 1),
    );
else if (!app.requestSingleInstanceLock()) refuse(TAKEN, 3);
else
  void app.whenReady().then(async () => {
    if (!(await takeFolder())) return;
    powerSaveBlocker.start('prevent-display-sleep');
    const front = openFront(config, APP_FOLDER, clock, (...line) => note(...line));
    noteHardening(front.stage.window.webContents, (...line) => note(...line));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end());
    if (config.windowed) front.stage.window.on('closed', () => end());
    if (config.server === null) startWithoutServer(front);
    else start(config.server, front);
  });
