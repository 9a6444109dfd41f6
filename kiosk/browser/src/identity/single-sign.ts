import type { Database } from '../store/database.ts';
import { addSign, listSigns } from './choose-sign.ts';
import { becomeOnlyTab, type SingleTabParts, type TabChannel } from './single-tab.ts';

/**
 * Resolves with the number of this browser's one sign, where the browser has no Web Locks (a page that came over http from
 * another machine). While another tab is that sign, this tab waits.
 */
export async function takeOnlySign(database: Database, channel: TabChannel, parts: SingleTabParts): Promise<number> {
  await becomeOnlyTab(channel, parts);
  const [oldest] = await listSigns(database);
  return oldest ?? (await addSign(database));
}
