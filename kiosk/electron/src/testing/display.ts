import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What a person in front of the display sees, pixel by pixel. */
export interface Picture {
  width: number;
  height: number;
  /** Red, green and blue of the pixel, each 0 to 255. */
  at(x: number, y: number): [number, number, number];
}

/** A display of the test's own (Xvfb), whose memory is a file that anybody may read. */
export interface TestDisplay {
  /** For the environment variable DISPLAY. */
  name: string;
  look(): Picture;
  stop(): Promise<void>;
}

/** Xvfb keeps its picture in the format of `xwd`: numbers of four bytes, the pixels behind a table of colours. */
const FIELD = { headerBytes: 0, width: 16, height: 20, bitsPerPixel: 44, bytesPerLine: 48, colours: 76 };
const BYTES_PER_COLOUR = 12;

export async function startDisplay(size = '1280x720'): Promise<TestDisplay> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-screen-'));
  chmodSync(folder, 0o755);
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${size}x24`, '-fbdir', folder, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'error').then(([error]) => Promise.reject(new Error('Xvfb does not start', { cause: error }))),
  ])) as [string];
  return {
    name: `:${number}`,
    look() {
      const file = readFileSync(join(folder, 'Xvfb_screen0'));
      const field = (name: keyof typeof FIELD): number => file.readUInt32BE(FIELD[name]);
      const start = field('headerBytes') + field('colours') * BYTES_PER_COLOUR;
      const [line, pixel] = [field('bytesPerLine'), field('bitsPerPixel') / 8];
      return {
        width: field('width'),
        height: field('height'),
        at(x, y) {
          const at = start + y * line + x * pixel;
          return [file[at + 2]!, file[at + 1]!, file[at]!];
        },
      };
    },
    async stop() {
      // A signal to all of a terminal's programs has ended it already.
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
