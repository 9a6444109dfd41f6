import type { PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import type { PushFacts } from '../../api/browser-push-type.ts';

/** The state of notifications in this browser. */
export type PushState =
  /** The service has no contact that push services accept (detail 104). */
  | 'off'
  | 'insecure'
  /** An iPhone or iPad shows notifications only in an installed app. */
  | 'install-first'
  | 'unsupported'
  | 'denied'
  | 'on'
  /** The push service of this browser has given up the endpoint. */
  | 'stopped'
  | 'offered';

/**
 * Decides the state of notifications. `own`: the endpoints of this browser. `listed`: the person's browsers. `hasKey`:
 * push is on at the service. Pure.
 */
export function pushStateOf(
  { isSecure, isSupported, isAppleMobile, isInstalled, permission }: PushFacts,
  { hasKey, own, listed }: { hasKey: boolean; own: readonly string[]; listed: readonly PushBrowser[] },
): PushState {
  if (!hasKey) return 'off';
  if (!isSecure) return 'insecure';
  if (!isSupported) return isAppleMobile && !isInstalled ? 'install-first' : 'unsupported';
  if (permission === 'denied') return 'denied';
  const here = listed.filter(({ endpoint }) => own.includes(endpoint));
  if (permission === 'granted' && here.some(({ stoppedAt }) => stoppedAt === null)) return 'on';
  return here.some(({ stoppedAt }) => stoppedAt !== null) ? 'stopped' : 'offered';
}

/** Counts the person's other browsers that get notifications. Pure. */
export const countElsewhere = (own: readonly string[], listed: readonly PushBrowser[]): number =>
  listed.filter(({ endpoint, stoppedAt }) => stoppedAt === null && !own.includes(endpoint)).length;
