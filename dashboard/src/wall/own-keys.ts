import type { WallWords } from '../words/wall-words.ts';

/** The keys that signs take while they have the focus, for the map of keys. `peeks`: whether a sign can be peeked at there. Pure. */
export function ownKeys({ map: { keys: said } }: WallWords, peeks: boolean): { keys: string; said: string }[] {
  return [
    { keys: '← ↑ → ↓', said: said.walk },
    ...(peeks ? [{ keys: 'Alt ← →', said: said.places }] : []),
    { keys: 'Home, End', said: said.ends },
    { keys: 'Enter', said: said.open },
    ...(peeks ? [{ keys: said.space, said: said.peek }] : []),
    { keys: 'X', said: said.select },
    { keys: 'Shift ← →', said: said.range },
    { keys: 'Ctrl A', said: said.all },
    { keys: 'J', said: said.next },
    { keys: 'K', said: said.before },
  ];
}
