/**
 * How many messages of the inbox are unread, of answers and of what the socket brings, which may overtake each other: an answer counts only if nothing came
 * while it was under way. Pure.
 */
export interface UnreadCount {
  count: number;
  /** `dirty`: something came since the service was asked. */
  reading: 'no' | 'clean' | 'dirty';
}

export type UnreadEvent =
  /** Messages or read marks may have been missed. */
  | { is: 'wanted' }
  | { is: 'answered'; count: number }
  | { is: 'failed' }
  | { is: 'arrived' }
  /** The count that came with read marks. */
  | { is: 'marked'; count: number }
  /** Read here, before the service knows. */
  | { is: 'expected'; by: number };

export const NONE_UNREAD: UnreadCount = { count: 0, reading: 'no' };

const soiled = ({ reading }: UnreadCount): UnreadCount['reading'] => (reading === 'no' ? 'no' : 'dirty');

/** The next state, and whether to ask the service now. */
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
