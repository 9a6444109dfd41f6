import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import { factsOf, type MarkName } from '../ui/sign-marks-and-severity.ts';

/**
 * The chain from us to the screen: service → connection → content → screen. It breaks where the fault is, and behind a connection that is gone nothing is
 * known. Pure.
 */

export type LinkName = 'service' | 'connection' | 'content' | 'screen';

export interface Link {
  is: LinkName;
  /** Null of a service that is as it should be: it has no mark of its own. */
  mark: MarkName | null;
  /** What is wrong is here. */
  isBroken: boolean;
  /** It is what it was when the sign was last seen of, or before we were away. */
  isThen: boolean;
  /** The line to the next link: `broken` behind a fault, `unknown` where nothing of what comes is known; null behind the last. */
  line: 'whole' | 'broken' | 'unknown' | null;
}

type Known = Pick<SignRow, 'device' | 'presence' | 'contentState' | 'mode' | 'blank' | 'unstable'>;

/** `isHeld`: the service was away, and gives no verdict of offline yet. What is behind the connection is then as it was before. */
export function chainOf(sign: Known, isHeld: boolean): [service: Link, connection: Link, content: Link, screen: Link] {
  const { connection, content, screen, ...known } = factsOf(sign, isHeld);
  const isGone = connection === 'offline' || connection === 'unlinked';
  // Before we were away: nobody may have told us since.
  const isThen = known.isThen || (connection === 'held' && content !== 'none');
  const isScreenThen = connection === 'held' && screen !== 'unknown';
  const isContentWrong = !isGone && !isThen && (content === 'content_unreachable' || content === 'content_error');
  return [
    {
      is: 'service',
      mark: isHeld ? 'held' : null,
      isBroken: isHeld,
      isThen: false,
      line: isHeld ? 'broken' : 'whole',
    },
    {
      is: 'connection',
      mark: connection,
      isBroken: isGone,
      isThen: false,
      line: isGone ? 'broken' : isHeld ? 'unknown' : 'whole',
    },
    {
      is: 'content',
      mark: content,
      isBroken: isContentWrong,
      isThen,
      line: isGone || isHeld ? 'unknown' : isContentWrong ? 'broken' : 'whole',
    },
    { is: 'screen', mark: screen, isBroken: screen === 'blank' && !isScreenThen, isThen: isScreenThen, line: null },
  ];
}
