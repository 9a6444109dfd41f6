import type { ClaimingScreen, QrScreen, SplashScreen } from '@sign-display/kiosk-agent/ports';
import type {
  Checklist,
  ClaimingFace,
  CodeFace,
  LastTry,
  QuarantinedFace,
  ReadyFace,
} from '@sign-display/kiosk-screen/model';
import { codesIn } from './tab-failure-codes.ts';
import type { AgentFacts } from './agent-facts.ts';

/** What the agent asks for, in the words of our screen's model. */

/** What stays as it is while this program runs. */
export interface ProgramFacts {
  /** Of the service, with its port where it is not the usual one. */
  host: string;
  appVersion: string;
  /** "linux x64" */
  platform: string;
}

/** The code; a sign that only a person can let in has none to offer, and says so. */
export function faceOfQr(
  { refusal, failure, qrText, shortCode, claimUrl, notice }: QrScreen,
  { signId, macAddress, retryAtMs, clockOffsetMs }: AgentFacts,
  checklist: Checklist,
  program: ProgramFacts,
): CodeFace | QuarantinedFace {
  if (refusal !== null) return { kind: 'quarantined', code: refusal, macAddress };
  const lastTry = failure && lastTryOf(failure, clockOffsetMs ?? 0);
  const said = { qrText, shortCode, claimUrl, notice, lastTry };
  return { kind: 'code', ...said, checklist, macAddress, retryAtMs, signId, ...program };
}

/** `clockOffsetMs`: this machine's clock less the service's, by which the failure was stamped. */
const lastTryOf = (
  { atMs, url, reason, detail }: NonNullable<QrScreen['failure']>,
  clockOffsetMs: number,
): LastTry => ({ atMs: Math.max(0, atMs + clockOffsetMs), url, reason, ...codesIn(detail) });

/** `sinceMs`: when its page began to load. */
export const faceOfClaiming = (
  { shortCode, signName, url, leadsTo, step, loadTimeoutMs }: ClaimingScreen,
  sinceMs: number,
): ClaimingFace => ({
  kind: 'claiming',
  shortCode,
  signName,
  url,
  leadsTo,
  step,
  sinceMs,
  timeoutMs: Math.max(1, loadTimeoutMs),
});

export const faceOfSplash = ({ eventName, signName, location, message }: SplashScreen): ReadyFace => ({
  kind: 'ready',
  eventName,
  signName,
  location: location === '' ? null : location,
  message,
});
