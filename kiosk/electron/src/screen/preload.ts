import { contextBridge, ipcRenderer } from 'electron';
import { CHANNELS } from './ipc-channels.ts';

/** `window.kiosk`, all that our screen has of this machine. It hands on texts; the main process checks who sent them and what they are. */

/** The newest model, for a screen that comes to listen after it was sent. */
let newest: unknown = null;
const listeners = new Set<(model: unknown) => void>();

ipcRenderer.on(CHANNELS.model, (_event, model: unknown) => {
  newest = model;
  for (const listener of listeners) listener(model);
});

contextBridge.exposeInMainWorld('kiosk', {
  onModel(listener: (model: unknown) => void) {
    listeners.add(listener);
    if (newest !== null) listener(newest);
    return () => void listeners.delete(listener);
  },
  submitAddress: (text: unknown) => ipcRenderer.send(CHANNELS.submitAddress, String(text)),
  releaseTyped: (text: unknown) => ipcRenderer.send(CHANNELS.releaseTyped, String(text)),
  releaseCancelled: () => ipcRenderer.send(CHANNELS.releaseCancelled),
});
