import type { Clock, Random } from '@sign-display/kiosk-agent/ports';
import type { Database } from '../store/database.ts';
import { isOnlyTab, type TabChannel } from './single-tab.ts';
import { addSign, listSigns } from './choose-sign.ts';

/**
 * The number of this browser's one sign, where the browser has no Web Locks (a page that came over http from another machine). Null: another tab is
 * that sign.
 */
export async function takeOnlySign(
  database: Database,
  channel: TabChannel,
  ports: { clock: Clock; random: Random },
): Promise<number | null> {
  if (!(await isOnlyTab(channel, ports))) return null;
  const [oldest] = await listSigns(database);
  return oldest ?? (await addSign(database));
}
