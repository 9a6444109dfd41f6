import type { ClaimRequest, ClaimResponse } from '@sign-display/contracts/rest/claims';
import { ConnectRefused } from '../connection/connection.ts';
import { makeUuidV4 } from '../contract.ts';
import type { Identity, Owner } from '../kiosks/identity-and-messages.ts';
import type { Reply, World } from '../ports.ts';

/** Where the run's signs go, and who is there. */
export interface Crew {
  /** Sessions of the operator, so that a limit for one session is shared out. */
  tokens: readonly string[];
  owner: Owner;
  /** The records of the fleet's first signs, in their order. */
  signIds: readonly string[];
}

export const tokenOf = ({ tokens }: Pick<Crew, 'tokens'>, number: number): string => tokens[number % tokens.length]!;

/** What an operator sends who has scanned the sign. */
export function claimBody(
  world: World,
  { organizationId, eventId, url }: Owner,
  identity: Identity,
): ClaimRequest & { requestId: string } {
  const { handshake, shortCode, hostname } = identity;
  return {
    organizationId,
    eventId,
    name: hostname,
    location: 'Load test',
    url,
    signId: handshake.signId,
    shortCode,
    requestId: makeUuidV4(world.random),
  };
}

export const postClaim = (world: World, token: string, body: ClaimRequest): Promise<Reply> =>
  world.ask('POST /api/signs/claim', { path: '/api/signs/claim', token, body });

/** The committed record, where the answer is one. */
export const claimed = (reply: Reply): ClaimResponse['sign'] | null =>
  reply.status === 201 || reply.status === 200 ? (reply.json() as ClaimResponse).sign : null;

/** The service had no time, and said so (docs/decisions/0009-load-shedding.md): to a request, or to a kiosk that wanted to come in. That is no wrong answer. */
export const isShed = (answer: unknown): boolean =>
  answer instanceof ConnectRefused
    ? answer.code === 'unavailable'
    : (answer as Reply).status === 503 && outcomeOf(answer as Reply) === 'unavailable';

/** The outcome in one word: `claimed`, `replayed`, or the code of the refusal. */
export function outcomeOf(reply: Reply): string {
  if (reply.status === 201) return 'claimed';
  if (reply.status === 200) return 'replayed';
  return String(Object(reply.json()).code ?? (reply.status === 0 ? 'no_answer' : reply.status));
}
