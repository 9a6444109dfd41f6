import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';

/** The socket, loaded when it is wanted first. A claim goes on without it: its answer comes by itself. */
export function createSteps(told: (update: DashboardUpdateMessage<'claim:update'>) => void) {
  let stop: (() => void) | null = null;
  let isWanted = false;

  async function open(): Promise<void> {
    try {
      const { subscribeToClaims } = await import('./claim-socket.ts');
      if (isWanted && stop === null) stop = subscribeToClaims(told);
    } catch {
      // The script could not be loaded; the next claim asks for it again.
      isWanted = false;
    }
  }

  return {
    want(wanted: boolean): void {
      if (wanted === isWanted) return;
      isWanted = wanted;
      if (wanted) return void open();
      stop?.();
      stop = null;
    },
  };
}
