/**
 * Ctrl+Alt+Shift+R, held for five seconds (promise K13): asked for at the machine, never by accident. `up → held → told`; any key of it that is let go ends
 * it. A keyboard that repeats the key tells it over and over, which begins nothing: after it was told, the key has to be let go first.
 */
export interface Key {
  type: string;
  /** Where the key lies, whatever is printed on it. */
  code: string;
  control: boolean;
  alt: boolean;
  shift: boolean;
  /** The keyboard repeats a key that is down. */
  isAutoRepeat: boolean;
}

export const HOLD_MS = 5_000;

/** `begin` and `end`: a hold of the whole chord begins, or is over; null: nothing changes. */
export function judgeKey(key: Key, isHeld: boolean): 'begin' | 'end' | null {
  const isChord = key.code === 'KeyR' && key.control && key.alt && key.shift;
  if (key.type === 'keyDown' && isChord) return isHeld || key.isAutoRepeat ? null : 'begin';
  const isPart = key.code === 'KeyR' || !key.control || !key.alt || !key.shift;
  return isHeld && key.type === 'keyUp' && isPart ? 'end' : null;
}
