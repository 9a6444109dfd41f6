import { join } from 'node:path';
import { app, powerSaveBlocker } from 'electron';
import { clearTextWarning } from '@sign-display/contracts/loopback-hosts';
import type { Agent } from '@sign-display/kiosk-agent/agent';
import { machineClock as clock } from './adapters/machine-clock.ts';
import { machineRandom as random } from './adapters/machine-random.ts';
import { makeSelfSigned } from './adapters/self-signed-certificate.ts';
import { EXIT } from './exit-codes.ts';
import { readConfig, writeServer } from './machine/config.ts';
import { MACHINE_FILES as files, readFileNow } from './machine/file-system.ts';
import { lockFolder } from './machine/folder-lock.ts';
import { onUnexpected, prepareApp } from './electron-setup.ts';
import { noteHardening } from './self-check/hardening-log.ts';
import { runSelfCheck } from './self-check/self-check.ts';
import { askForServer, openFront, type Front } from './shell/first-window.ts';
import { openSign, type Sign } from './sign.ts';
import { createExit, createStartAgain } from './restart-process.ts';

/** The sign's program: reads what it is to be, opens its window, and becomes a sign as soon as it knows its service. */

const defaultFolder = join(app.getPath('appData'), 'sign-display-kiosk');
const { config, problems } = readConfig(readFileNow, process.argv, process.env, defaultFolder);
const APP_FOLDER = app.getAppPath();
const TAKEN = `Another kiosk is already running on ${config.dataDir}.`;
const isSelfCheck = process.argv.includes('--selfcheck');
const exit = createExit(app);
const startAgain = createStartAgain(app, exit, clock, process.argv, process.env);

let sign: Sign | null = null;
/** Says it to whoever started this program. */
const say: Agent['note'] = (level, message, fields) =>
  void process.stdout.write(`${JSON.stringify({ level, message, ...fields })}\n`);
/** The same, and into the log once there is one. */
const note: Agent['note'] = (...line) => (sign?.note ?? say)(...line);
const end = (): void => (sign === null ? exit(EXIT.ended) : sign.end());

function refuse(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  exit(code);
}

function become(server: string, front: Front): void {
  sign = openSign({ clock, random, config, server, front, exit, startAgain, say });
  const warning = clearTextWarning(server);
  if (warning !== null) note('warn', warning, {});
}

/** Nobody has said where the service is: a person types it, and the sign goes on from there. */
function becomeLater(front: Front): void {
  askForServer(front, config, clock, (origin) => {
    become(origin, front);
    // A sign whose disk is full works for now, and asks again at its next start.
    writeServer(files, config, origin).catch((error: unknown) =>
      note('error', 'the address of the service is not kept', { error: String(error) }),
    );
  });
}

/** The data folder is ours alone, or this process ends. Where no lock can be had, Electron's own stands against a second one. */
async function takeFolder(): Promise<boolean> {
  await files.makeFolder(config.dataDir);
  const isOurs = await lockFolder(config.dataDir).then(
    (lock) => lock !== null,
    () => true,
  );
  if (!isOurs) refuse(TAKEN, EXIT.runsAlready);
  return isOurs;
}

async function run(): Promise<void> {
  if (!(await takeFolder())) return;
  powerSaveBlocker.start('prevent-display-sleep');
  const front = openFront(config, APP_FOLDER, clock, note);
  noteHardening(front.stage.window.webContents, note);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  if (config.windowed) front.stage.window.on('closed', end);
  if (config.server === null) becomeLater(front);
  else become(config.server, front);
}

const checkSelf = (): Promise<void> =>
  runSelfCheck(APP_FOLDER, clock, makeSelfSigned).then(exit, (error: Error) =>
    refuse(`The self-check could not run: ${error.message}`, 1),
  );

onUnexpected((error) => {
  if (isSelfCheck) exit(1);
  else if (sign === null) startAgain.later();
  else sign.fail(error);
});
prepareApp(config.dataDir);
if (problems.length > 0) refuse(problems.join('\n'), EXIT.refused);
else if (isSelfCheck) void app.whenReady().then(checkSelf);
else if (!app.requestSingleInstanceLock()) refuse(TAKEN, EXIT.runsAlready);
else void app.whenReady().then(run);
