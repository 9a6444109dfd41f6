import { createSignal, type Accessor } from 'solid-js';

/** Which build of the app a phone has: the one that its service worker keeps stays whole until the person takes the newer one. */
export interface AppVersion {
  /** A newer build lies ready. */
  isNewerThere: Accessor<boolean>;
  /** Keeps the phone's claim for when there is no network. Called by the page that is kept; does nothing the second time. */
  keep(): void;
  /** Loads the page of the newest build. */
  reload(): void;
}

interface WorkerPort {
  register(toldNewer: () => void): Promise<boolean>;
  reload(): Promise<void>;
}

export function createAppVersion(worker: WorkerPort): AppVersion {
  const [isNewerThere, setNewerThere] = createSignal(false);
  let isKept = false;
  return {
    isNewerThere,
    keep() {
      if (isKept) return;
      isKept = true;
      void worker.register(() => setNewerThere(true));
    },
    reload: () => void worker.reload(),
  };
}
