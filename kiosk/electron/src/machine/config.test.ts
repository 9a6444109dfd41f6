import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONFIG_HELP, argumentsForProgram, readConfig, writeServer } from './config.ts';
import { makeSelfSigned } from '../adapters/self-signed-certificate.ts';
import { MACHINE_FILES, readFileNow } from './file-system.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sign-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (args: string[] = [], environment: Record<string, string> = {}) =>
  readConfig(readFileNow, args, environment, folder);
const write = (content: unknown): Promise<void> =>
  writeFile(join(folder, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content));

describe('the kiosk’s settings', () => {
  test('have defaults that work on a fresh machine', async () => {
    expect(read()).toEqual({
      config: {
        server: null,
        ca: null,
        dataDir: folder,
        configFile: join(folder, 'config.json'),
        windowed: false,
        display: 0,
        allowRebootDevice: false,
      },
      problems: [],
    });
  });

  test('say the display in a flag of the program’s own, because Chromium takes --display for the X server', () => {
    for (const given of [['--display', '1'], ['--display=1']]) {
      const args = argumentsForProgram(['--server=a.example', ...given, '--lang=en-US']);
      expect(args.join(' ')).not.toMatch(/--display/);
      expect(args).toContain('--lang=en-US');
      expect(read(args)).toMatchObject({ config: { display: 1, server: 'https://a.example' }, problems: [] });
    }
  });

  test('come from flags before the environment before the file, and Chromium’s flags are left alone', async () => {
    await write({ server: 'https://file.example', display: 2, windowed: true, allowRebootDevice: true });
    const environment = { SIGN_SERVER: 'env.example', SIGN_DISPLAY: '1' };
    const { config, problems } = read(
      ['--server=flag.example', '--no-sandbox', '--lang=en-US', '--kiosk'],
      environment,
    );
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      server: 'https://flag.example',
      display: 1,
      windowed: false,
      allowRebootDevice: true,
    });
  });

  test('name every wrong value, where it stands and what is wrong with it', async () => {
    await write({ display: 'left', windowed: 'yes', sever: 'https://signs.example' });
    const { problems } = read(['--server', 'https://me:secret@signs.example'], { SIGN_ALLOW_REBOOT_DEVICE: '1' });
    expect(problems).toEqual([
      expect.stringMatching(/^sever in .*config\.json is not a setting/),
      expect.stringMatching(/^--server has a user name or a password/),
      expect.stringMatching(/^windowed in .*config\.json is neither true nor false \(it is "yes"\)/),
      expect.stringMatching(/^display in .* is not a number/),
      expect.stringMatching(/^SIGN_ALLOW_REBOOT_DEVICE is neither true nor false/),
    ] as unknown[]);
    await write({});
    expect(read(['--server']).problems).toEqual([expect.stringMatching(/^--server needs <address>/)]);
  });

  test('have the certificate of the file that --ca names, and say where there is none', async () => {
    const { cert: pem } = makeSelfSigned();
    const path = join(folder, 'authority.crt');
    await writeFile(path, pem + pem);
    expect(read(['--ca', path])).toMatchObject({ config: { ca: pem + pem }, problems: [] });
    const damaged = [pem.slice(0, -40), pem.replace(/M/, 'N'), pem + pem.slice(0, 90)];
    for (const content of ['something else', '', ...damaged, null]) {
      await (content === null ? rm(path) : writeFile(path, content));
      expect(read([], { SIGN_CA: path })).toMatchObject({
        config: { ca: null },
        problems: [expect.stringContaining(`${path} (--ca) is missing, damaged or not a certificate`)],
      });
    }
  });

  test('the config reports an unreadable file instead of throwing', () => {
    const refused = (): never => {
      throw new Error('EACCES: permission denied');
    };
    expect(readConfig(refused, ['electron', 'app'], {}, folder).problems).toEqual([
      expect.stringMatching(
        /config\.json can't be read \(EACCES: permission denied\): allow the user of the sign to read it$/,
      ),
    ]);
  });

  test('in a file that is no JSON, or is asked for and missing, are a problem that is told', async () => {
    await write('{ "server": ');
    expect(read().problems).toEqual([expect.stringMatching(/config\.json is not valid JSON/)]);
    const asked = read(['--config', join(folder, 'other.json')]);
    expect(asked.problems).toEqual([expect.stringMatching(/other\.json does not exist/)]);
  });

  test('keep what they have when the first screen writes the service’s address', async () => {
    await write({ display: 1 });
    const { config } = read();
    await writeServer(MACHINE_FILES, config, 'https://signs.example');
    expect(read().config).toMatchObject({ server: 'https://signs.example', display: 1 });
    expect(await readFile(config.configFile, 'utf8')).toContain('"server": "https://signs.example"');
  });

  test('are all told by --help', () => {
    for (const flag of ['--server', '--windowed', '--display', '--allow-reboot-device', '--data-dir', '--config'])
      expect(CONFIG_HELP).toContain(flag);
  });
});
