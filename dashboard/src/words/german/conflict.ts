import type { conflict as english } from '../english/conflict.ts';
import { isolated } from '../isolate-direction.ts';

export const conflict: typeof english = {
  title: (name) => `${isolated(name)} hat diese Angaben gerade geändert`,
  somebody: 'Jemand',
  lead: 'Es wird nichts überschrieben, bis Sie eine Version auswählen.',
  field: 'Feld',
  theirs: (name, version) => `Version ${version}, gespeichert von ${isolated(name)}`,
  mine: 'Ihre Version',
  unchanged: 'unverändert',
  empty: 'leer',
  result: (what) => `Nach dem Speichern: ${what}`,
  take: 'Andere Version verwenden',
  save: 'Auswahl speichern',
};
