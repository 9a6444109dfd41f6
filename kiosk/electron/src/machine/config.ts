import { isAbsolute, join, resolve } from 'node:path';
import { areCertificates } from './pem.ts';
import { readServerAddress } from './server-address.ts';
import type { Files } from './file-system.ts';

/** The kiosk's settings: one table says where each may stand, how it is read, and what `--help` tells of it. */
export interface KioskConfig {
  /** The service's origin; null until somebody types it on the first screen. */
  server: string | null;
  /** The certificate (PEM) of the one authority that vouches for the service; null: the usual ones. */
  ca: string | null;
  /** Absolute. */
  dataDir: string;
  /** The settings file; may be missing. */
  configFile: string;
  windowed: boolean;
  /** Which display is the sign, from 0. */
  display: number;
  /** The command `reboot_device` may restart the whole machine. */
  allowRebootDevice: boolean;
}

type Read = { value: unknown } | { problem: string };
interface Option {
  flag: string;
  /** What the starter gives to the program in the flag's place: Chromium would take the flag for its own. */
  inProgram?: string;
  /** A flag that means the opposite. */
  opposite?: string;
  variable: string;
  /** Its name in the settings file; null where it can't stand there, because it says where that file is. */
  key: keyof KioskConfig | null;
  /** Shown behind the flag; null for one that stands alone. */
  argument: string | null;
  help: string;
  read(text: string): Read;
}

const readSwitch = (text: string): Read =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'is neither true nor false' };
const readNumber = (text: string): Read =>
  /^\d{1,2}$/.test(text) ? { value: Number(text) } : { problem: 'is not a number from 0 to 99' };
const readPath = (text: string): Read => (text === '' ? { problem: 'is empty' } : { value: resolve(text) });
const readServer = (text: string): Read => {
  const read = readServerAddress(text);
  return 'origin' in read ? { value: read.origin } : read;
};

const OPTIONS: Record<keyof KioskConfig, Option> = {
  server: {
    flag: '--server',
    variable: 'SIGN_SERVER',
    key: 'server',
    argument: '<address>',
    help: 'address of the service, such as https://signs.example; if it is missing, the sign asks for it on its screen',
    read: readServer,
  },
  ca: {
    flag: '--ca',
    variable: 'SIGN_CA',
    key: 'ca',
    argument: '<file>',
    help: 'certificate of the only authority that the sign trusts for the service (written by npm start -- --https)',
    read: readPath,
  },
  windowed: {
    flag: '--windowed',
    opposite: '--kiosk',
    variable: 'SIGN_WINDOWED',
    key: 'windowed',
    argument: null,
    help: 'run in a window with a frame; without it (or with --kiosk), the sign fills its display and can’t be closed',
    read: readSwitch,
  },
  display: {
    flag: '--display',
    // Chromium's `--display` is the X server to draw on.
    inProgram: '--sign-display',
    variable: 'SIGN_DISPLAY',
    key: 'display',
    argument: '<number>',
    help: 'the display to use as the sign, counted from the left, starting at 0; other displays stay black',
    read: readNumber,
  },
  allowRebootDevice: {
    flag: '--allow-reboot-device',
    variable: 'SIGN_ALLOW_REBOOT_DEVICE',
    key: 'allowRebootDevice',
    argument: null,
    help: 'let admins restart the whole machine remotely; the user of the app must be allowed to do this',
    read: readSwitch,
  },
  dataDir: {
    flag: '--data-dir',
    variable: 'SIGN_DATA_DIR',
    key: null,
    argument: '<folder>',
    help: 'folder for the identity, settings and logs of the sign',
    read: readPath,
  },
  configFile: {
    flag: '--config',
    variable: 'SIGN_CONFIG',
    key: null,
    argument: '<file>',
    help: 'settings file in JSON, with the names in docs/kiosk.md (default: config.json in the data folder)',
    read: readPath,
  },
};
const NAMES = Object.keys(OPTIONS) as (keyof KioskConfig)[];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arguments as the program is to get them: no flag of ours that Chromium knows as its own. */
export function argumentsForProgram(args: readonly string[]): string[] {
  return args.map((arg) => {
    const [flag = '', ...rest] = arg.split('=');
    const { inProgram } = Object.values(OPTIONS).find((option) => option.flag === flag) ?? {};
    return inProgram === undefined ? arg : [inProgram, ...rest].join('=');
  });
}

/** What the flags say, by option; the words of others (Chromium's) are left alone. */
function fromFlags(args: readonly string[], problems: string[]): Map<keyof KioskConfig, string> {
  const found = new Map<keyof KioskConfig, string>();
  for (const [at, arg] of args.entries()) {
    const [flag = '', ...rest] = arg.split('=');
    const own = rest.length > 0 ? rest.join('=') : null;
    for (const name of NAMES) {
      const { flag: wanted, inProgram, opposite, argument } = OPTIONS[name];
      if (flag === opposite) found.set(name, 'false');
      if (flag !== wanted && flag !== inProgram) continue;
      const next = args[at + 1];
      const value = own ?? (argument === null ? 'true' : next?.startsWith('--') ? undefined : next);
      if (value === undefined) problems.push(`${wanted} needs ${argument}: ${OPTIONS[name].help}`);
      else found.set(name, value);
    }
  }
  return found;
}

function parseFile(bytes: Buffer | null, path: string, isAsked: boolean, problems: string[]): unknown {
  if (bytes === null) {
    if (isAsked) problems.push(`${path} does not exist: create the file, or omit --config`);
    return {};
  }
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    problems.push(`${path} is not valid JSON (${(error as Error).message}): correct or remove the file`);
    return {};
  }
}

/** What is in the file of `ca`; null where there is none, or not certificates alone in it, which is a problem. */
function readAuthority(read: (path: string) => Buffer | null, path: string | null, problems: string[]): string | null {
  if (path === null) return null;
  const pem = read(path)?.toString('utf8') ?? '';
  if (areCertificates(pem)) return pem;
  problems.push(
    `${path} (--ca) is missing, damaged or not a certificate: copy authority.crt of the service to this path`,
  );
  return null;
}

/**
 * Flags before the environment, that before the settings file. Waits for nothing, because Electron must know its folder before it is ready. `defaultFolder`: the data folder where nobody says another. Every value that does not fit is named with
 * where it stands and what is wrong with it; `config` is whole only without problems.
 */
export function readConfig(
  readFile: (path: string) => Buffer | null,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaultFolder: string,
): { config: KioskConfig; problems: string[] } {
  const problems: string[] = [];
  const flags = fromFlags(args, problems);
  /**
   * Reports an unreadable file as a problem: an exception this early would open Electron's error box and hang the app.
   */
  const read = (path: string): Buffer | null => {
    try {
      return readFile(path);
    } catch (error) {
      problems.push(`${path} can't be read (${(error as Error).message}): allow the user of the sign to read it`);
      return null;
    }
  };
  let file: unknown = {};
  let filePath = '';

  function valueOf(name: keyof KioskConfig, otherwise: unknown): unknown {
    const { flag, variable, key, read: readText } = OPTIONS[name];
    const inFile = key !== null && isRecord(file) ? file[key] : undefined;
    const sources: [string, unknown][] = [
      [flag, flags.get(name)],
      [variable, environment[variable] || undefined],
      [`${key} in ${filePath}`, inFile],
    ];
    for (const [where, text] of sources) {
      if (text === undefined) continue;
      const result = readText(String(text));
      if ('value' in result) return result.value;
      // An address may have a password in it.
      const shown = name === 'server' ? '' : ` (it is ${JSON.stringify(text)})`;
      problems.push(`${where} ${result.problem}${shown}`);
      return otherwise;
    }
    return otherwise;
  }

  const dataDir = valueOf('dataDir', defaultFolder) as string;
  const isAsked = flags.has('configFile') || Boolean(environment['SIGN_CONFIG']);
  filePath = valueOf('configFile', join(dataDir, 'config.json')) as string;
  file = parseFile(read(filePath), filePath, isAsked, problems);
  if (!isRecord(file)) problems.push(`${filePath} is not a JSON object, such as { "server": "https://signs.example" }`);
  else
    for (const key of Object.keys(file))
      if (!NAMES.some((name) => OPTIONS[name].key === key))
        problems.push(`${key} in ${filePath} is not a setting: remove it, or check its spelling`);
  const config: KioskConfig = {
    server: valueOf('server', null) as string | null,
    ca: readAuthority(read, valueOf('ca', null) as string | null, problems),
    dataDir,
    configFile: filePath,
    windowed: valueOf('windowed', false) as boolean,
    display: valueOf('display', 0) as number,
    allowRebootDevice: valueOf('allowRebootDevice', false) as boolean,
  };
  if (!isAbsolute(config.dataDir)) problems.push(`${config.dataDir} is not an absolute path`);
  return { config, problems };
}

/** Writes the address that somebody typed on the first screen into the settings file, beside what stands there. Survives a power cut once it resolves. */
export async function writeServer(
  files: Files,
  { configFile }: Pick<KioskConfig, 'configFile'>,
  server: string,
): Promise<void> {
  const folder = join(configFile, '..');
  await files.makeFolder(folder);
  const present = parseFile(await files.read(configFile), configFile, false, []);
  const fresh = `${configFile}.new`;
  const file = await files.open(fresh, 'new');
  try {
    await file.write(Buffer.from(`${JSON.stringify({ ...(isRecord(present) ? present : {}), server }, null, 2)}\n`));
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(fresh, configFile);
  await files.syncFolder(folder);
}

/** A line for each option. */
export const CONFIG_HELP: string = NAMES.map((name) => {
  const { flag, argument, variable, help } = OPTIONS[name];
  return `  ${(argument === null ? flag : `${flag} ${argument}`).padEnd(24)}${help} (${variable})`;
}).join('\n');
