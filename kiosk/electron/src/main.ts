import './old-engine.ts';
import { join } from 'node:path';
import { app, powerSaveBlocker, protocol } from 'electron';
import { createAgent } from '@sign-display/kiosk-agent/agent';
import { createKioskTransport } from '@sign-display/client/kiosk-transport';
import { machineClock as clock } from './adapters/machine-clock.ts';
import { machineRandom as random } from './adapters/machine-random.ts';
import { makeSelfSigned } from './adapters/self-signed.ts';
import { openContentSession } from './content/content-session.ts';
import { createContentView } from './content/content-view.ts';
import { PLAIN_LOOK } from './content/page-look.ts';
import { onHelperGone } from './electron/versions.ts';
import { openOurScreen, openScreenSession } from './screen/our-screen.ts';
import { SCREEN_SCHEME } from './screen/screen-files.ts';
import { argumentsAgain } from './arguments-again.ts';
import { readConfig } from './machine/config.ts';
import { createFileLogBook } from './machine/file-log-book.ts';
import { createFileOutbox } from './machine/file-outbox.ts';
import { createFileStore } from './machine/file-store.ts';
import { MACHINE_FILES as files, readFileNow } from './machine/files.ts';
import { lockFolder } from './machine/folder-lock.ts';
import { createMachineFacts } from './machine/machine-facts.ts';
import { listInterfaces } from './machine/network-interfaces.ts';
import { rebootDevice } from './machine/reboot-device.ts';
import { endLater } from './renderers.ts';
import { createFaces, type Model } from './shell/faces.ts';
import { createKioskShell } from './shell/kiosk-shell.ts';
import { createOverlays } from './shell/overlays.ts';
import { createReleaseDialog } from './shell/release.ts';
import { watchReleaseKey } from './shell/release-key.ts';
import { readFacts } from './self-check/read-facts.ts';
import { judgeHardening } from './self-check/judgement.ts';
import { runSelfCheck } from './self-check/run.ts';
import { blackenOthers, chooseDisplay } from './window/displays.ts';
import { createPages } from './window/pages.ts';
import { openStage } from './window/stage.ts';

/** The sign's program: reads what it is to be, and puts the agent on this machine's parts. */

const defaultFolder = join(app.getPath('appData'), 'sign-display-kiosk');
const { config, problems } = readConfig(readFileNow, process.argv, process.env, defaultFolder);
const APP_FOLDER = app.getAppPath();
/** Some days of a sign that has little to tell. */
const LOG_BYTES = 1_048_576;
const LAST_LINES_MS = 2_000;

app.setPath('userData', join(config.dataDir, 'browser'));
protocol.registerSchemesAsPrivileged([{ scheme: SCREEN_SCHEME, privileges: { standard: true, secure: true } }]);
// Electron ends the app with its last window; this one ends by its own means.
app.on('window-all-closed', () => {});
// Whoever asks for a password or a certificate of ours gets none.
app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
  event.preventDefault();
  (callback as (certificate?: Electron.Certificate) => void)();
});

function start(server: string): void {
  const machine = createMachineFacts(clock, app.getVersion(), () => {
    const { size, scaleFactor } = chooseDisplay(config.display);
    return { ...size, scaleFactor };
  });
  const logs = createFileLogBook({ files, clock, path: join(config.dataDir, 'log.jsonl'), mostBytes: LOG_BYTES });
  onHelperGone(app, (what, reason) => agent.note('warn', 'helper process gone', { what, reason }));
  powerSaveBlocker.start('prevent-display-sleep');

  const stage = openStage({
    display: chooseDisplay(config.display),
    windowed: config.windowed,
    session: openScreenSession(join(APP_FOLDER, 'screen')),
    preload: join(APP_FOLDER, 'preload.js'),
  });
  if (!config.windowed) blackenOthers(config.display, stage.window);

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
  const ourScreen = openOurScreen<Model>(stage.window.webContents, {
    submitAddress: () => {},
    releaseTyped: (text) => dialog.typed(text),
    releaseCancelled: () => dialog.cancel(),
  });
  const faces = createFaces((model) => ourScreen.show(model));
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

  const shell = createKioskShell({
    clock,
    stage,
    pages,
    faces,
    overlays,
    content,
    machine: {
      ...machine,
      networkInterfaces: () => listInterfaces(),
      rebootDevice: () => rebootDevice(config.allowRebootDevice, process.platform),
      log: (level, message, fields) => void process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`),
    },
    fetched: (report) => agent.contentFetched(report),
    restart: () =>
      leave(() => {
        app.relaunch({ args: argumentsAgain(process.argv) });
        app.exit(0);
      }),
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
  function leave(then: () => void): void {
    const cancel = clock.after(LAST_LINES_MS, then);
    void logs.close().then(() => {
      cancel();
      then();
    });
  }
  const end = (): void => void agent.stop().then(() => leave(() => app.exit(0)));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  if (config.windowed) stage.window.on('closed', end);
  void agent.start();
  stage.window.webContents.once('did-finish-load', () => {
    const failed = judgeHardening(readFacts(stage.window.webContents)).filter(({ verdict }) => verdict === 'fail');
    const points = failed.map(({ point, detail }) => `${point}: ${detail}`).join(' · ');
    if (failed.length > 0) agent.note('warn', 'hardening self-check failed', { points });
  });
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
else if (process.argv.includes('--selfcheck'))
  void app
    .whenReady()
    .then(() => runSelfCheck(APP_FOLDER, clock, makeSelfSigned))
    .then(
      (code) => app.exit(code),
      (error: Error) => refuse(`The self-check could not be made: ${error.message}`, 1),
    );
else if (!app.requestSingleInstanceLock()) refuse(TAKEN, 3);
else if (config.server === null) refuse('Say where the service is: --server http://…', 2);
else {
  const { server } = config;
  void app.whenReady().then(async () => {
    if (await takeFolder()) start(server);
  });
}
