// The smallest Electron app that shows a page on the whole display: `electron bare-app.cjs URL`. What a kiosk costs beyond it is the kiosk's own.
const { app, BrowserWindow, screen } = require('electron');

app.whenReady().then(() => {
  const { bounds } = screen.getPrimaryDisplay();
  const webPreferences = { sandbox: true, contextIsolation: true, nodeIntegration: false };
  const window = new BrowserWindow({ ...bounds, kiosk: true, frame: false, resizable: false, webPreferences });
  // Where no window manager makes it as large as the display, it lacks a line of pixels until it is told again.
  window.setBounds(bounds);
  return window.loadURL(process.argv.find((argument) => argument.startsWith('http:')));
});
