import type { WebContents } from 'electron';
import type { Agent } from '@sign-display/kiosk-agent/agent';
import { judgeHardening } from './judge-hardening.ts';
import { readFacts } from './read-facts.ts';

/** At each start: once our screen is there, what is known without a trial is judged, and what fails is noted. */
export function noteHardening(screen: WebContents, note: Agent['note']): void {
  screen.once('did-finish-load', () => {
    const failed = judgeHardening(readFacts(screen)).filter(({ verdict }) => verdict === 'fail');
    const points = failed.map(({ point, detail }) => `${point}: ${detail}`).join(' · ');
    if (failed.length > 0) note('warn', 'hardening self-check failed', { points });
  });
}
