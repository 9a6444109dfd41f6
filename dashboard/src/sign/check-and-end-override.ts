import type { SignSeen } from './sign-page-context.ts';

/** By this much a browser's clock may be before the service's, which takes no end that has passed. */
const ENDS_IN_MS = 10_000;

/** Whether a person set the page for a while, and it does not end within seconds anyway: until then it wins over whatever is assigned (promise M2). */
export const isOverridden = ({ sign }: Pick<SignSeen, 'sign'>, nowMs: number): boolean => {
  const { source, until } = sign().shown;
  return source === 'manual' && until !== null && Date.parse(until) > nowMs + ENDS_IN_MS;
};

/** Lets that page end in seconds: the contract has no order that ends one, so the same page is ordered until then. Resolves with whether that was taken; a toast says why not. */
export async function endOverride({ sign, send }: Pick<SignSeen, 'sign' | 'send'>, nowMs: number): Promise<boolean> {
  const { url, until } = sign().shown;
  // Never later than it would end by itself.
  const endMs = Math.min(nowMs + ENDS_IN_MS, Date.parse(until!));
  const args = { url: url!, until: new Date(endMs).toISOString() };
  return (await send({ command: 'display_content', args })) !== null;
}
