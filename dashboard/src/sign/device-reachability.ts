import type { SignRow } from '@sign-display/contracts/rest/snapshot';

/** When a sign's device learns of what is done with its record: `now`; `away`: when it is connected again; `none`: there is no device. Pure. */
export function reachabilityOf({ device, presence }: Pick<SignRow, 'device' | 'presence'>): 'now' | 'away' | 'none' {
  if (device === null) return 'none';
  return presence === 'online' ? 'now' : 'away';
}
