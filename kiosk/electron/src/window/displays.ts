import { BrowserWindow, screen, type Display } from 'electron';

/** The display that is the sign: the one of that number from left to right, or the first where there are not so many. */
export function chooseDisplay(number: number): Display {
  const displays = inOrder();
  return displays[number] ?? displays[0] ?? screen.getPrimaryDisplay();
}

const inOrder = (): Display[] =>
  [...screen.getAllDisplays()].sort((one, other) => one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y);

/** Keeps every other display black, and the sign on its own, also when displays come and go. */
export function blackenOthers(number: number, sign: BrowserWindow): void {
  let black: BrowserWindow[] = [];
  const arrange = (): void => {
    const mine = chooseDisplay(number);
    sign.setBounds(mine.bounds);
    for (const window of black) window.destroy();
    const others = inOrder().filter(({ id }) => id !== mine.id);
    black = others.map(({ bounds }) => coverWithBlack(bounds));
  };
  arrange();
  screen.on('display-added', arrange);
  screen.on('display-removed', arrange);
  screen.on('display-metrics-changed', arrange);
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
