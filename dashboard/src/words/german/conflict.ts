import type { conflict as english } from '../english/conflict.ts';
import { isolated } from '../isolate-direction.ts';

export const conflict: typeof english = {
  title: (name) => `${isolated(name)} hat das gerade geändert`,
  somebody: 'Jemand',
  lead: 'Es wird nichts überschrieben, bis Sie auswählen.',
  field: 'Feld',
  theirs: (name, version) => `${isolated(name)}, Version ${version}`,
  mine: 'Sie',
  unchanged: 'unverändert',
  empty: 'leer',
  result: (what) => `Nach dem Speichern: ${what}`,
  take: 'Andere Version verwenden',
  save: 'Auswahl speichern',
};
