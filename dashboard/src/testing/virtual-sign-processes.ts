import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Virtual signs beside the stage: `npm run kiosk:virtual` as processes of their own, known by the lines that they print. */

const PROGRAM = join(import.meta.dirname, '../../../simulator/src/kiosk/cli.ts');
/** Two identifiers whose short code is the same, found by trying some ten thousand. */
const SAME_CODE = ['5d0c1f5e-0000-4000-8000-00000000037f', '5d0c1f5e-0000-4000-8000-000000005a65'] as const;

export interface Sign {
  /** Under its QR. */
  shortCode: string;
  /** In its QR. */
  qrText: string;
  /** Resolves with what matches (its first group), once the sign has said so; `from`: only lines from there on. */
  says(pattern: RegExp, from?: number): Promise<string>;
  /** How many lines it has said. */
  lines(): number;
}

/** Signs of one process. */
export interface Signs {
  all: Sign[];
  /** They answer nothing and say nothing, and their connections stay, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Takes their plugs out: killed without a word. */
  unplug(): Promise<void>;
  /** After `unplug`: the same signs again. */
  plugIn(): Promise<void>;
}

/** `prepare`: is given the folder of each sign before it boots first. `isCopy`: of a sign that lives, so the service refuses it and it shows no code. */
async function startSigns(
  server: string,
  count: number,
  prepare: (folder: string, index: number) => void,
  { isCopy = false }: { isCopy?: boolean } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-signs-'));
  const said: string[][] = Array.from({ length: count }, () => []);
  /** Fulfilled at the next line, or the end. */
  let news = Promise.withResolvers<void>();
  const tell = (): void => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  for (let index = 0; index < count; index += 1) {
    const own = count === 1 ? folder : join(folder, String(index + 1));
    mkdirSync(own, { recursive: true });
    prepare(own, index);
  }
  const launch = () => {
    const args = [PROGRAM, '--server', server, '--data-dir', folder, '--count', String(count)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface(child.stdout).on('line', (line) => {
      const [, number = '1', text = ''] = /^(?:sign (\d+): )?(.*)$/s.exec(line)!;
      said[Number(number) - 1]!.push(text);
      tell();
    });
    child.once('close', tell);
    return child;
  };
  let child = launch();
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;

  async function says(index: number, pattern: RegExp, from = 0): Promise<string> {
    for (;;) {
      for (const line of said[index]!.slice(from)) {
        const found = pattern.exec(line);
        if (found) return found[1] ?? found[0];
      }
      if (ended()) throw new Error(`sign ${index + 1} has ended: ${said[index]!.join('\n')}`);
      await news.promise;
    }
  }
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (ended()) return;
    // A frozen process hears SIGTERM only when it goes on.
    child.kill('SIGCONT');
    child.kill(signal);
    await once(child, 'close');
  }
  const connected = (from: number[]) => Promise.all(said.map((_, index) => says(index, /^connected$/, from[index])));
  const counts = (): number[] => said.map((lines) => lines.length);

  const all = await Promise.all(
    said.map(async (lines, index): Promise<Sign> => {
      const [qrText, shortCode] = isCopy
        ? ['', '']
        : await Promise.all([
            says(index, /^QR code: (.*)$/),
            says(index, /^short code: (\w{6})$/),
            says(index, /^is unclaimed/),
          ]);
      return { qrText, shortCode, says: (pattern, from) => says(index, pattern, from), lines: () => lines.length };
    }),
  );
  return {
    folder,
    signs: {
      all,
      freeze: () => void child.kill('SIGSTOP'),
      thaw: () => void child.kill('SIGCONT'),
      unplug: () => end('SIGKILL'),
      async plugIn() {
        const from = counts();
        child = launch();
        await connected(from);
      },
    } satisfies Signs,
    async remove() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Box {
  /** So many new signs in one process: freezing or unplugging one does it to all of them. */
  signs(count: number): Promise<Signs>;
  /** Two signs that show one short code. */
  twins(): Promise<Signs>;
  /** Another machine with the copied disk of a sign, as long as that lives. `original`: a process with one sign. */
  copyOf(original: Signs): Promise<Sign>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** Where signs for the service at `server` come from. */
export function openBox(server: string): Box {
  const opened: { remove(): Promise<void> }[] = [];
  const folders = new Map<Signs, string>();
  async function start(
    count: number,
    prepare: (folder: string, index: number) => void = () => {},
    options: { isCopy?: boolean } = {},
  ): Promise<Signs> {
    const started = await startSigns(server, count, prepare, options);
    opened.push(started);
    folders.set(started.signs, started.folder);
    return started.signs;
  }
  return {
    signs: (count) => start(count),
    twins: () => start(2, (folder, index) => writeIdentity(folder, SAME_CODE[index]!, index)),
    async copyOf(original) {
      const copy = (folder: string): void => cpSync(folders.get(original)!, folder, { recursive: true });
      return (await start(1, copy, { isCopy: true })).all[0]!;
    },
    async close() {
      await Promise.all(opened.splice(0).map((one) => one.remove()));
    },
  };
}

/** What a sign keeps of itself from its first boot on. */
function writeIdentity(folder: string, signId: string, index: number): void {
  const macAddress = `02:5d:00:00:00:0${index}`;
  const deviceSecret = String(index).repeat(64);
  const empty = { organizationId: null, organizationName: null, eventId: null, eventName: null };
  const rest = { currentUrl: null, claim: null, mode: 'foreground', acks: [], commands: [], clock: null, notice: null };
  const identity = { signId, deviceSecret, macAddress };
  writeFileSync(join(folder, 'machine.json'), JSON.stringify({ macAddress }));
  writeFileSync(
    join(folder, 'kiosk.json'),
    JSON.stringify({ version: 1, identity, registered: false, ...empty, ...rest }),
  );
}
