import type { CommandState } from '@sign-display/contracts/rest/commands';
import type { Sign, SignStatus } from '@sign-display/contracts/rest/signs';

/**
 * The language of status (the design's "Status language"): three facts, three shapes, always in this order. Round is the connection, upright the content,
 * wide the screen; a `status` borrows the shape of the fact that decides it. Pure.
 */

export type ConnectionMark = 'online' | 'offline' | 'unlinked' | 'unstable' | 'held';
export type ContentMark = 'showing' | 'idle' | 'loading' | 'content_unreachable' | 'content_error' | 'none';
export type ScreenMark = 'foreground' | 'background' | 'blank' | 'unknown';
export type MarkName = ConnectionMark | ContentMark | ScreenMark | SignStatus | CommandState;

/** alarm: visitors see something wrong, or we can't know; caution: looks right, but won't for long; note: in motion, or intended; good: just proved. */
export type Severity = 'alarm' | 'caution' | 'note' | 'quiet' | 'good';

/** The colour of words and marks of each. */
export const TEXT_COLOURS: Record<Severity, string> = {
  alarm: 'text-alarm',
  caution: 'text-caution',
  note: 'text-note',
  quiet: 'text-ink-2',
  good: 'text-good',
};

export const SEVERITIES: Record<MarkName, Severity> = {
  online: 'quiet',
  offline: 'alarm',
  unlinked: 'quiet',
  unstable: 'caution',
  held: 'note',
  showing: 'quiet',
  idle: 'quiet',
  loading: 'note',
  content_unreachable: 'caution',
  content_error: 'alarm',
  none: 'quiet',
  foreground: 'quiet',
  background: 'note',
  blank: 'alarm',
  unknown: 'quiet',
  queued: 'quiet',
  sent: 'note',
  acked: 'good',
  failed: 'alarm',
  expired: 'caution',
  refused: 'caution',
};

const CONTENT_MARKS: Record<NonNullable<Sign['contentState']>, ContentMark> = {
  idle: 'idle',
  loading: 'loading',
  showing: 'showing',
  unreachable: 'content_unreachable',
  error: 'content_error',
};

export interface Facts {
  connection: ConnectionMark;
  content: ContentMark;
  /** The content is what it was when the sign was last seen of. */
  isThen: boolean;
  screen: ScreenMark;
}

type Known = Pick<Sign, 'device' | 'presence' | 'contentState' | 'mode' | 'blank' | 'unstable'>;

/** What is known of a sign. `isHeld`: offline verdicts wait now. Says only what is known: of a sign that is away, how it was and no more. */
export function factsOf(sign: Known, isHeld: boolean): Facts {
  const { presence, contentState, mode, blank, unstable } = sign;
  const content = contentState === null ? 'none' : CONTENT_MARKS[contentState];
  if (!sign.device) return { connection: 'unlinked', content: 'none', isThen: false, screen: 'unknown' };
  if (presence !== 'online') return { connection: 'offline', content, isThen: content !== 'none', screen: 'unknown' };
  return {
    connection: isHeld ? 'held' : unstable ? 'unstable' : 'online',
    content,
    isThen: false,
    screen: blank === true ? 'blank' : (mode ?? 'unknown'),
  };
}
