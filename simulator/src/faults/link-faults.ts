import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { Random } from '@sign-display/contracts/ports';
import type { LinkFault } from '../plan/vocabulary.ts';

/**
 * What a fault does to each message of a handshake: a pure decision, tied to the message's place in the handshake and never to a
 * time, so that a slow machine injects the same faults as a quick one.
 */

export interface WireMessage {
  direction: 'to_backend' | 'to_kiosk';
  event: string;
  payload: unknown;
}

export type Fate =
  | 'pass'
  /** Vanishes. */
  | 'drop'
  /** Vanishes for now, and is delivered when the story says so. */
  | 'hold'
  /** Is delivered twice. */
  | 'duplicate'
  /** A forged link_ack goes ahead of it. */
  | 'forge_token'
  | 'forge_request'
  /** The same, with the claimToken of the first attempt that was seen. */
  | 'forge_stale'
  /** The connection breaks in its place. */
  | 'cut'
  /** The kiosk restarts in its place. */
  | 'reboot'
  /** Is delivered, and what is answered vanishes. */
  | 'reply_lost';

/** What a network can be armed with: the faults of a claim, and those of a claimed sign's life. */
export type ArmedFault = LinkFault | 'ack_forged_stale' | 'cut_at_command_ack' | 'analytics_reply_lost';

/** What was seen since the fault was armed. */
interface LinkMemory {
  firstClaimToken: string | null;
  /** The one break that a fault brings has happened. */
  broken: boolean;
  /** The one forged message has been sent. */
  forged: boolean;
}
export const FRESH_MEMORY: LinkMemory = { firstClaimToken: null, broken: false, forged: false };

/** The fate of `message` under `fault`, and what to remember of it. */
export function decideFate(
  fault: ArmedFault,
  memory: LinkMemory,
  message: WireMessage,
): { fate: Fate; memory: LinkMemory } {
  const { event, payload } = message;
  const after: LinkMemory =
    event === 'sign:apply_link' && memory.firstClaimToken === null
      ? { ...memory, firstClaimToken: claimTokenOf(payload) }
      : memory;
  const pass = { fate: 'pass', memory: after } as const;
  const once = (fate: Fate) => (memory.broken ? pass : { fate, memory: { ...after, broken: true } });

  if (event === 'sign:apply_link') {
    if (fault === 'cut_at_apply_link') return once('cut');
    if (fault === 'reboot_at_apply_link') return once('reboot');
  }
  if (event === 'sign:claimed' && fault === 'cut_at_claimed') return once('cut');
  if (event === 'sign:command_ack' && fault === 'cut_at_command_ack') return once('cut');
  if (event === 'sign:analytics' && fault === 'analytics_reply_lost') return once('reply_lost');
  if (event === 'sign:link_ack') {
    const answersFirst = claimTokenOf(payload) === memory.firstClaimToken;
    // The token of an attempt is stale when there is another: so the first one has to fail.
    if ((fault === 'ack_lost' || fault === 'ack_forged_stale') && answersFirst) return { fate: 'drop', memory: after };
    if ((fault === 'ack_late' || fault === 'rival' || fault === 'reply_lost') && answersFirst)
      return { fate: 'hold', memory: after };
    if (fault === 'ack_duplicated') return { fate: 'duplicate', memory: after };
    if (fault === 'cut_at_link_ack') return once('cut');
    if ((fault === 'ack_forged_token' || fault === 'ack_forged_request') && !memory.forged) {
      const fate = fault === 'ack_forged_token' ? 'forge_token' : 'forge_request';
      return { fate, memory: { ...after, forged: true } };
    }
    if (fault === 'ack_forged_stale' && memory.firstClaimToken !== null && !memory.forged)
      return { fate: 'forge_stale', memory: { ...after, forged: true } };
  }
  return pass;
}

function claimTokenOf(payload: unknown): string | null {
  const token = (payload as { claimToken?: unknown } | null)?.claimToken;
  return typeof token === 'string' ? token : null;
}

/**
 * A link_ack that claims the opposite of the true one and must change nothing (promise C2): with a made-up claimToken, or with the
 * true one for a request that is not under way. `staleToken`: of another attempt, in place of a made-up one.
 */
export function forgeLinkAck(
  truth: KioskMessage<'sign:link_ack'>,
  fate: 'forge_token' | 'forge_request' | 'forge_stale',
  random: Random,
  staleToken: string | null = null,
): KioskMessage<'sign:link_ack'> {
  const verdict =
    truth.result === 'success'
      ? ({ result: 'failure', reason: 'url_load_failed', detail: 'forged by the simulator' } as const)
      : ({ result: 'success' } as const);
  return {
    requestId: fate === 'forge_request' ? makeUuidV4(random) : truth.requestId,
    claimToken:
      fate === 'forge_request'
        ? truth.claimToken
        : ((fate === 'forge_stale' ? staleToken : null) ?? makeSecret(random)),
    loadMs: truth.loadMs,
    replayed: false,
    ...verdict,
  };
}
