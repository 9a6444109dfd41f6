import type { Interface } from '@sign-display/kiosk-shell/judge-network-checklist';
import { ofAnswer, type ProbeResult } from '@sign-display/kiosk-shell/service-answer';

/**
 * What a tab knows about the network, for the checklist below the QR (promise K8): whether the browser is online, and
 * whether the service answers.
 */

const DEADLINE_MS = 5_000;

export const isNumber = (hostname: string): boolean => /^[\d.]+$|^\[/.test(hostname);

/** One interface for all network cards, which a tab can't see; none while the browser is offline. */
export const tabInterfaces = (isOnline: boolean): Interface[] =>
  isOnline
    ? [
        {
          name: 'browser',
          kind: 'other',
          macAddress: '',
          physical: true,
          connected: true,
          hasLink: true,
          addresses: ['the browser’s own'],
        },
      ]
    : [];

/** `after`: runs a task later and returns a function that cancels it. */
export async function probeService(
  fetching: typeof fetch,
  after: (delayMs: number, task: () => void) => () => void,
): Promise<ProbeResult> {
  const giveUp = new AbortController();
  const cancel = after(DEADLINE_MS, () => giveUp.abort());
  try {
    const answer = await fetching('/health/live', { cache: 'no-store', signal: giveUp.signal });
    return ofAnswer(answer.status, await answer.text());
  } catch {
    return 'no_answer';
  } finally {
    cancel();
  }
}
