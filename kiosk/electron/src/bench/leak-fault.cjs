// A fault put into the app, by which `npm run kiosk:soak` shows that it finds one: `--leak memory` keeps a megabyte for each new page, `--leak process`
// a hidden window. Runs before the app in its main process.
const { app, BrowserWindow } = require('electron');

const kept = [];
const kind = process.argv.find((argument) => argument.startsWith('--soak-leak='));
let isOurs = false;
app.on('web-contents-created', () => {
  if (isOurs) return;
  if (kind === '--soak-leak=memory') kept.push(Buffer.alloc(1_048_576, 1));
  if (kind !== '--soak-leak=process') return;
  isOurs = true;
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true, contextIsolation: true } });
  isOurs = false;
  void window.loadURL('about:blank');
  kept.push(window);
});
