import type { Command } from '@sign-display/contracts/rest/commands';
import { createSignal, onCleanup, type Accessor } from 'solid-js';
import type { Live } from '../../live/live-subscriptions.ts';
import { useWallTools } from '../../wall-context.ts';
import type { WallAction } from './bulk-run-progress.ts';

/** The newest row of a deed's command by sign, as far as it was told here; once a frame at most. `forget`: another deed begins. */
export function createCommandResults(live: Live, action: () => WallAction | undefined) {
  const { page } = useWallTools();
  const rows = new Map<string, Command>();
  const [told, setTold] = createSignal<ReadonlyMap<string, Command>>(rows, { equals: false });
  let isDrawn = true;
  onCleanup(
    live.onCommand(({ signId, ...row }) => {
      const is = action();
      if (is === undefined || is === 'undo' || !('command' in is) || is.command !== row.command) return;
      // Another order to this sign alone; a node of an older version says nothing of bulk requests.
      if (row.bulkId === null) return;
      const before = rows.get(signId);
      if (before && before.commandId !== row.commandId && before.createdAt > row.createdAt) return;
      rows.set(signId, row);
      if (!isDrawn) return;
      isDrawn = false;
      page.atNextFrame(() => {
        isDrawn = true;
        setTold(rows);
      });
    }),
  );
  return {
    told: told satisfies Accessor<ReadonlyMap<string, Command>>,
    forget(): void {
      rows.clear();
      setTold(rows);
    },
  };
}
