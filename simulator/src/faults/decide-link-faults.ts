import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Random } from '@sign-display/contracts/clock-and-random';
import type { LinkFault } from '../plan/scenario-terms.ts';

/**
 * Decides what a fault does to each message of a handshake. It looks at the message's place in the handshake and never at the time, so a slow machine
 * injects the same faults as a quick one. Pure.
 */

export interface WireMessage {
  direction: 'to_backend' | 'to_kiosk';
  event: string;
  payload: unknown;
}

export type Fate =
  | 'pass'
  /** The message is lost. */
  | 'drop'
  /** The message is held, and delivered when the story releases it. */
  | 'hold'
  /** The message is delivered twice. */
  | 'duplicate'
  /** A forged link_ack is delivered before it. */
  | 'forge_token'
  | 'forge_request'
  /** The same, and the forged one has the claimToken of the first attempt. */
  | 'forge_stale'
  /** The message is lost and the connection breaks. */
  | 'cut'
  /** The message is lost and the kiosk restarts. */
  | 'reboot'
  /** The message is delivered, and its answer is lost. */
  | 'reply_lost';

/** The faults that a network can be armed with: those of a claim, and those of a claimed sign. */
export type ArmedFault = LinkFault | 'ack_forged_stale' | 'cut_at_command_ack' | 'analytics_reply_lost';

/** What has happened since the fault was armed. */
interface LinkMemory {
  firstClaimToken: string | null;
  /** The one break that a fault brings has happened. */
  broken: boolean;
  /** The one forged message has been sent. */
  forged: boolean;
}
export const FRESH_MEMORY: LinkMemory = { firstClaimToken: null, broken: false, forged: false };

/** The fate of `message` under `fault`, and the memory for the next message. */
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
    // A token is stale once there is a second attempt, so the first attempt has to fail.
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
 * A link_ack that says the opposite of the true one and must change nothing (promise C2). It has a made-up claimToken, or the true one for a request
 * that is not under way. `staleToken`: the token of an earlier attempt, to use in place of a made-up one.
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
