// The smallest Electron app: one window, as the kiosk has it, for pages that the tests open. Its size is set from outside.
const { app, BrowserWindow } = require('electron');

app.on('window-all-closed', () => app.quit());
app.whenReady().then(() => {
  const webPreferences = { contextIsolation: true, sandbox: true, nodeIntegration: false };
  new BrowserWindow({ frame: false, width: 800, height: 600, enableLargerThanScreen: true, webPreferences }).loadURL(
    'about:blank',
  );
});
