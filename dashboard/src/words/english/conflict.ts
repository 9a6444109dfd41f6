import { isolated } from '../isolate-direction.ts';

/** The dialog that shows both versions when two people changed the same record. */
export const conflict = {
  title: (name: string) => `${isolated(name)} has just saved other changes`,
  somebody: 'Someone',
  lead: 'Nothing is overwritten until you choose.',
  field: 'Field',
  theirs: (name: string, version: number) => `Version ${version}, saved by ${isolated(name)}`,
  mine: 'Your version',
  unchanged: 'unchanged',
  empty: 'empty',
  result: (what: string) => `After saving: ${what}`,
  take: 'Use the other version',
  save: 'Save my choices',
};
