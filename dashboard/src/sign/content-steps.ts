import type { Command } from '@sign-display/contracts/rest/commands';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';

/**
 * How far a page is that was just set, from the word to the proof. Pure. Invariant: nothing that the sign said of an earlier try, or of the page that still
 * stands on its screen, is laid at this one.
 */

export interface Sending {
  url: string | null;
  /** When the service took it, by its own clock; so are the times of what the sign reports. */
  atMs: number;
  /** The command that sets it, which the sign answers; null where the page is assigned: then its reports are the answer. */
  commandId: string | null;
}

/** How the content stood at one moment or another since it was sent. */
export interface ReceivedSigns {
  wasFailing: boolean;
  /** It was neither failing nor silent. */
  wasWell: boolean;
  /** It was in another state than one with a page on the screen, or without any. */
  wasBetween: boolean;
}
export const NOTHING_RECEIVED: ReceivedSigns = { wasFailing: false, wasWell: false, wasBetween: false };

/**
 * `waits`: no device, or it is away. `later`: something else wins for now (a schedule, a page set by hand). `told`, `loading`: on its way. `same`: it has had
 * this on its screen since before. `proved`: it was put on the screen. `failed`: the sign can't show it, and keeps what it had.
 */
export type ContentStep = 'waits' | 'later' | 'told' | 'loading' | 'same' | 'proved' | 'failed';

type Known = Pick<Sign, 'device' | 'presence' | 'contentState' | 'shown' | 'url'>;

const isFailing = ({ contentState }: Known): boolean => contentState === 'error' || contentState === 'unreachable';
const isHeard = ({ device, presence }: Known): boolean => device !== null && presence === 'online';
/** The state of a sign that has on its screen what it was told. */
const settledOf = (url: string | null): Sign['contentState'] => (url === null ? 'idle' : 'showing');

/** `before`, and how the sign stands now. */
export function receivedOf(before: ReceivedSigns, { url }: Sending, sign: Known): ReceivedSigns {
  const { contentState } = sign;
  if (!isHeard(sign) || contentState === null) return before;
  return {
    wasFailing: before.wasFailing || isFailing(sign),
    wasWell: before.wasWell || !isFailing(sign),
    wasBetween: before.wasBetween || contentState !== settledOf(url),
  };
}

function stepOfCommand({ state }: Pick<Command, 'state'>): ContentStep {
  if (state === 'queued') return 'told';
  if (state === 'sent') return 'loading';
  return state === 'acked' ? 'proved' : 'failed';
}

/** A sign's own words after a full stop: they begin and end as a sentence does. */
export const asSentence = (words: string): string =>
  words.slice(0, 1).toUpperCase() + words.slice(1) + (words === '' || /[.!?…]$/.test(words) ? '' : '.');

/**
 * `now`: undefined until it is loaded. `row`: the row of the command that sets the page, if there is one and the feed
 * has sent it. `before`: the previous step. A failure stays until the sign's state changes; its reports on the page
 * that is still on screen don't end it.
 */
export function contentStepOf(
  { url, atMs, commandId }: Sending,
  heard: ReceivedSigns,
  sign: Known,
  now: SignNow | undefined,
  row?: Pick<Command, 'state'>,
  before?: ContentStep,
): ContentStep {
  if (!isHeard(sign)) return 'waits';
  if (commandId !== null) return row ? stepOfCommand(row) : 'told';
  if (before === 'failed' && isFailing(sign) && sign.shown.url === url) return 'failed';
  if (sign.shown.url !== url)
    return sign.url === url && sign.shown.source !== 'assigned' && url !== null ? 'later' : 'told';
  const isSettled = sign.contentState === settledOf(url);
  if (url === null) return isSettled ? (heard.wasBetween ? 'proved' : 'same') : 'loading';
  if (now?.content?.url !== url) return 'told';
  const isSince = (time: string | null | undefined): boolean => time != null && Date.parse(time) >= atMs;
  // It has a time where the last report is of this page, and says what the sign says.
  const { since } = now.content;
  if (isFailing(sign)) return isSince(since) || (since !== null && heard.wasWell) ? 'failed' : 'loading';
  if (!isSettled) return 'loading';
  if (isSince(since)) return 'proved';
  if (since !== null) return heard.wasBetween ? 'proved' : 'same';
  // The last report is of the page that failed; this one was on the screen all the time, and so is not reported.
  return heard.wasFailing && !isSince(now.screen?.since) ? 'proved' : 'loading';
}
