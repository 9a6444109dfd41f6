import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDisplay, type TestDisplay } from './testing/display.ts';
import { openMachine } from './testing/kiosk.ts';
import { nobody } from './testing/wrong-servers.ts';
import { until } from './testing/poll-until.ts';

/**
 * Electron sees any Xvfb as one display. So this Xvfb is as wide as two displays, and the test replaces only Electron's
 * list of displays: the windows are real, and the test reads the pixels that they cover.
 */
const [WIDTH, HEIGHT] = [640, 480];
let both: TestDisplay;
beforeAll(async () => void (both = await startDisplay(`${2 * WIDTH}x${HEIGHT}`)));
afterAll(() => both.stop());

/** All colours that a row of points on that display has. */
function coloursOf(display: 0 | 1): string[] {
  const { at } = both.look();
  const points = Array.from({ length: WIDTH / 8 }, (_, one) => at(display * WIDTH + one * 8, HEIGHT / 2).join());
  return [...new Set(points)];
}
/** Our screen's ground, and something on it. */
const isSign = (colours: string[]): boolean => colours.includes('8,9,10') && colours.length > 1;
const isBlack = (colours: string[]): boolean => colours.join() === '0,0,0';

test('of two displays one is the sign, the other stays black, and a display that comes or goes changes both', async () => {
  const machine = await openMachine(both.name, await nobody());
  onTestFinished(() => machine.remove());
  const kiosk = await machine.start('--sign-display', '1');
  const connect = (count: 1 | 2) =>
    kiosk.app.evaluate(
      ({ screen }, [displays, width, height]) => {
        const boundsOf = (one: number) => ({ x: one * width, y: 0, width, height });
        const list = Array.from({ length: displays }, (_, one) => ({ id: one, bounds: boundsOf(one) }));
        screen.getAllDisplays = () => list as Electron.Display[];
        screen.emit('display-added');
      },
      [count, WIDTH, HEIGHT] as const,
    );
  /** An empty Xvfb is black too, so a black window is also counted. */
  const windows = () =>
    kiosk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.getBounds()));
  await kiosk.says('Can’t be claimed yet');
  await connect(2);
  await until('the sign on the second display', () => coloursOf(1), isSign);
  await until('the first display to be black', () => coloursOf(0), isBlack);
  const bounds = { y: 0, width: WIDTH, height: HEIGHT };
  expect(await windows()).toEqual(expect.arrayContaining([0, WIDTH].map((x) => ({ x, ...bounds }))));
  await connect(1);
  await until('the sign on the display that is left', () => coloursOf(0), isSign);
  await until(
    'nothing on the one that is gone',
    () => coloursOf(1),
    (colours) => !isSign(colours),
  );
  expect(await windows()).toEqual([{ x: 0, ...bounds }]);
});
