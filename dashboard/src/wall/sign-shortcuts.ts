import type { KeyBinding } from '../ui/key-registry.ts';
import type { WallWords } from '../words/wall-words-loader.ts';

/** The keys that signs take while they have the focus, for the map of keys. `peeks`: whether a sign can be peeked at there. Pure. */
export function ownKeys({ map: { keys: said } }: WallWords, peeks: boolean): { keys: string; said: string }[] {
  return [
    { keys: '← ↑ → ↓', said: said.walk },
    ...(peeks ? [{ keys: 'Alt ← →', said: said.places }] : []),
    { keys: 'Home, End', said: said.ends },
    { keys: 'Enter', said: said.open },
    { keys: 'Shift ← →', said: said.range },
    { keys: 'Ctrl A', said: said.all },
  ];
}

/** The keys of the sign in focus that do the same wherever else on the page the focus is: `act` brings it there first. */
export function signKeys({ map: { keys: said } }: WallWords, peeks: boolean, act: (key: string) => void): KeyBinding[] {
  const keys = { ...(peeks ? { ' ': said.peek } : {}), x: said.select, j: said.next, k: said.before };
  return Object.entries(keys).map(([key, what]) => ({ key, said: what, run: () => act(key) }));
}
