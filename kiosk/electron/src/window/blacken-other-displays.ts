import { BrowserWindow, screen, type Display } from 'electron';
import { arrange, isSame, type Arrangement } from './display-assignment.ts';

/** The display that is the sign: the one of that number from left to right, or the first where there are not so many. */
export const chooseDisplay = (number: number): Display =>
  arrange(screen.getAllDisplays(), number).mine ?? screen.getPrimaryDisplay();

/** Keeps every other display black, and the sign on its own, also when displays come and go. */
export function blackenOthers(number: number, sign: BrowserWindow): void {
  let black: BrowserWindow[] = [];
  let present: Arrangement<Display> | null = null;
  const look = (): void => {
    const next = arrange(screen.getAllDisplays(), number);
    if (present !== null && isSame(present, next)) return;
    present = next;
    if (next.mine !== null) sign.setBounds(next.mine.bounds);
    for (const window of black) window.destroy();
    black = next.others.map(({ bounds }) => coverWithBlack(bounds));
  };
  look();
  screen.on('display-added', look);
  screen.on('display-removed', look);
  screen.on('display-metrics-changed', look);
}

function coverWithBlack(bounds: Electron.Rectangle): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    frame: false,
    resizable: false,
    movable: false,
    focusable: false,
    skipTaskbar: true,
    kiosk: true,
    backgroundColor: '#000000',
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, devTools: false },
  });
  return window;
}
