import { useSecondFactorTools } from '../../second-factor/second-factor-context.ts';
import { MarkedNotes, type NoteKind } from '../marked-notes.tsx';

/** In the order of the notes in `words.secondFactor.changes`. */
const KINDS: readonly NoteKind[] = ['good', 'caution', 'good', 'caution'];

/** What turning it on changes, said before it is turned on. */
export function WhatChanges() {
  const { words } = useSecondFactorTools();
  const said = words.secondFactor.changes;
  return <MarkedNotes title={said.title} items={said.items} kinds={KINDS} />;
}
