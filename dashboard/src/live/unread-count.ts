/**
 * Counts the unread messages of the inbox from responses and socket messages, which may overtake each other. A response
 * counts only if nothing arrived during its request. Pure.
 */
export interface UnreadCount {
  count: number;
  /** `dirty`: a message or mark arrived since the request was sent. */
  reading: 'no' | 'clean' | 'dirty';
}

export type UnreadEvent =
  /** Messages or read marks may have been missed, so the count is read. */
  | { is: 'wanted' }
  | { is: 'answered'; count: number }
  | { is: 'failed' }
  | { is: 'arrived' }
  /** Read marks arrived, with the service's count. */
  | { is: 'marked'; count: number }
  /** Messages were read on this page, before the service knows. */
  | { is: 'expected'; by: number };

export const NONE_UNREAD: UnreadCount = { count: 0, reading: 'no' };

const soiled = ({ reading }: UnreadCount): UnreadCount['reading'] => (reading === 'no' ? 'no' : 'dirty');

/** Returns the next state, and whether to request the count now. */
export function stepUnread(state: UnreadCount, event: UnreadEvent): [UnreadCount, asks: boolean] {
  switch (event.is) {
    case 'wanted':
      return state.reading === 'no' ? [{ ...state, reading: 'clean' }, true] : [{ ...state, reading: 'dirty' }, false];
    case 'answered':
      return state.reading === 'dirty'
        ? [{ ...state, reading: 'clean' }, true]
        : [{ count: event.count, reading: 'no' }, false];
    case 'failed':
      return [{ ...state, reading: 'no' }, false];
    case 'arrived':
      return [{ count: state.count + 1, reading: soiled(state) }, false];
    case 'marked':
      return [{ count: event.count, reading: soiled(state) }, false];
    case 'expected':
      return [{ count: Math.max(0, state.count - event.by), reading: soiled(state) }, false];
  }
}
